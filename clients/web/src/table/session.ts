// One viewer at one table: follows the game, keeps what is shown, and sends moves until they are answered.

import {
  HistoryDocument,
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
import { messageOf as said } from "../hooks.ts";
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
  /** Another change was asked for, and is not answered yet. */
  readonly working: boolean;
  /** The version of what happened around the game since the viewer's last move, such as that somebody's time was over. */
  readonly notice: number | null;
  /** Why the last move or change was not made. */
  readonly refused: string | null;
  /** Why there is nothing to show, or why the stream ended. */
  readonly problem: string | null;
}

export const NOTHING: Shown = {
  game: null,
  moves: [],
  entries: [],
  connection: "connecting",
  sending: null,
  working: false,
  notice: null,
  refused: null,
  problem: null,
};

/** What a change was answered with. */
export type Changed = { readonly game: { readonly version: number } } | { readonly message: string };

/** The events that a player has to be told of, whatever they look at. */
const TOLD = new Set([
  ...["TimedOut", "TimeAdded", "GameResumed", "BotStandsIn", "BotTakesOver", "PlayerReturned"],
  ...["SeatOpened", "SeatTaken", "SeatResigned", "MovesUndone", "ProposalDeclined", "ProposalWithdrawn"],
]);

/** After the end, somebody may propose a rematch: how often, in ms, this is looked for at first, and at last. */
const SOON = 2_000;
const LATE = 20_000;
const SLOWER = 1.15;
/** The most entries on a page of the log. */
const MOST_LISTED = 500;

const isGame = (found: TableFragment | RefusalFragment): found is TableFragment => "gameId" in found;

export class TableSession {
  shown: Shown;
  /** Told of each entry that happens while the table is open, for animations. */
  onNews: (entry: EntryFragment) => void = () => {};
  readonly #client: Taphouse;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #past = new Map<number, TableFragment>();
  readonly #entries: EntryFragment[] = [];
  /** The version at which the table was opened: what comes later is news. */
  #opened = Infinity;
  /** Whether what the stream brings next counts, though it may be older than what is shown: a failover may have taken that back. */
  #anew = false;

  constructor(
    readonly gameId: string,
    readonly seat: number | null,
    token: string | undefined,
    /** What another session of the same viewer showed last, in another language: it stays until this one knows better. */
    before: Shown = NOTHING,
  ) {
    this.shown = { ...before, sending: null, working: false, refused: null, problem: null };
    this.#client = clientOf(token, (connection) => {
      this.#anew ||= connection !== "connected";
      this.#change({ connection });
    });
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

  /** Makes another change than a move, and shows its result. Whether it was made; if not, `refused` says why. */
  async change(work: (client: Taphouse) => Promise<Changed>): Promise<boolean> {
    if (this.shown.working) return false;
    this.#change({ working: true, refused: null });
    try {
      const answer = await work(this.#client);
      if (!("game" in answer)) return (this.#change({ refused: answer.message }), false);
      await this.#seen(answer.game.version);
      return true;
    } catch (error) {
      this.#change({ refused: said(error) });
      return false;
    } finally {
      this.#change({ working: false });
    }
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

  clearNotice(): void {
    this.#change({ notice: null });
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
      for (let again = true; again; ) {
        again = false;
        for await (const game of this.#client.updates(this.gameId)) {
          again = game.__typename === "VersionNotFound"; // a server of the store was lost, with versions of the game
          if (again) {
            this.#anew = true;
            this.#past.clear();
            break;
          }
          if (!isGame(game)) return this.#change({ problem: game.message });
          const anew = this.#anew;
          this.#anew = false;
          await this.#show(game, anew);
        }
      }
      await this.#lookAfterEnd();
    } catch (error) {
      this.#change({ problem: said(error) });
    }
  }

  /** Streams end with the game, so what players propose afterwards is looked for, as long as the page is seen. */
  async #lookAfterEnd(): Promise<void> {
    let wait = SOON;
    while (this.seat !== null && !this.shown.game?.rematch && !this.#stop.signal.aborted) {
      await new Promise((go) => setTimeout(go, wait));
      if (document.hidden || this.#stop.signal.aborted) continue;
      const before = this.shown.game?.version;
      await this.#look();
      wait = this.shown.game?.version === before ? Math.min(LATE, wait * SLOWER) : SOON;
    }
  }

  async #log(): Promise<void> {
    let waiting = false;
    try {
      for (let again = true; again; ) {
        again = false;
        for await (const entry of this.#client.events(this.gameId)) {
          if (entry.__typename === "VersionNotFound") {
            this.#entries.length = 0; // what is read anew takes its place
            again = true;
            break;
          }
          if (!isEntry(entry)) return; // the other stream says why
          this.#tell(entry);
          if (waiting) continue;
          waiting = true; // a whole log comes at once: draw it once
          setTimeout(() => {
            waiting = false;
            this.#change({ entries: [...this.#entries] });
          });
        }
      }
    } catch (error) {
      this.#change({ problem: said(error) });
    }
  }

  #tell(entry: EntryFragment): void {
    this.#entries.push(entry);
    if (entry.version <= this.#opened) return;
    this.onNews(entry);
    const events = "events" in entry ? entry.events : []; // a kind of game that this page does not know has none here
    if (events.some(({ __typename }) => TOLD.has(__typename))) this.#change({ notice: entry.version });
  }

  async #show(game: TableFragment, anew = false): Promise<void> {
    const before = this.shown.game;
    if (!anew && before && before.epoch === game.epoch && game.version < before.version) return;
    this.#opened = Math.min(this.#opened, game.version);
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
    this.#change({ sending: { label, tries: 0 }, refused: null, notice: null });
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
    if ((this.shown.game?.version ?? 0) < version) await this.#look();
  }

  async #look(): Promise<void> {
    const { gameId } = this;
    const { game } = await this.#client.query(LookAtDocument, { gameId }, this.#sending);
    if (!isGame(game)) return;
    await this.#show(game);
    const after = this.#entries.at(-1)?.version ?? 0;
    if (game.status === "RUNNING" || game.version <= after) return; // the log's stream has it, or will
    const first = Math.min(game.version - after, MOST_LISTED); // a page costs what it asks for
    const { events } = await this.#client.query(HistoryDocument, { gameId, after, first }, this.#sending);
    if (events.__typename !== "EventPage") return;
    for (const entry of events.entries) if (entry.version > (this.#entries.at(-1)?.version ?? 0)) this.#tell(entry);
    this.#change({ entries: [...this.#entries] });
  }
}
