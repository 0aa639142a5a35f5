// A kind of game that has no board here yet: it is played in words.

import type { GameParts } from "../table/context.ts";
import { Mug } from "../art.tsx";
import { t } from "../words.ts";

export const plain: GameParts = {
  Board: () => <p class="muted">{t("noBoard")}</p>,
  places: () => [],
  amounts: () => null,
  amountOf: (kind) => ({ word: kind, picture: <Mug /> }),
  flights: () => [],
  points: () => new Map(),
};
