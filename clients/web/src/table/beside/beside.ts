// Follows the talk of a game, and the presence of its players, for one viewer.

import {
  FollowPresenceDocument,
  FollowTalkDocument,
  MuteSeatDocument,
  SayDocument,
  SetTalkDocument,
  TalkDocument,
  type PresenceState,
  type TalkLineFragment,
  type TalkMode,
  type TalkRoom,
} from "@taphouse/client";

import { clientOf } from "../../api.ts";
import type { Answer } from "../../hooks.ts";
import { held } from "../../storage.ts";
import type { TableSession } from "../session.ts";

interface Room {
  readonly mode: TalkMode;
  readonly room: TalkRoom;
  /** The lines, oldest first. */
  readonly lines: readonly TalkLineFragment[];
  /** The seats that the viewer has muted. */
  readonly muted: readonly number[];
}

/** What a viewer says: a text or a phrase. */
export type Said = { readonly text: string } | { readonly phrase: string };

const MOST = 200;
/** The problems that say that the mode is another one now. */
const OTHER_MODE = ["TALK_OFF", "PHRASES_ONLY"];

export class Beside {
  /** The room that the viewer reads; null until it is known, or where there is none. */
  room: Room | null = null;
  /** The presence of each seat that people hold, if the viewer may know it. */
  presence: ReadonlyMap<number, PresenceState> = new Map();
  /** The player who came or left last, while the table is open. */
  moved: { readonly seat: number; readonly here: boolean } | null = null;
  /** The lines of others that have come while the talk was not seen. */
  unread = 0;
  #seen = false;
  #stop = new AbortController();
  readonly #session: TableSession;
  readonly #changed: () => void;

  constructor(session: TableSession, changed: () => void) {
    this.#session = session;
    this.#changed = changed;
  }

  start(): void {
    this.#stop = new AbortController();
    this.#follow().catch(() => {}); // the table says what is wrong with the connection
    if (this.#session.seat !== null) this.#attend().catch(() => {});
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Notes whether the viewer sees the talk. */
  see(seen: boolean): void {
    this.#seen = seen;
    if (seen && this.unread > 0) this.#change(() => (this.unread = 0));
  }

  /** Reads a room: the one of the viewer, or once the game is over, any. */
  async read(room: TalkRoom | null = null): Promise<Answer | undefined> {
    const { client, gameId } = this.#session;
    const { talk } = await client.query(TalkDocument, { gameId, room }, { signal: this.#stop.signal });
    if (talk.__typename !== "TalkPage") return talk;
    this.#change(() => (this.room = talk));
    return undefined;
  }

  async say(said: Said): Promise<Answer | undefined> {
    const { client, gameId } = this.#session;
    const { say } = await client.mutate(SayDocument, { gameId, ...said });
    if (say.__typename === "LineSaid") return void this.#add(say.line, true);
    if (OTHER_MODE.includes(say.code)) void this.read().catch(() => {});
    return say;
  }

  async mute(seat: number, muted: boolean): Promise<Answer | undefined> {
    const { client, gameId } = this.#session;
    const { muteSeat } = await client.query(MuteSeatDocument, { gameId, seat, muted });
    return muteSeat.__typename === "SeatsMuted" ? this.read() : muteSeat;
  }

  /** Chooses what can be said, as the host. */
  async set(mode: TalkMode): Promise<Answer | undefined> {
    const { gameId } = this.#session;
    const { setTalk } = await clientOf(held(gameId)?.host).query(SetTalkDocument, { gameId, mode });
    return setTalk.__typename === "TalkSet" ? this.read() : setTalk;
  }

  async #follow(): Promise<void> {
    if (await this.read()) return;
    const { client, gameId } = this.#session;
    let last = this.room?.lines.at(-1)?.cursor ?? null;
    const variables = {
      gameId,
      get after() {
        return last;
      },
    };
    for await (const { talk } of client.subscribe(FollowTalkDocument, variables)) {
      if (this.#stop.signal.aborted || talk.__typename !== "TalkLine") return;
      last = talk.cursor;
      this.#add(talk, talk.seat !== null && talk.seat === this.#session.seat);
    }
  }

  async #attend(): Promise<void> {
    const { client, gameId, seat } = this.#session;
    for await (const { presence } of client.subscribe(FollowPresenceDocument, { gameId })) {
      if (this.#stop.signal.aborted || presence.__typename !== "TablePresence") return;
      const before = this.presence;
      const now = new Map(presence.seats.map((one) => [one.seat, one.state]));
      const isHere = (where: typeof before, one: number) => where.get(one) === "HERE";
      const moved = [...now.keys()].find((one) => one !== seat && before.has(one) && isHere(before, one) !== isHere(now, one));
      this.#change(() => {
        this.presence = now;
        if (moved !== undefined) this.moved = { seat: moved, here: isHere(now, moved) };
      });
    }
  }

  /** Takes in a line, once. A line that a failover took back has given its number to another one. */
  #add(line: TalkLineFragment, own: boolean): void {
    const { room } = this;
    if (room?.room !== line.room || room.lines.some(({ cursor }) => cursor === line.cursor)) return;
    const lines = [...room.lines.filter(({ number }) => number < line.number), line].slice(-MOST);
    this.#change(() => {
      this.room = { ...room, lines };
      if (!own && !this.#seen) this.unread += 1;
    });
  }

  #change(change: () => void): void {
    if (this.#stop.signal.aborted) return;
    change();
    this.#changed();
  }
}
