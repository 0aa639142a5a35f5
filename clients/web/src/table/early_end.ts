// In words, why a game ended without an outcome, or an outcome in which nobody has won alone.

import type { BriefFragment } from "@taphouse/client";

import { list, t } from "../words.ts";

interface Ended {
  readonly agreedEnd: BriefFragment["agreedEnd"];
  readonly seats: readonly { readonly resigned: boolean; readonly away: boolean }[];
}

export function earlyEnd({ agreedEnd, seats }: Ended): string {
  const deserted = seats.every(({ resigned, away }) => resigned || away);
  return t(`ended${agreedEnd ?? (deserted ? "DESERTED" : "BY_HOST")}`);
}

type Outcome = NonNullable<BriefFragment["outcome"]>;

/** The seat that has won alone, if one has. A seat in first place may have won with others, or not at all. */
export function winnerOf({ standings, victory }: Outcome): number | null {
  const [first, ...others] = standings.filter(({ place }) => place === 1);
  return first && others.length === 0 && ["FIRST", "TEAM"].includes(victory) ? first.seat : null;
}

/** The result where nobody has won alone. */
export function together(outcome: Outcome, nameOf: (seat: number) => string): string {
  const first = outcome.standings.filter(({ place }) => place === 1);
  const names = list(first.map(({ seat }) => nameOf(seat)));
  return t(`victory${outcome.victory}`, { names, count: first[0]?.points ?? 0 });
}
