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
import { throughLosses } from "../losses.ts";
import { dropPending, keepPending, pendingMove, type Pending } from "../storage.ts";
import { t } from "../words.ts";
import { byChanges } from "./following/part.ts";
import { Playback } from "./following/playback.ts";

export type Move = MovesFragment["edges"][number]["node"];

export interface Shown {
  /** The game as it is now, or while it is played, as it was a moment ago; null until it is known. */
  readonly game: TableFragment | null;
  /** Newer versions have arrived, and are shown one after the other. */
  readonly playing: boolean;
  /** The newest version that is known. */
  readonly latest: number;
  /** The legal moves of the viewer, on all pages; none while the game is played. */
  readonly moves: readonly Move[];
  /** The log up to the version of `game`, in version order. */
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
  playing: false,
  latest: 0,
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
/** How long to wait for the answer to a move at first, in ms: a browser waits for minutes at a connection that is dead. */
const ANSWER = 10_000;
/** How long after the board of a table its log is read at first, in ms: on a slow phone, both take their time. */
const LOG_AFTER = 100;
/** The most entries on a page of the log. */
const MOST_LISTED = 500;

const listed = ({ legalMoves }: TableFragment): Move[] => legalMoves.edges.map(({ node }) => node);
const isGame = (found: TableFragment | RefusalFragment): found is TableFragment => "gameId" in found;

export class TableSession {
  shown: Shown;
  /** Told of the entry of each version that is shown while the table is open, for animations. */
  onNews: (entry: EntryFragment) => void = () => {};
  readonly client: Taphouse;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #past = new Map<number, TableFragment>();
  /** The versions that have arrived, and are not shown yet. */
  readonly #coming = new Map<number, TableFragment>();
  readonly #entries: EntryFragment[] = [];
  readonly #playback: Playback;
  /** The version up to which nothing is news, or all was told. */
  #told = Infinity;
  /** The version up to which it matters why a move was refused. */
  #refusedAt = 0;
  /** Stops what is being sent, which may wait at a connection that is dead. */
  #sent = new AbortController();
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
    this.#playback = new Playback(
      seat,
      async (version) => {
        const game = this.#coming.get(version) ?? (await this.at(version).catch(said));
        return typeof game === "string" ? null : game;
      },
      (game) => this.#show(game),
    );
    this.client = clientOf(token, (connection) => {
      this.#anew ||= connection !== "connected";
      if ((connection === "lost") !== (this.shown.connection === "lost")) this.#sent.abort();
      this.#change({ connection });
    });
  }

  start(): void {
    document.addEventListener("visibilitychange", () => document.hidden && this.skip(), this.#sending);
    void this.#follow();
    if (this.shown.game) void this.#log();
    const pending = this.seat === null ? null : pendingMove(this.gameId, this.seat);
    if (pending) void this.#send(pending);
  }

  stop(): void {
    this.#stop.abort();
    this.#sent.abort();
    this.#listeners.clear();
    void this.client.close();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows the newest version at once. */
  skip(): void {
    this.#playback.skip();
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
      const answer = await work(this.client);
      if (!("game" in answer)) return (this.#change({ refused: answer.message }), false);
      this.skip();
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
    const over = this.#over;
    const { game } = await this.client.query(LookAtDocument, { gameId: this.gameId, at: version }, this.#sending);
    if (!isGame(game)) return game.message;
    const { epoch } = this.shown.game ?? game; // another one has lost versions
    if (over === this.#over && epoch === game.epoch) this.#past.set(version, game);
    if (game.latest > this.shown.latest) this.#change({ latest: game.latest });
    return game;
  }

  clearNotice(): void {
    this.#change({ notice: null });
  }

  get #sending() {
    return { signal: this.#stop.signal };
  }

  get #over(): boolean {
    return this.shown.game?.status === "OVER";
  }

  #change(more: Partial<Shown>): void {
    if (this.#stop.signal.aborted) return;
    this.shown = { ...this.shown, ...more };
    for (const listener of this.#listeners) listener();
  }

  /** Tells why a move was refused: that others have come first, until more happens than that. */
  #refuse(refused: string, version: number): void {
    this.#refusedAt = version;
    this.#change({ refused });
  }

  async #follow(): Promise<void> {
    try {
      const lost = () => {
        this.#anew = true;
        this.#past.clear();
        this.#coming.clear();
      };
      for await (const game of throughLosses(() => byChanges(this.client, this.gameId, this.seat), lost)) {
        if (!isGame(game)) return this.#change({ problem: game.message });
        this.#arrive(game);
      }
      await this.#lookAfterEnd();
    } catch (error) {
      this.#change({ problem: said(error) });
    }
  }

  /** Streams end with the game, so what players propose afterwards is looked for, as long as the page is seen. */
  async #lookAfterEnd(): Promise<void> {
    let wait = SOON;
    while (!this.shown.game?.rematch && !this.#stop.signal.aborted) {
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
      // What is read anew takes the place of what was lost.
      for await (const entry of throughLosses(() => this.client.events(this.gameId), () => (this.#entries.length = 0))) {
        if (!isEntry(entry)) return; // the other stream says why
        this.#add([entry]);
        if (waiting) continue;
        waiting = true; // a whole log comes at once: draw it once
        setTimeout(() => {
          waiting = false;
          this.#tellNews();
        });
      }
    } catch (error) {
      this.#change({ problem: said(error) });
    }
  }

  /** Takes in entries of the log, each once: its end is also read when the game is over. */
  #add(entries: readonly EntryFragment[]): void {
    const last = this.#entries.at(-1)?.version ?? 0;
    this.#entries.push(...entries.filter(({ version }) => version > last));
  }

  /** Shows the log as far as the game is shown, and tells what is new there. */
  #tellNews(): void {
    const { game } = this.shown;
    if (!game || this.#entries.length === 0) return; // what another session showed stays until this one has read the log
    const entries = this.#entries.filter(({ version }) => version <= game.version);
    const news = entries.filter(({ version }) => version > this.#told);
    // A kind of game that this page does not know has no events here.
    const told = news.findLast((entry) => "events" in entry && entry.events.some(({ __typename }) => TOLD.has(__typename)));
    this.#told = news.at(-1)?.version ?? this.#told;
    this.#change({ entries, ...(told && { notice: told.version }) });
    const [newest] = news.slice(-1);
    if (newest?.version === game.version) this.onNews(newest);
  }

  /** Takes in the game as it is now. */
  #arrive(game: TableFragment): void {
    const { epoch, version } = this.shown.game ?? game;
    const older = epoch === game.epoch && game.version < Math.max(version, this.#playback.newest);
    if (older && !this.#anew) return;
    if (epoch !== game.epoch) this.#coming.clear();
    this.#anew = false;
    this.#coming.set(game.version, game);
    this.#change({ latest: game.latest });
    this.#playback.arrive(game);
    if (this.#playback.behind) this.#change({ playing: true, moves: [] });
  }

  #show(game: TableFragment): void {
    this.#told = Math.min(this.#told, game.version);
    const before = this.shown.game;
    if (game.status !== before?.status) this.#past.clear(); // after the end, nothing is hidden any more
    const playing = this.#playback.behind;
    for (const version of this.#coming.keys()) if (version <= game.version) this.#coming.delete(version);
    const moves = playing ? [] : listed(game);
    this.#change({ game, playing, moves, ...(game.version > Math.max(before?.version ?? 0, this.#refusedAt) ? { refused: null } : {}) });
    if (before) this.#tellNews();
    else setTimeout(() => void this.#log(), LOG_AFTER);
    if (!playing) this.#listMoves(game).catch((error: unknown) => this.#change({ problem: said(error) }));
  }

  /** Adds the pages of the legal moves that did not come with the game, as long as they are those of what is shown. */
  async #listMoves(game: TableFragment): Promise<void> {
    const { legalMoves } = game;
    while (legalMoves.pageInfo.hasNextPage) {
      const variables = { gameId: this.gameId, after: legalMoves.pageInfo.endCursor };
      const { game: more } = await this.client.query(MoreMovesDocument, variables, this.#sending);
      if (!("legalMoves" in more) || more.version !== game.version || this.shown.game !== game || this.shown.playing) return;
      legalMoves.edges.push(...more.legalMoves.edges);
      legalMoves.pageInfo = more.legalMoves.pageInfo;
      this.#change({ moves: listed(game) });
    }
  }

  async #send(pending: Pending): Promise<void> {
    const { gameId, seat, label, input } = pending;
    let { key, version } = pending;
    keepPending(pending);
    let tries = 0;
    this.#change({ sending: { label, tries }, refused: null, notice: null });
    const onRetry = () => this.#change({ sending: { label, tries: (tries += 1) } });
    try {
      for (let again = true; again; ) {
        again = false;
        const { signal } = (this.#sent = new AbortController());
        const timer = setTimeout(() => this.#sent.abort(), ANSWER * 2 ** tries);
        try {
          const { play: answer } = await this.client.mutate(
            PlayDocument,
            { gameId, moves: [input], expectedVersion: version },
            { key, signal, onRetry },
          );
          if (answer.__typename === "VersionConflict") {
            // Where several decide at the same time, what others choose changes nothing: the move is sent again.
            const { entries } = answer;
            again = entries.length === answer.version - version && entries.every((one) => one.notation !== null && one.seat !== seat);
            if (again) keepPending({ ...pending, key: (key = newKey()), version: (version = answer.version) });
            else this.#refuse(entries.some((one) => one.seat === seat) ? t("movedElsewhere") : t("movedOn"), answer.version);
          } else if (answer.__typename !== "GameChanged") this.#change({ refused: answer.message });
          else await this.#seen(answer.game.version, signal);
        } catch (error) {
          if (this.#stop.signal.aborted) return; // it is still kept, and sent again when the table is opened
          again = signal.aborted; // the same key: it takes effect once
          if (again) onRetry();
          else this.#change({ refused: said(error) });
        } finally {
          clearTimeout(timer);
        }
      }
      dropPending(gameId, seat, key);
    } finally {
      this.#change({ sending: null });
    }
  }

  /** Make sure that a version is there, also while the stream is broken. */
  async #seen(version: number, signal = this.#stop.signal): Promise<void> {
    if (this.#playback.newest < version) await this.#look(signal);
  }

  async #look(signal = this.#stop.signal): Promise<void> {
    const { gameId } = this;
    const { game } = await this.client.query(LookAtDocument, { gameId }, { signal });
    if (!isGame(game)) return;
    this.#arrive(game);
    const after = this.#entries.at(-1)?.version ?? 0;
    if (game.status === "RUNNING" || game.version <= after) return; // the log's stream has it, or will
    const first = Math.min(game.version - after, MOST_LISTED); // a page costs what it asks for
    const { events } = await this.client.query(HistoryDocument, { gameId, after, first }, { signal });
    if (events.__typename !== "EventPage") return;
    this.#add(events.entries);
    this.#tellNews();
  }
}
