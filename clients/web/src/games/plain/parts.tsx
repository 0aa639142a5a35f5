// A kind of game without a board of its own: its table is shown by the types of its fields, and every move is a button.

import type { GameParts } from "../../table/context.ts";
import { Mug } from "../../art.tsx";
import { Board } from "./board.tsx";

export const plain: GameParts = {
  Board,
  places: () => [],
  amounts: () => null,
  amountOf: (kind) => ({ word: kind, picture: <Mug /> }),
  flights: () => [],
  points: () => new Map(),
};
