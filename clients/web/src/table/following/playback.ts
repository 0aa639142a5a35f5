// Leads from the version that is shown to the newest one: one after the other, each for as long as the pace says.

import type { TableFragment } from "@taphouse/client";

import { stay } from "./pace.ts";

/** The most versions that are played. Of more, the last ones are. */
const MOST = 20;
/** How long to wait for a version that the stream left out, in ms. */
const PATIENCE = 2_000;

const after = (ms: number) => new Promise<null>((go) => setTimeout(() => go(null), ms));

export class Playback {
  #newest: TableFragment | null = null;
  #shown: TableFragment | null = null;
  #playing = false;
  #stays: Promise<void> = Promise.resolve();
  #leave = () => {};

  constructor(
    readonly seat: number | null,
    /** The game at a version; null if it cannot be had. */
    readonly load: (version: number) => Promise<TableFragment | null>,
    readonly show: (game: TableFragment) => void,
  ) {}

  /** The newest version that has arrived. */
  get newest(): number {
    return this.#newest?.version ?? 0;
  }

  /** Whether there is a newer version than the one that is shown. */
  get behind(): boolean {
    return this.newest > (this.#shown?.version ?? Infinity);
  }

  /** Takes in the game as it is now: newer than what is shown, the same said anew, or what is left after a loss. */
  arrive(game: TableFragment): void {
    const shown = this.#shown;
    this.#newest = game;
    if (shown?.status === "RUNNING" && shown.epoch === game.epoch && shown.version < game.version) void this.#play();
    else this.#put(game);
  }

  /** Shows the newest version at once. */
  skip(): void {
    this.#leave();
    if (this.#newest && this.behind) this.#put(this.#newest);
  }

  #put(game: TableFragment): void {
    this.#shown = game;
    this.show(game);
  }

  async #play(): Promise<void> {
    if (this.#playing) return;
    this.#playing = true;
    while (this.#newest && this.#shown && this.behind) {
      // The move of the viewer's own, or what happens while they decide, does not wait.
      if (this.seat === null || this.#shown.decision?.seat !== this.seat) await this.#stays;
      const newest = this.#newest;
      const stays = stay(newest.clock !== null);
      const next = stays === 0 ? newest.version : Math.max(this.#shown.version + 1, newest.version - MOST);
      const game = next >= newest.version ? newest : await Promise.race([this.load(next), after(PATIENCE)]);
      if (!this.behind || next <= this.#shown.version) continue; // somebody skipped it meanwhile
      this.#put(game ?? this.#newest);
      if (stays > 0) this.#stay(stays);
    }
    this.#playing = false;
  }

  #stay(ms: number): void {
    this.#stays = new Promise((go) => {
      const timer = setTimeout(go, ms);
      this.#leave = () => {
        clearTimeout(timer);
        go();
      };
    });
  }
}
