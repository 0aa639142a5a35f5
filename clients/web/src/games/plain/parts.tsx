// A kind of game without a board of its own: its table is shown by the types of its fields. A move is made at the points that it
// names, and is a button if it names none.

import type { GameParts } from "../../table/context.ts";
import { Board } from "./board.tsx";
import { placesOf } from "./points.ts";

export const plain: GameParts = {
  Board,
  places: placesOf,
  amounts: () => null,
  pictures: {},
  flights: () => [],
  points: () => new Map(),
};
