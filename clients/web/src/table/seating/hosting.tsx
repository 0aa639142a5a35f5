// What the host can do about seats: invite players, give a seat to somebody else, and give more time.

import {
  AddTimeDocument,
  CreateInviteDocument,
  ReplacePlayerDocument,
  RevokeInvitesDocument,
  type ProposalInput,
  type ReplacementInput,
  type SubstituteInput,
  type TableFragment,
  type Taphouse,
} from "@taphouse/client";
import { useEffect, useState } from "preact/hooks";

import { clientOf } from "../../api.ts";
import { storeTime } from "../../clock.ts";
import { useAttempt, type Answer } from "../../hooks.ts";
import { seatName } from "../../named.tsx";
import * as route from "../../route.ts";
import { held } from "../../storage.ts";
import { t } from "../../words.ts";
import { usePropose } from "../agreeing/proposals.tsx";
import { ShareLink } from "./share_link.tsx";

/** The host's client of a table; null for anybody else. */
export function hostOf(gameId: string): Taphouse | null {
  const token = held(gameId)?.host;
  return token ? clientOf(token) : null;
}

/** Makes an invite to a free seat, and shows its link. It may be the first thing for a host to do. */
export function Invite({ gameId, seat, first = false }: { gameId: string; seat: number; first?: boolean }) {
  const [invite, show] = useState<string | null>(null);
  const { said, attempt } = useAttempt();
  const create = () =>
    attempt(async () => {
      const answer = (await hostOf(gameId)?.query(CreateInviteDocument, { gameId, seat }))?.createInvite;
      if (answer?.__typename === "Invite") show(answer.invite);
      return answer?.__typename === "Invite" ? undefined : answer;
    });
  const revoke = () =>
    attempt(async () => {
      const answer = (await hostOf(gameId)?.mutate(RevokeInvitesDocument, { gameId, seat }))?.revokeInvites;
      if (answer?.__typename === "GameChanged") show(null);
      return answer as Answer | undefined;
    });
  return (
    <div class="invite" data-invite={seat}>
      {invite === null ? (
        <button type="button" class={first ? "primary" : "quiet"} onClick={() => void create()}>
          {t("invite")}
          <span class="unseen"> {t("seat", { seat })}</span>
        </button>
      ) : (
        <>
          <ShareLink to={route.shared(gameId, invite)} text={t("inviteText", { seat })} />
          <button type="button" class="quiet" onClick={() => void revoke()}>
            {t("revokeInvites")}
          </button>
        </>
      )}
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </div>
  );
}

interface Props {
  readonly game: TableFragment;
  /** The seats of this browser. */
  readonly seats: readonly number[];
  readonly done: () => void;
}

/** Whether the host may give a seat away alone: its player let the game wait for too long. */
function absent({ clock, decision, absentAfter, updatedAt }: TableFragment, seat: number): boolean {
  if (clock) return clock.seats.some((one) => one.seat === seat && one.timeOuts > 0);
  const waits = (storeTime() ?? 0) - Date.parse(updatedAt);
  return decision !== null && decision.seats.includes(seat) && waits >= (absentAfter ?? Infinity) * 1000;
}

/** The other seats of a running game. */
export function Hosting({ game, seats, done }: Props) {
  const { gameId, clock } = game;
  const { said, attempt } = useAttempt();
  const propose = usePropose();
  const [sure, ask] = useState<string | null>(null);
  useEffect(() => void storeTime(), []); // known when a button is pressed
  const host = hostOf(gameId);
  if (!host || game.status !== "RUNNING") return null;
  const asks = game.powers === "AGREED" && game.viewer.seat !== null;
  const offer = (proposal: ProposalInput) => {
    done();
    void propose(proposal);
  };
  const replace = (seat: number, substitute: SubstituteInput, mayReturn = false) => {
    const wanted = JSON.stringify([seat, substitute, mayReturn]);
    if (sure !== wanted) return ask(wanted);
    ask(null);
    if (asks && !absent(game, seat)) return offer({ replacePlayer: { seat, mayReturn, ...substitute } as ReplacementInput });
    void attempt(async () => {
      return (await host.mutate(ReplacePlayerDocument, { gameId, seat, with: substitute, mayReturn })).replacePlayer;
    });
  };
  /** What a button says: what it does, or once it was pressed, whether that is meant. */
  const label = (seat: number, substitute: SubstituteInput, text: string, mayReturn = false) => {
    if (sure !== JSON.stringify([seat, substitute, mayReturn])) return text;
    return t(asks && !absent(game, seat) ? "reallyProposeSeat" : "reallyGiveSeat");
  };
  const more = clock?.perMove ?? Math.max(60, Math.ceil((clock?.bank ?? 0) / 10));
  const addTime = (seat: number) => {
    if (asks) return offer({ addTime: { seat, seconds: more } });
    void attempt(async () => (await host.mutate(AddTimeDocument, { gameId, seat, seconds: more })).addTime);
  };
  const others = game.seats.filter(({ seat }) => !seats.includes(seat));
  if (others.length === 0) return null;
  return (
    <section class="menu">
      <h3>{t("seatsOfOthers")}</h3>
      <ol class="hosted">
        {others.map(({ seat, name, player, taken, bot, away, closed }) => (
          <li key={seat} data-hosted={seat}>
            <b>{taken ? seatName({ seat, name, player }) : `${t("seat", { seat })}: ${closed ? t("closed") : t("free")}`}</b>
            <div class="buttons">
              {taken && !bot && (
                <button type="button" onClick={() => replace(seat, { bot: "GREEDY" }, true)}>
                  {label(seat, { bot: "GREEDY" }, t("botStandsIn"), true)}
                </button>
              )}
              {(!bot || away) && (
                <button type="button" onClick={() => replace(seat, { bot: "GREEDY" })}>
                  {label(seat, { bot: "GREEDY" }, t("botTakesOver"))}
                </button>
              )}
              {taken && (
                <button type="button" onClick={() => replace(seat, { open: "INVITED" })}>
                  {label(seat, { open: "INVITED" }, t("openToInvited"))}
                </button>
              )}
              {(taken || closed) && (
                <button type="button" onClick={() => replace(seat, { open: "ANYONE" })}>
                  {label(seat, { open: "ANYONE" }, t("openToAll"))}
                </button>
              )}
              {clock && taken && !bot && (
                <button type="button" onClick={() => addTime(seat)}>
                  {t("addTime")}
                </button>
              )}
            </div>
            {!taken && <Invite gameId={gameId} seat={seat} />}
          </li>
        ))}
      </ol>
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </section>
  );
}
