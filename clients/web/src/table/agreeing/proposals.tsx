// What seats propose to each other: shown, answered, and made.

import {
  AcceptProposalDocument,
  DeclineProposalDocument,
  ProposeDocument,
  WithdrawProposalDocument,
  type ProposalInput,
  type TableFragment,
} from "@taphouse/client";

import { storeTime } from "../../clock.ts";
import { list, t } from "../../words.ts";
import { useTable } from "../context.ts";

type Proposal = TableFragment["proposals"][number];

function about({ kind, toVersion, replacement, time }: Proposal, nameOf: (seat: number) => string): string {
  if (time) return t("proposalADD_TIME", { name: nameOf(time.seat), seconds: time.seconds });
  if (!replacement) return t(`proposal${kind}`, { version: toVersion ?? 0 });
  const name = nameOf(replacement.seat);
  if (replacement.open) return t("proposalToOpen", { name });
  return t(replacement.mayReturn ? "proposalToStandIn" : "proposalREPLACE_PLAYER", { name });
}

export function Proposals() {
  const { game, me, nameOf, change } = useTable();
  const now = (game.proposals.length > 0 && storeTime()) || 0;
  const open = game.proposals.filter(({ until }) => Date.parse(until) > now);
  if (open.length === 0) return null;
  const answer = ({ id: proposalId }: Proposal, how: "accept" | "decline" | "withdraw") =>
    void change(async (client) => {
      const one = { gameId: game.gameId, proposalId };
      if (how === "accept") return (await client.mutate(AcceptProposalDocument, one)).acceptProposal;
      if (how === "decline") return (await client.mutate(DeclineProposalDocument, one)).declineProposal;
      return (await client.mutate(WithdrawProposalDocument, one)).withdrawProposal;
    });
  return (
    <section class="proposals" aria-label={t("proposals")}>
      {open.map((one) => (
        <div key={one.id} class="note" data-proposal={one.kind}>
          <p role="status">
            {t("proposes", { name: nameOf(one.seat) })} {about(one, nameOf)}
          </p>
          <p class="muted">{t("waitingFor", { name: list(one.awaited.map(nameOf)) })}</p>
          {me !== null && one.awaited.includes(me) && (
            <div class="buttons">
              <button type="button" class="primary" onClick={() => answer(one, "accept")}>
                {t("accept")}
              </button>
              <button type="button" onClick={() => answer(one, "decline")}>
                {t("decline")}
              </button>
            </div>
          )}
          {one.seat === me && (
            <button type="button" onClick={() => answer(one, "withdraw")}>
              {t("withdraw")}
            </button>
          )}
        </div>
      ))}
    </section>
  );
}

/** Makes a proposal from the viewer's seat. */
export function usePropose(): (proposal: ProposalInput) => Promise<boolean> {
  const { game, change } = useTable();
  return (proposal) =>
    change(async (client) => (await client.mutate(ProposeDocument, { gameId: game.gameId, proposal, seconds: 86_400 })).propose);
}

/** What a seat may propose while the game is running, apart from an undo. */
export function ProposeMenu({ done }: { done: () => void }) {
  const { game, me, nameOf } = useTable();
  const late = game.clock?.seats.filter(({ seat, timeOuts }) => timeOuts > 0 && seat !== me && !game.seats[seat - 1]?.bot) ?? [];
  const propose = usePropose();
  const offer = (proposal: ProposalInput) => {
    done();
    void propose(proposal);
  };
  return (
    <section class="menu">
      <h3>{t("proposeToOthers")}</h3>
      <div class="buttons">
        <button type="button" onClick={() => offer({ draw: true })}>
          {t("proposeDraw")}
        </button>
        <button type="button" onClick={() => offer({ unscored: true })}>
          {t("proposeUnscored")}
        </button>
        {game.clock && !game.clock.paused && (
          <button type="button" onClick={() => offer({ pause: true })}>
            {t("proposePause")}
          </button>
        )}
        {game.clock && me !== null && (
          <button type="button" onClick={() => offer({ addTime: { seat: me, seconds: game.clock?.perMove ?? 300 } })}>
            {t("proposeTime")}
          </button>
        )}
        {late.map(({ seat }) => (
          <button key={seat} type="button" onClick={() => offer({ replacePlayer: { seat, bot: "GREEDY", mayReturn: true } })}>
            {t("proposeStandIn", { name: nameOf(seat) })}
          </button>
        ))}
      </div>
    </section>
  );
}
