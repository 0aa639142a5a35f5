// What Dank & Draft adds to the table.

import type { DankAndDraftEventsFragment, DankAndDraftLine, MoveInput, TableFragment } from "@taphouse/client";

import type { Flight, GameParts } from "../../table/context.ts";
import { movesAt, placesOf, type Places } from "../places.ts";
import { Glass } from "./art.tsx";
import { Board } from "./board.tsx";
import { TYPES } from "./cards.tsx";

/** The taps of a line, counted row by row from the left. */
function tapsOf(line: DankAndDraftLine): readonly number[] {
  const number = Number(line.at(-1));
  return [0, 1, 2].map((step) => (line.startsWith("ROW") ? 3 * (number - 1) + step + 1 : number + 3 * step));
}

const LINES: readonly DankAndDraftLine[] = ["ROW_1", "ROW_2", "ROW_3", "COLUMN_1", "COLUMN_2", "COLUMN_3"];
const PLACES: Places = {
  draft: "line:{line}",
  takeAction: "theirs:{fromSeat}:{action}",
  offer: "own:{me}:{type}",
  spoil: "stack:{seat}:{type}",
};

function places({ dankAndDraft: move }: MoveInput, game: TableFragment): readonly string[] {
  const seat = game.viewer.seat;
  const players = (game.__typename === "DankAndDraftGame" && game.table?.players) || [];
  if (move?.snatch) {
    const { type } = move.snatch;
    const from = players.filter((player) => player.seat !== seat && player.taproom.some((stack) => stack.type === type));
    return from.map((player) => `stack:${player.seat}:${type}`);
  }
  const taps = move?.draft ? tapsOf(move.draft.line) : (move?.stockUp?.taps ?? []);
  return [...placesOf(PLACES, move ?? {}, seat), ...taps.map((tap) => `tap:${tap}`)];
}

/** A click on a tap means a line through it; one on a stack of the viewer's means to offer that type. */
function tries(place: string, _: TableFragment, me: number): readonly MoveInput[] {
  const lines = LINES.filter((line) => tapsOf(line).some((tap) => place === `tap:${tap}`));
  const offered = place.replace(`stack:${me}:`, `own:${me}:`);
  const moves = movesAt(PLACES, offered, me).flatMap(({ offer, spoil, ...other }): object[] => {
    if (offer) return [{ offer: { ...offer, count: 1 } }];
    return spoil ? [{ spoil: { ...spoil, count: 1 } }, { snatch: { type: spoil["type"] } }] : [other];
  });
  return [...lines.map((line) => ({ draft: { line } })), ...moves].map((dankAndDraft) => ({ dankAndDraft }) as MoveInput);
}

function flights(given: { readonly __typename: string }): readonly Flight[] {
  const event = given as DankAndDraftEventsFragment;
  switch (event.__typename) {
    case "DankAndDraftBeersDrafted":
      return tapsOf(event.line).map((tap) => ({ from: `tap:${tap}`, to: `hand:${event.seat}` }));
    case "DankAndDraftActionTaken":
      return [{ from: `hand:${event.fromSeat}`, to: "in-play" }];
    case "DankAndDraftBeersOffered":
      return event.beers.map(() => ({ from: `hand:${event.seat}`, to: `stack:${event.seat}:${event.type}` }));
    case "DankAndDraftBeersSpoiled":
      return event.beers.map(() => ({ from: `stack:${event.fromSeat}:${event.type}`, to: "discard" }));
    case "DankAndDraftBeersSnatched":
      return event.beers.map(({ fromSeat }) => ({ from: `taproom:${fromSeat}`, to: `taproom:${event.seat}` }));
    case "DankAndDraftBeersStockedUp":
      return event.beers.map(({ position }) => ({ from: `tap:${position}`, to: `stack:${event.seat}:${event.type}` }));
    case "DankAndDraftBeersDiscarded":
      return event.beers.map(() => ({ from: `hand:${event.seat}`, to: "discard" }));
    case "DankAndDraftTapsRefilled":
      return event.taps.map(({ position }) => ({ from: "draw", to: `tap:${position}` }));
    default:
      return [];
  }
}

export const dankAndDraft: GameParts = {
  Board,
  places,
  tries,
  flights,
  amounts: (input) => (input.dankAndDraft?.discard?.beers as Record<string, number> | undefined) ?? null,
  pictures: Object.fromEntries(TYPES.map((type) => [type.toLowerCase(), <Glass type={type} />])),
  points: (game) =>
    new Map(game.__typename === "DankAndDraftGame" ? game.table?.players.map(({ seat, score }) => [seat, score] as const) : []),
};
