// A kind of game without a board of its own: its table is shown by the types of its fields. A move is made at the things and
// points that it names, and is a button if it names none.

import type { GameParts } from "../../table/context.ts";
import { Board } from "./board.tsx";
import { placesOf } from "./points.ts";
import { wordsOf } from "./table.ts";

export async function plainOf(kind: string): Promise<GameParts> {
  const named = (await wordsOf(kind))?.named ?? new Map<string, string>();
  return {
    Board,
    places: (input, { viewer }) => placesOf(input, named, viewer.seat),
    amounts: () => null,
    pictures: {},
    flights: () => [],
    points: () => new Map(),
  };
}
