// Why a game ended without an outcome, in words.

import type { BriefFragment } from "@taphouse/client";

import { t } from "../words.ts";

interface Ended {
  readonly agreedEnd: BriefFragment["agreedEnd"];
  readonly seats: readonly { readonly resigned: boolean; readonly away: boolean }[];
}

export function earlyEnd({ agreedEnd, seats }: Ended): string {
  const deserted = seats.every(({ resigned, away }) => resigned || away);
  return t(`ended${agreedEnd ?? (deserted ? "DESERTED" : "BY_HOST")}`);
}
