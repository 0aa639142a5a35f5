// How a game ended, in words to those who play it.

import type { TableFragment } from "@taphouse/client";

import { held } from "../storage.ts";
import { t } from "../words.ts";
import { earlyEnd, together, winnerOf } from "./early_end.ts";

/** The seat of the only player at this browser, whom the end addresses; null if several share it, or nobody plays here. */
export function addressed({ gameId, viewer }: TableFragment): number | null {
  return Object.keys(held(gameId)?.seats ?? {}).length > 1 ? null : viewer.seat;
}

/** Whether the points decided. */
export const scored = ({ reason }: NonNullable<TableFragment["outcome"]>) => reason !== "OTHERS_RESIGNED";

/** Who won, or why the game was not played to its end; in words to one of the players if it is theirs. */
export function resultOf(game: TableFragment, nameOf: (seat: number) => string, me: number | null): string {
  const { outcome } = game;
  if (!outcome) return earlyEnd(game);
  const winner = winnerOf(outcome);
  const mine = outcome.standings.find(({ seat }) => seat === me);
  if (mine && mine.seat === winner) {
    const points = mine.points - Math.max(...outcome.standings.filter(({ seat }) => seat !== me).map((other) => other.points));
    return points > 0 && points < Infinity && scored(outcome) ? t("youWinBy", { points }) : t("youWinNow");
  }
  if (mine && mine.place > 1) {
    const points = Math.max(...outcome.standings.filter(({ place }) => place === 1).map((first) => first.points)) - mine.points;
    return points > 0 ? t("youLoseBy", { points }) : t("youLose");
  }
  return winner === null ? together(outcome, nameOf) : t("wins", { name: nameOf(winner) });
}
