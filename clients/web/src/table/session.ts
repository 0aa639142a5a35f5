// One viewer at one table: follows the game, keeps what is shown, and sends moves until they are answered.

import {
  LookAtDocument,
  MoreMovesDocument,
  PlayDocument,
  isEntry,
  newKey,
  type Connection,
  type EntryFragment,
  type MovesFragment,
  type RefusalFragment,
  type TableFragment,
  type Taphouse,
} from "@taphouse/client";

import { clientOf } from "../api.ts";
import { dropPending, keepPending, pendingMove, type Pending } from "../storage.ts";
import { t } from "../words.ts";

export type Move = MovesFragment["edges"][number]["node"];

export interface Shown {
  /** The game as it is now; null until it is known. */
  readonly game: TableFragment | null;
  /** The legal moves of the viewer, on all pages. */
  readonly moves: readonly Move[];
  /** The log, in version order. */
  readonly entries: readonly EntryFragment[];
  readonly connection: Connection;
  /** The move that was clicked and is not answered yet, and how often it was sent in vain. */
  readonly sending: { readonly label: string; readonly tries: number } | null;
  /** Why the last move was not made. */
  readonly refused: string | null;
  /** Why there is nothing to show, or why the stream ended. */
  readonly problem: string | null;
}

const NOTHING: Shown = {
  game: null,
  moves: [],
  entries: [],
  connection: "connecting",
  sending: null,
  refused: null,
  problem: null,
};

const said = (error: unknown) => (error instanceof Error ? error.message : String(error));
const isGame = (found: TableFragment | RefusalFragment): found is TableFragment => "gameId" in found;

export class TableSession {
  shown: Shown = NOTHING;
  readonly #client: Taphouse;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #past = new Map<number, TableFragment>();

  constructor(
    readonly gameId: string,
    readonly seat: number | null,
    token: string | undefined,
    /** Told of each entry that happens while the table is open, for animations. */
    readonly onNews: (entry: EntryFragment) => void,
  ) {
    this.#client = clientOf(token, (connection) => this.#change({ connection }));
  }

  start(): void {
    void this.#follow();
    void this.#log();
    const pending = this.seat === null ? null : pendingMove(this.gameId, this.seat);
    if (pending) void this.#send(pending);
  }

  stop(): void {
    this.#stop.abort();
    this.#listeners.clear();
    void this.#client.close();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Makes a legal move. It is kept in the browser until it is answered, so that a reload does not lose it. */
  async play(move: Move): Promise<void> {
    const { game, sending } = this.shown;
    if (!game || this.seat === null || sending) return;
    const { gameId, seat } = this;
    await this.#send({ gameId, seat, key: newKey(), version: game.version, label: move.label, input: move.input });
  }

  /** The game at an earlier version. */
  async at(version: number): Promise<TableFragment | string> {
    const seen = this.#past.get(version);
    if (seen) return seen;
    const { game } = await this.#client.query(LookAtDocument, { gameId: this.gameId, at: version }, this.#sending);
    if (!isGame(game)) return game.message;
    if (game.status !== "OVER" || this.shown.game?.status === "OVER") this.#past.set(version, game);
    return game;
  }

  clearRefusal(): void {
    this.#change({ refused: null });
  }

  get #sending() {
    return { signal: this.#stop.signal };
  }

  #change(more: Partial<Shown>): void {
    if (this.#stop.signal.aborted) return;
    this.shown = { ...this.shown, ...more };
    for (const listener of this.#listeners) listener();
  }

  async #follow(): Promise<void> {
    try {
      for await (const game of this.#client.updates(this.gameId)) {
        if (!isGame(game)) return this.#change({ problem: game.message });
        await this.#show(game);
      }
    } catch (error) {
      this.#change({ problem: said(error) });
    }
  }

  async #log(): Promise<void> {
    const begun = new Date();
    const entries: EntryFragment[] = [];
    let waiting = false;
    try {
      for await (const entry of this.#client.events(this.gameId)) {
        if (!isEntry(entry)) return; // the other stream says why
        entries.push(entry);
        if (new Date(entry.at) >= begun) this.onNews(entry);
        if (waiting) continue;
        waiting = true; // a whole log comes at once: draw it once
        setTimeout(() => {
          waiting = false;
          this.#change({ entries: [...entries] });
        });
      }
    } catch (error) {
      this.#change({ problem: said(error) });
    }
  }

  async #show(game: TableFragment): Promise<void> {
    if (game.version < (this.shown.game?.version ?? 0)) return;
    const moves = game.legalMoves.edges.map(({ node }) => node);
    this.#change({ game, moves, ...(game.version > (this.shown.game?.version ?? 0) ? { refused: null } : {}) });
    let { hasNextPage, endCursor } = game.legalMoves.pageInfo;
    while (hasNextPage && endCursor) {
      const variables = { gameId: this.gameId, after: endCursor };
      const { game: more } = await this.#client.query(MoreMovesDocument, variables, this.#sending);
      if (!("legalMoves" in more) || more.version !== game.version || this.shown.game?.version !== game.version) return;
      moves.push(...more.legalMoves.edges.map(({ node }) => node));
      ({ hasNextPage, endCursor } = more.legalMoves.pageInfo);
      this.#change({ moves: [...moves] });
    }
  }

  async #send(pending: Pending): Promise<void> {
    const { gameId, seat, key, version, label, input } = pending;
    keepPending(pending);
    this.#change({ sending: { label, tries: 0 }, refused: null });
    try {
      const { play: answer } = await this.#client.mutate(
        PlayDocument,
        { gameId, moves: [input], expectedVersion: version },
        { key, signal: this.#stop.signal, onRetry: (tries) => this.#change({ sending: { label, tries } }) },
      );
      dropPending(gameId, seat);
      if (answer.__typename === "VersionConflict") this.#change({ refused: t("movedOn") });
      else if (answer.__typename !== "GameChanged") this.#change({ refused: answer.message });
      else await this.#seen(answer.game.version);
    } catch (error) {
      if (this.#stop.signal.aborted) return; // it is still kept, and sent again when the table is opened
      dropPending(gameId, seat);
      this.#change({ refused: said(error) });
    } finally {
      this.#change({ sending: null });
    }
  }

  /** Make sure that a version is shown, also while the stream is broken. */
  async #seen(version: number): Promise<void> {
    if ((this.shown.game?.version ?? 0) >= version) return;
    const { game } = await this.#client.query(LookAtDocument, { gameId: this.gameId }, this.#sending);
    if (isGame(game)) await this.#show(game);
  }
}
