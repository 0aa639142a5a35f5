// How the page and the service tell the visitor that a game waits for them: in this browser, and by email.

import {
  EmailRemindersDocument,
  RemindByEmailDocument,
  StopEmailDocument,
  TestEmailDocument,
  VerifyEmailDocument,
  type RemindersFragment,
} from "@taphouse/client";
import { useState } from "preact/hooks";

import { accessToken, provider } from "../account/account.ts";
import { clientOf } from "../api.ts";
import { useAttempt, useLoaded, type Answer } from "../hooks.ts";
import { usePart } from "../part.ts";
import { t } from "../words.ts";
import { AROUND } from "./around.ts";
import { Problem } from "./problem.tsx";

export function Notices() {
  const apart = usePart(AROUND).value;
  return (
    <section>
      <h2>{t("notices")}</h2>
      {apart && <apart.FollowingSettings sounds />}
      {provider?.email && <Reminders />}
    </section>
  );
}

type Told = RemindersFragment | (Answer & { readonly message: string });

function Reminders() {
  const asked = useLoaded(async () => (await clientOf(accessToken()).query(EmailRemindersDocument, {})).emailReminders as Told, []);
  const [newer, set] = useState<Told | null>(null);
  const [typed, type] = useState("");
  const [done, finish] = useState("");
  const { said, attempt } = useAttempt();
  const told = newer ?? asked.value;
  if (!told) return <Problem said={asked.error} />;
  if ("message" in told) return <Problem said={told.message} />;
  const change = (ask: () => Promise<Told>, then = "") => {
    finish("");
    void attempt(async () => {
      const answer = await ask();
      if ("message" in answer) return answer.__typename === "InputRefused" ? { message: t("emailWrong") } : answer;
      set(answer);
      type("");
      finish(then);
      return undefined;
    });
  };
  const client = () => clientOf(accessToken());
  const send = (event: Event) => {
    event.preventDefault();
    const value = typed.trim();
    if (told.status === "UNVERIFIED") change(async () => (await client().query(VerifyEmailDocument, { code: value })).verifyEmail);
    else change(async () => (await client().query(RemindByEmailDocument, { address: value })).remindByEmail);
  };
  const waits = told.status === "UNVERIFIED";
  return (
    <form onSubmit={send}>
      <h3>{t("emailReminders")}</h3>
      {told.address ? <p>{t(`email${told.status ?? "REFUSED"}`, { address: told.address })}</p> : <p class="muted">{t("emailText")}</p>}
      {told.status !== "ACTIVE" && (
        <>
          <label for="email">{t(waits ? "emailCode" : "emailAddress")}</label>
          <div class="row">
            <input
              id="email"
              key={String(waits)}
              inputMode={waits ? "text" : "email"}
              value={typed}
              required
              autoComplete={waits ? "one-time-code" : "email"}
              aria-invalid={said !== null}
              aria-describedby="email-problem"
              onInput={(event) => type(event.currentTarget.value)}
            />
            <button>{t(waits ? "confirmEmail" : "remindMe")}</button>
          </div>
        </>
      )}
      <div class="buttons">
        {told.status === "ACTIVE" && (
          <button type="button" onClick={() => change(async () => (await client().query(TestEmailDocument, {})).testEmail, t("emailSent"))}>
            {t("tryEmail")}
          </button>
        )}
        {told.address && (
          <button type="button" onClick={() => change(async () => (await client().query(StopEmailDocument, {})).stopEmail)}>
            {t("stopEmail")}
          </button>
        )}
      </div>
      <p class="problem" id="email-problem" role="alert">
        {said}
      </p>
      <p role="status">{done}</p>
    </form>
  );
}
