// The game as it is, and again after each change: whole at first, for which nothing more has to be loaded, and then by what changes.

import type { GamePatchesSubscription, TableFragment, Taphouse, UpdatesSubscription } from "@taphouse/client";

import { Part } from "../../part.ts";

type Updated = UpdatesSubscription["gameUpdated"] | Exclude<GamePatchesSubscription["gamePatches"], { __typename: "GamePatch" }>;
/** A game as the stream of changes has it. */
type Followed = Omit<Extract<TableFragment, { table: unknown }>, "__typename" | "legalMoves">;

const CHANGES = new Part(() => import("./changes.ts"));

/** What is shown of a game, beside its legal moves, which are asked for when the viewer is to decide. */
const MEMBERS = [
  ...["id", "gameId", "kind", "version", "epoch", "latest", "status", "visibility", "start", "powers", "absentAfter", "edition"],
  ...["openSeats", "seats", "viewer", "decision", "clock", "undo", "advice", "peopleOnly", "rated", "proposals", "agreedEnd"],
  ...["rematch", "outcome", "options", "table"],
];

export async function* byChanges(client: Taphouse, gameId: string, seat: number | null): AsyncGenerator<Updated, void> {
  let last: TableFragment | null = null;
  for await (const game of client.updates(gameId)) {
    yield game;
    if (!("gameId" in game) || game.status === "OVER" || game.status === "ABANDONED") continue; // it is the last one
    last = game;
    if (CHANGES.loaded) break;
    CHANGES.load().catch(() => {}); // without it, the whole game goes on
  }
  if (!last || !CHANGES.loaded) return;
  for await (const next of CHANGES.loaded.followGame(client, gameId, MEMBERS)) {
    if (next.__typename !== "GamePatch") {
      yield next;
      continue;
    }
    last = withMoves(next.game as Followed, last, seat);
    yield last;
  }
}

/** A game with the legal moves of the one before it if they are the same, else with a first page that is still to be read. */
function withMoves(game: Followed, before: TableFragment, seat: number | null): TableFragment {
  const unchanged = game.version === before.version && game.epoch === before.epoch; // both streams begin with all of it
  const later = "table" in before && game.table === before.table && game.decision === before.decision && game.version > before.version;
  const same = unchanged || later;
  const decides = game.status === "RUNNING" && seat !== null && (game.decision?.seats.includes(seat) ?? false);
  const unread = { edges: [], pageInfo: { hasNextPage: decides, endCursor: null } };
  return { ...game, __typename: before.__typename, legalMoves: same ? before.legalMoves : unread } as TableFragment;
}
