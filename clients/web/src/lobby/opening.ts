// Opening a table.

import {
  CloseSeatDocument,
  CreateGameDocument,
  type Advice,
  type BotKind,
  type HostPowers,
  type NewClockInput,
  type NewGameInput,
  type SeatInput,
  type UndoOption,
} from "@taphouse/client";

import { accessToken } from "../account/account.ts";
import { clientOf, type Kind } from "../api.ts";
import { holdCreated, keepName, lastName } from "../storage.ts";
import type { Chosen } from "./option_field.tsx";

export type Who = "MINE" | "OPEN" | "CLOSED" | "CHALLENGED" | BotKind;

/** Whether a seat waits for somebody. */
export const isFree = ({ who }: Place) => who === "OPEN" || who === "CLOSED" || who === "CHALLENGED";

/** Names of bots, by the number of the seat. */
export const BOTS = ["Barley", "Hazel", "Rowan", "Clover", "Juniper", "Alder"];

export interface Place {
  readonly id: number;
  readonly who: Who;
  /** The handle of a challenged player. */
  readonly name: string;
}

/** The seats of a new table: the visitor's, that of a challenged player, and those of bots; two, or as many as the game needs. */
export const placesOf = ({ minSeats, maxSeats }: Kind, against = ""): readonly Place[] =>
  Array.from({ length: Math.min(Math.max(minSeats, 2), maxSeats) }, (_, id) => {
    if (id === 0) return { id, who: "MINE", name: lastName() };
    return id === 1 && against ? { id, who: "CHALLENGED", name: against } : { id, who: "GREEDY", name: "" };
  });

export interface Terms {
  readonly clock: NewClockInput | null;
  readonly undo: UndoOption;
  /** Null where it was not chosen: the service then gives none between strangers. */
  readonly advice: Advice | null;
  readonly peopleOnly: boolean;
  /** Null for what is usual with the seats of the table. */
  readonly powers: HostPowers | null;
  readonly rated: boolean;
}

export const AGREED: Terms = { clock: null, undo: "FREE", advice: null, peopleOnly: false, powers: null, rated: false };

/** Terms as a rated game has them: with the advice and powers that are usual with open seats. */
export const asRated = (terms: Terms): Terms => ({
  ...terms,
  rated: true,
  undo: terms.undo === "FREE" ? "CONSENT" : terms.undo,
  advice: null,
  powers: null,
});

/** A game of a kind, as input: that of DANK_AND_DRAFT is in the field `dankAndDraft`. */
export function gameOf(kind: string, options: Readonly<Record<string, Chosen>> = {}): NewGameInput {
  const field = kind.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return { [field]: options } as NewGameInput;
}

interface Wanted {
  readonly places: readonly Place[];
  readonly options: Readonly<Record<string, Chosen>>;
  readonly listed: boolean;
  readonly byHost: boolean;
  readonly edition: string;
  readonly terms: Terms;
}

function seatOf({ who, name: given }: Place, index: number): SeatInput {
  const name = given.trim() || null;
  switch (who) {
    case "MINE":
      return { kind: "MINE", name };
    case "OPEN":
    case "CLOSED":
      return { kind: "OPEN" };
    case "CHALLENGED":
      return { kind: "OPEN", challenge: name?.replace(/^@/, "") ?? "" };
    default:
      return { kind: "BOT", bot: who, name: name ?? BOTS[index] ?? null };
  }
}

/** Creates the game; what is wrong, if it was refused. */
export async function openTable(
  kind: Kind,
  { places, options, listed, byHost, edition, terms }: Wanted,
): Promise<{ readonly gameId: string } | { readonly message: string }> {
  const chosen = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { createGame: made } = await clientOf(accessToken()).mutate(CreateGameDocument, {
    game: gameOf(kind.kind, chosen),
    seats: places.map(seatOf),
    edition: edition || null,
    visibility: listed ? "OPEN" : "UNLISTED",
    start: byHost ? "BY_HOST" : "WHEN_FULL",
    ...terms,
  });
  if (made.__typename !== "GameCreated") return made;
  const { gameId } = made.game;
  holdCreated(made);
  const mine = places.find(({ who }) => who === "MINE")?.name.trim();
  if (mine) keepName(mine);
  const host = clientOf(made.hostToken);
  for (const [index, { who }] of places.entries()) {
    if (who === "CLOSED") await host.mutate(CloseSeatDocument, { gameId, seat: index + 1 });
  }
  return { gameId };
}
