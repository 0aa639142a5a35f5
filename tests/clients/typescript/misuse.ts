// What a client must not do, and the compiler tells: each line below `@ts-expect-error` has to be an error, and no other.

import type { CreateGameMutationVariables, MoveInput, PlayedFragment, PositionFragment } from "./graphql.js";

declare const game: PositionFragment;
declare const played: PlayedFragment;

export const moves: MoveInput[] = [
  { notation: "end-turn" },
  { dankAndDraft: { endTurn: true } },
  // @ts-expect-error -- a move is one move
  { dankAndDraft: { endTurn: true, draft: { line: "ROW_1" } } },
  // @ts-expect-error -- of one game
  { dankAndDraft: { endTurn: true }, pintCraft: { endTurn: true } },
  // @ts-expect-error -- typed or in notation
  { dankAndDraft: { endTurn: true }, notation: "end-turn" },
  // @ts-expect-error -- and not none
  {},
  // @ts-expect-error -- nor none of its game
  { dankAndDraft: {} },
  // @ts-expect-error -- of those that there are
  { dankAndDraft: { drink: true } },
  // @ts-expect-error -- with all that it needs
  { dankAndDraft: { draft: {} } },
  // @ts-expect-error -- and what there is
  { dankAndDraft: { draft: { line: "ROW_9" } } },
  // @ts-expect-error -- a line of text alone is no move
  "end-turn",
];

// The input of a legal move is one, as it stands.
export const legal: MoveInput[] = game.legalMoves.edges.map(({ node }) => node.input);

// @ts-expect-error -- and not just anything
export const inputs: number[] = game.legalMoves.edges.map(({ node }) => node.input);

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

// @ts-expect-error -- there is no such reason
export const ended: boolean = game.outcome?.reason === "THIRST";

// @ts-expect-error -- nor such a problem
export const refused: boolean = played.__typename !== "GameChanged" && played.code === "THIRST";
