// What the account is told, and what it can do with its data: save it, close the profile, or delete the account.

import { CloseProfileDocument, DeleteAccountDocument, EmailRemindersDocument, type PeopleQuery } from "@taphouse/client";
import { useState } from "preact/hooks";

import { accessToken, provider, signOut } from "../account/account.ts";
import { clientOf, endpoint } from "../api.ts";
import { useAttempt, type Answer } from "../hooks.ts";
import { t } from "../words.ts";
import { AROUND } from "./around.ts";
import { Notices } from "./notices.tsx";
import { Problem } from "./problem.tsx";

type Account = Extract<PeopleQuery["account"], { __typename: "Account" }>;

export function OwnData({ account, changed }: { account: Account; changed: () => void }) {
  return (
    <>
      <Notices />
      <SaveData account={account} />
      {account.profile && <CloseProfile handle={account.profile.handle} closed={changed} />}
      <DeleteAccount id={account.id} />
    </>
  );
}

/** Saves profile, ratings, friends, blocks and address, and the records of all games, as one file. */
function SaveData({ account }: { account: Account }) {
  const { said, attempt } = useAttempt();
  const [busy, wait] = useState(false);
  const keep = async () => {
    wait(true);
    await attempt(async () => {
      const access = accessToken();
      const email = provider?.email ? (await clientOf(access).query(EmailRemindersDocument, {})).emailReminders : null;
      const headers = { authorization: `Bearer ${access}`, accept: "application/jsonl" };
      const answer = await fetch(new URL("v1/account/records", endpoint), { headers });
      const lines = (await answer.text()).split("\n").filter((line) => line.trim());
      if (!answer.ok) return JSON.parse(lines.join("")) as Answer;
      const { save } = await AROUND.load();
      save("taphouse.json", JSON.stringify({ account, email, records: lines.map((line): unknown => JSON.parse(line)) }, null, 2));
      return undefined;
    });
    wait(false);
  };
  return (
    <section>
      <h2>{t("ownData")}</h2>
      <p class="muted">{t("ownDataText")}</p>
      <button type="button" disabled={busy} onClick={() => void keep()}>
        {t("saveOwnData")}
      </button>
      <Problem said={said} />
    </section>
  );
}

function CloseProfile({ handle, closed }: { handle: string; closed: () => void }) {
  const close = async () => {
    for (;;) {
      const { closeProfile: answer } = await clientOf(accessToken()).query(CloseProfileDocument, {});
      if (answer.__typename !== "ProfileClosed") return answer;
      if (answer.finished) break;
    }
    closed();
    return undefined;
  };
  return <Drastic title={t("closeProfile")} text={t("closeProfileText", { handle })} really={t("reallyClose")} act={close} />;
}

function DeleteAccount({ id }: { id: string }) {
  const remove = async () => {
    for (;;) {
      const { deleteAccount: answer } = await clientOf(accessToken()).query(DeleteAccountDocument, { account: id });
      if (answer.__typename !== "AccountDeleted") return answer;
      if (answer.finished) break;
    }
    await signOut(); // the next request of this login would begin a new account
    return undefined;
  };
  return <Drastic title={t("deleteAccount")} text={t("deleteAccountText")} really={t("reallyDelete")} act={remove} />;
}

interface DrasticProps {
  readonly title: string;
  readonly text: string;
  readonly really: string;
  readonly act: () => Promise<Answer | undefined>;
}

/** Something that is done only if it is pressed twice. */
function Drastic({ title, text, really, act }: DrasticProps) {
  const [sure, ask] = useState(false);
  const { said, attempt } = useAttempt();
  return (
    <section>
      <h2>{title}</h2>
      <p class="muted">{text}</p>
      <button type="button" class="danger" onClick={() => (sure ? void attempt(act) : ask(true))}>
        {sure ? really : title}
      </button>
      <Problem said={said} />
    </section>
  );
}
