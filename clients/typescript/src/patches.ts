// A game as JSON, followed by JSON Patches. Apart from the client, so that a page that has no use for it does not load it.

import { immutableJSONPatch, type JSONPatchDocument } from "immutable-json-patch";

import type { Taphouse } from "./client.js";
import { GamePatchesDocument, type GamePatchesSubscription } from "./graphql.js";

/**
 * The game as JSON, as REST shows it: as it is, and again after each change, until it ends. Only what changes is sent, and what
 * has not changed is the same object as before. `fields` are the members that you want, such as `table`; without them, all. A
 * problem is the last value.
 */
export async function* followGame(
  client: Taphouse,
  gameId: string,
  fields: string[] | null = null,
): AsyncGenerator<GamePatchesSubscription["gamePatches"], void> {
  let game: unknown;
  for await (const { gamePatches } of client.subscribe(GamePatchesDocument, { gameId, fields })) {
    if (gamePatches.__typename !== "GamePatch") yield gamePatches;
    else {
      const { patch } = gamePatches;
      game = patch ? immutableJSONPatch(game, patch as JSONPatchDocument) : gamePatches.game;
      yield { ...gamePatches, game };
    }
  }
}
