// What a client must not do, and the compiler tells: each line below `@ts-expect-error` has to be an error.

import type { CreateGameMutationVariables, DankAndDraftMoveInput, PlayedFragment, PositionFragment } from "./graphql.js";

declare const game: PositionFragment;
declare const played: PlayedFragment;

export const moves: DankAndDraftMoveInput[] = [
  { endTurn: true },
  // @ts-expect-error -- a move input is one move
  { endTurn: true, draft: { line: "ROW_1" } },
  // @ts-expect-error -- and not none
  {},
  // @ts-expect-error -- of those that there are
  { drink: true },
  // @ts-expect-error -- with all that it needs
  { draft: {} },
  // @ts-expect-error -- and what there is
  { draft: { line: "ROW_9" } },
  // @ts-expect-error -- a legal move's input is not said to be of this game
  game.legalMoves.moves[0]?.input,
];

export const seats: CreateGameMutationVariables["seats"] = [
  { kind: "BOT", bot: "GREEDY" },
  // @ts-expect-error -- there is no such bot
  { kind: "BOT", bot: "DEEP" },
];

// @ts-expect-error -- while nothing must be decided, nobody decides
export const decider: number = game.decision.seat;

// @ts-expect-error -- a time comes as text
export const updated: Date = game.updatedAt;

// @ts-expect-error -- only a change has the game that was changed
export const changed: unknown = played.game;
