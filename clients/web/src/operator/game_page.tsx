// A game for operators: as spectators see it, with the accounts that have a part in it.

import { OperatorAnnulDocument, OperatorEndDocument, OperatorEndTalkDocument, OperatorGameDocument, TalkDocument } from "@taphouse/client";
import { useState } from "preact/hooks";

import { anyone, kinds } from "../api.ts";
import { useLoaded } from "../hooks.ts";
import { titleOf } from "../named.tsx";
import * as route from "../route.ts";
import { t, when } from "../words.ts";
import { Acts, useDesk, type Act } from "./desk.tsx";
import { Still } from "./still.tsx";

export function GamePage({ gameId }: { gameId: string }) {
  const desk = useDesk();
  const [changes, change] = useState(0);
  const all = useLoaded(kinds, []).value ?? [];
  const { value, error } = useLoaded(async () => (await desk.query(OperatorGameDocument, { gameId })).operatorGame, [desk, gameId, changes]);
  const { value: talk } = useLoaded(async () => (await anyone().query(TalkDocument, { gameId, first: 1 })).talk, [gameId, changes]);
  const mode = talk?.__typename === "TalkPage" ? talk.mode : null;
  if (value?.__typename !== "OperatorGame") {
    const problem = value?.message ?? error;
    return <p class={problem ? "problem" : "muted"}>{problem ?? t("loading")}</p>;
  }
  const { managed, game, annulled } = value;
  const acted = (answer: { readonly __typename: string; readonly message?: string }) => {
    change(changes + 1);
    return answer.message === undefined ? undefined : answer;
  };
  const acts: Act[] = [];
  if (managed.status === "RUNNING" || managed.status === "WAITING") {
    const work: Act["work"] = async (note) => acted((await desk.query(OperatorEndDocument, { gameId, note })).operatorEnd);
    acts.push({ label: t("endGame"), sure: t("reallyEnd"), work });
  }
  if (managed.rated && !annulled) {
    const work: Act["work"] = async (note) => acted((await desk.query(OperatorAnnulDocument, { gameId, note })).operatorAnnul);
    acts.push({ label: t("annul"), sure: t("reallyAnnul"), work });
  }
  if (mode && mode !== "OFF") {
    const work: Act["work"] = async (note) => acted((await desk.query(OperatorEndTalkDocument, { gameId, note })).operatorEndTalk);
    acts.push({ label: t("endTalk"), sure: t("reallyEndTalk"), work });
  }
  return (
    <>
      <section>
        <h2>{titleOf(all, managed.kind)}</h2>
        <p class="muted">
          {t(`tableState${managed.status}`)}, {when(managed.changedAt)}
        </p>
        {annulled && <p class="note">{t("annulled")}</p>}
        {mode === "OFF" && <p class="muted">{t("talkOFF")}</p>}
        <ul class="rows">
          {managed.seats.map(({ seat, account, handle, former }) => (
            <li key={seat}>
              <span class="who">
                {t("seat", { seat })}: {game.seats[seat - 1]?.name ?? ""}
              </span>
              {[account, ...former].map((one) => one && <Account key={one} id={one} handle={one === account ? handle : null} />)}
            </li>
          ))}
        </ul>
        <a class="button" href={route.table(gameId)}>
          {t("table")}
        </a>
        {acts.length > 0 && <Acts acts={acts} />}
      </section>
      {game.status !== "WAITING" && <Still game={game} />}
    </>
  );
}

const Account = ({ id, handle }: { id: string; handle: string | null }) => (
  <a href={route.operator("account", id)} translate={false}>
    {handle ? `@${handle}` : t("accountId")}
  </a>
);
