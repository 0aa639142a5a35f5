// A seat at one game, for programs that play.

import { Taphouse, type Options, type Sending } from "./client.js";
import {
  MoreMovesDocument,
  PlayDocument,
  PreviewDocument,
  SampleWorldDocument,
  type MoveFragment,
  type MoveInput,
  type PlayMutation,
  type PreviewQuery,
  type SampleWorldQuery,
  type UpdatesSubscription,
} from "./graphql.js";
import { backoff, pause } from "./sending.js";

/** A game as a seat sees it. */
export type Table = Extract<UpdatesSubscription["gameUpdated"], { readonly legalMoves: unknown }>;
/** Why a game is not shown. */
export type NoTable = Exclude<UpdatesSubscription["gameUpdated"], Table>;
/** Why a move is refused. */
export type RefusedMove = Exclude<PlayMutation["play"], { readonly __typename: "GameChanged" }>;
/** A move: a legal move of a table, or the input of one. */
export type Chosen = MoveFragment | MoveInput;
/** Chooses a move at a table where its seat must decide. `null` waits for the next change. */
export type Bot = (table: Table) => Chosen | null | Promise<Chosen | null>;

type Field<Query extends { readonly game: unknown }, Name extends string> =
  Extract<Query["game"], Readonly<Record<Name, unknown>>> extends Readonly<Record<Name, infer Shown>> ? Shown : never;

/** The result of some moves, or why they cannot be made. */
export type Previewed = Field<PreviewQuery, "preview"> | Exclude<PreviewQuery["game"], { readonly preview: unknown }>;
/** A world, or why there is none: `null` unless the seat has a running game. */
export type Sampled =
  | Field<SampleWorldQuery, "sampleWorld">
  | Exclude<SampleWorldQuery["game"], { readonly sampleWorld: unknown }>;

/** Codes of a move that came too late, such as when another client plays the same seat. */
const LATE: ReadonlySet<string> = new Set(["VERSION_CONFLICT", "NOT_YOUR_TURN", "GAME_OVER", "PAUSED"]);

/** The client of one seat at one game, with the token of the seat. Refusals are results. */
export class Seat extends Taphouse {
  readonly #gameId: string;

  constructor(options: Options & { readonly gameId: string }) {
    super(options);
    this.#gameId = options.gameId;
  }

  /** The table as soon as the seat must decide or the game has ended, with all legal moves. */
  async wait(): Promise<Table | NoTable> {
    for await (const table of this.#turns()) return table;
    throw closed();
  }

  /**
   * Plays until the game has ended. A move counts only at the version of its table: if the game has moved on meanwhile, the bot is
   * asked again.
   *
   * @param bot Chooses the moves.
   * @param made Told after each move.
   * @returns The table at the end; or why a move is not legal, or the game is not shown any more.
   */
  async play(bot: Bot, made?: (move: Chosen, before: Table) => unknown): Promise<Table | NoTable | RefusedMove> {
    for await (const table of this.#turns()) {
      if (!("legalMoves" in table) || isOver(table)) return table;
      const move = await bot(table);
      if (!move) continue;
      const given = { gameId: this.#gameId, moves: [inputOf(move)], expectedVersion: table.version };
      const { play } = await this.mutate(PlayDocument, given);
      if (play.__typename === "GameChanged") await made?.(move, table);
      else if (!LATE.has(play.code)) return play;
    }
    throw closed();
  }

  /** The table after some moves, as the seat can know it. Nothing is changed. */
  async preview(moves: readonly Chosen[], sending?: Sending): Promise<Previewed> {
    const { game } = await this.query(PreviewDocument, { gameId: this.#gameId, moves: moves.map(inputOf) }, sending);
    return "preview" in game ? game.preview : game;
  }

  /** A position that agrees with all that the seat knows, drawn by chance: at one version, the same seed gives the same. */
  async sampleWorld(seed?: string, sending?: Sending): Promise<Sampled> {
    const { game } = await this.query(SampleWorldDocument, { gameId: this.#gameId, seed }, sending);
    return "sampleWorld" in game ? game.sampleWorld : game;
  }

  /** The table whenever the seat must decide, and at last the end, or a problem. */
  async *#turns(tries = 0): AsyncGenerator<Table | NoTable, void> {
    for await (const game of this.updates(this.#gameId)) {
      if (game.__typename === "VersionNotFound") {
        await pause(backoff(tries)); // versions were lost, but the game lives
        return yield* this.#turns(tries + 1);
      }
      tries = 0;
      if (!("legalMoves" in game) || isOver(game)) {
        yield game;
        return;
      }
      const { seat } = game.viewer;
      if (seat === null) throw new Error("Only a seat can play: give its token.");
      const table = game.decision?.seats.includes(seat) && !game.clock?.paused ? await this.#whole(game) : null;
      if (table) yield table;
    }
  }

  /** A table with the pages of legal moves after the first one. `null` if the game has moved on. */
  async #whole(table: Table): Promise<Table | null> {
    const edges = [...table.legalMoves.edges];
    let { pageInfo } = table.legalMoves;
    while (pageInfo.hasNextPage) {
      const { game } = await this.query(MoreMovesDocument, { gameId: this.#gameId, after: pageInfo.endCursor! });
      if (!("legalMoves" in game) || game.version !== table.version) return null;
      edges.push(...game.legalMoves.edges);
      ({ pageInfo } = game.legalMoves);
    }
    return { ...table, legalMoves: { edges, pageInfo } };
  }
}

function isOver({ status }: Table): boolean {
  return status === "OVER" || status === "ABANDONED";
}

function inputOf(move: Chosen): MoveInput {
  return "input" in move ? move.input : move;
}

const closed = (): Error => new Error("The client was closed.");
