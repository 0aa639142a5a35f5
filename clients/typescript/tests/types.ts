// What a client can read of a service that is newer than its types. It is only compiled: a line below `@ts-expect-error` has to be
// an error, and no other.

import type { CreateGameMutationVariables, EntryFragment, Known, LookAtQuery, PlayMutation, Seat, Status } from "../dist/index.js";

export function nameOf(found: LookAtQuery["game"]): string {
  switch (found.__typename) {
    case "DankAndDraftGame":
    case "PintCraftGame":
    case "BrewCraftersGame":
      return found.options.firstSeat;
    case "GameNotFound":
    case "VersionNotFound":
    case "TokenRejected":
      return found.code;
    default:
      // @ts-expect-error -- an unknown type may be a problem as well
      return "code" in found ? found.message : `${found.kind}, ${found.message}`;
  }
}

export function shared(found: LookAtQuery["game"]): string {
  if (found.__typename === "DankAndDraftGame") return `turn ${found.table?.turn}`;
  if ("code" in found) return found.message;
  // @ts-expect-error -- only known games have a table
  const table: unknown = found.table;
  return `${found.kind}, ${found.seats.length}, ${found.legalMoves.edges.at(-1)?.node.notation}, ${typeof table}`;
}

export function played({ play }: PlayMutation): string {
  switch (play.__typename) {
    case "GameChanged":
      return play.game.status;
    case "VersionConflict":
      return String(play.version);
    default:
      return `${play.code}: ${play.message}`;
  }
}

export function sentences(entry: EntryFragment): readonly string[] {
  if ("events" in entry) return entry.events.map(({ __typename }) => __typename);
  // @ts-expect-error -- entries of an unknown kind have no events
  const events: unknown = entry.events;
  return [entry.sentence, ...entry.sentences, typeof events];
}

const WORDS: Readonly<Record<Known<Status>, string>> = { WAITING: "soon", RUNNING: "now", OVER: "over", ABANDONED: "left" };

// @ts-expect-error -- a value may be unknown
export const wordOf = (status: Status): string => WORDS[status];

export function inWords(status: Status): string {
  switch (status) {
    case "WAITING":
    case "RUNNING":
    case "OVER":
    case "ABANDONED":
      return WORDS[status];
    default:
      return `the service is newer: ${status}`;
  }
}

// @ts-expect-error -- without a default, what is unknown is forgotten
export function forgetful(status: Status): string {
  switch (status) {
    case "WAITING":
    case "RUNNING":
    case "OVER":
    case "ABANDONED":
      return WORDS[status];
  }
}

// @ts-expect-error -- there is no such bot
export const seats: CreateGameMutationVariables["seats"] = [{ kind: "BOT", bot: "DEEP" }];

export async function playedBy(seat: Seat): Promise<string> {
  const end = await seat.play((table) => table.legalMoves.edges[0]!.node);
  // @ts-expect-error -- the end may be a refusal
  const status: unknown = end.status;
  if ("code" in end) return `${end.code}: ${end.message}`;
  const ahead = await seat.preview([{ notation: "end-turn" }]);
  const world = await seat.sampleWorld();
  // @ts-expect-error -- there is no such move
  await seat.preview(["end-turn"]);
  const taps = ahead.__typename === "DankAndDraftPreview" ? ahead.table.taps.length : 0;
  return `${String(status)}, ${end.status}, ${taps}, ${world && "position" in world ? world.position : "none"}`;
}
