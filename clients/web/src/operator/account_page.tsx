// An account for operators: what holds against it, and its games.

import { OperatorAccountDocument, OperatorBanDocument, OperatorMuteDocument, type SanctionFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { useLoaded } from "../hooks.ts";
import { Handle } from "../named.tsx";
import { t, when } from "../words.ts";
import { Acts, useDesk, type Act } from "./desk.tsx";
import { Games } from "./find.tsx";

const DAYS = [1, 7, 30];
const DAY = 86_400_000;

/** Until when something holds that is done now; null until it is lifted. */
const after = (days: number) => (days > 0 ? new Date(Date.now() + days * DAY).toISOString() : null);

export function AccountPage({ account }: { account: string }) {
  const desk = useDesk();
  const [changes, change] = useState(0);
  const [days, choose] = useState(DAYS[0] ?? 0);
  const { value, error } = useLoaded(async () => (await desk.query(OperatorAccountDocument, { account })).operatorAccount, [desk, account, changes]);
  if (value?.__typename !== "OperatorAccount") {
    const problem = value?.message ?? error;
    return <p class={problem ? "problem" : "muted"}>{problem ?? t("loading")}</p>;
  }
  const { key, handle, name, muted, banned } = value.account;
  const acted = (answer: { readonly __typename: string; readonly message?: string }) => {
    change(changes + 1);
    return answer.__typename === "OperatorAccount" ? undefined : answer;
  };
  const mute: Act = {
    label: t(muted ? "liftMute" : "muteWriter"),
    work: async (note) => {
      const wanted = muted ? { muted: false } : { until: after(days) };
      return acted((await desk.query(OperatorMuteDocument, { account: key, note, ...wanted })).operatorMute);
    },
  };
  const ban: Act = {
    label: t(banned ? "liftBan" : "ban"),
    ...(banned ? {} : { sure: t("reallyBan") }),
    work: async (note) => {
      const wanted = banned ? { banned: false } : { until: after(days) };
      return acted((await desk.query(OperatorBanDocument, { account: key, note, ...wanted })).operatorBan);
    },
  };
  return (
    <>
      <section>
        <h2 translate={false}>{name ?? (handle ? `@${handle}` : key)}</h2>
        {handle && <Handle of={handle} />}
        <p class="muted key" translate={false}>
          {key}
        </p>
        {muted && <Held what={t("muted")} by={muted} />}
        {banned && <Held what={t("banned")} by={banned} />}
        <Acts acts={[mute, ban]}>
          {!(muted && banned) && (
            <select aria-label={t("sanctionUntil", { when: "" })} value={days} onChange={(event) => choose(Number(event.currentTarget.value))}>
              {[...DAYS, 0].map((one) => (
                <option key={one} value={one}>
                  {one ? t("forDays", { count: one }) : t("sanctionForever")}
                </option>
              ))}
            </select>
          )}
        </Acts>
      </section>
      <section>
        <Games of={{ account: key }} />
      </section>
    </>
  );
}

function Held({ what, by }: { what: string; by: SanctionFragment }) {
  return (
    <p class="note">
      {what} {by.until ? t("sanctionUntil", { when: when(by.until) }) : t("sanctionForever")}
      {by.note && `: ${by.note}`}
    </p>
  );
}
