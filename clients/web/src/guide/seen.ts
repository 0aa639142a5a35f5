// Which comments a learner has seen, game by game.

import { kept } from "../kept.ts";

const KEY = "taphouse.lessons.";

/** The numbers of the comments that the learner has seen in a game; null in any other game. */
export const seenIn = (gameId: string): readonly number[] | null => kept.read(KEY + gameId);

/** Begins, or goes on, to comment a game. */
export const keepSeen = (gameId: string, seen: readonly number[] = []): void => void kept.setItem(KEY + gameId, JSON.stringify(seen));

/** Comments a game no more. */
export const forgetSeen = (gameId: string): void => void kept.removeItem(KEY + gameId);
