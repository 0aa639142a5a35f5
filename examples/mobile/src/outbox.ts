import { PlayDocument, newKey, type MoveInput, type Taphouse } from "@taphouse/client";

import type { Storage } from "./storage.js";

/** A move that the player has made, and the service may not know yet. */
interface Waiting {
  readonly key: string;
  readonly gameId: string;
  readonly label: string;
  readonly input: MoveInput;
  readonly version: number;
}

/** What became of a move: made, refused with a sentence, or still waiting. */
export interface Sent {
  readonly label: string;
  readonly result: "made" | "refused" | "waiting";
  readonly version?: number;
  readonly why?: string;
}

/** Moves on their way. They are on the device before anything is sent, so they outlive the app. */
export class Outbox {
  constructor(
    readonly taphouse: Taphouse,
    readonly storage: Storage,
  ) {}

  async waiting(): Promise<readonly Waiting[]> {
    return JSON.parse((await this.storage.getItem("outbox")) ?? "[]") as Waiting[];
  }

  async add(move: Omit<Waiting, "key">): Promise<void> {
    const all = [...(await this.waiting()), { ...move, key: newKey() }];
    await this.storage.setItem("outbox", JSON.stringify(all));
  }

  /** Sends what waits, in order, for so many milliseconds each. Call it after `add`, at start, and when the network is back. */
  async flush(patience: number): Promise<readonly Sent[]> {
    const sent: Sent[] = [];
    for (;;) {
      const [first, ...others] = await this.waiting();
      if (!first) return sent;
      const result = await this.#send(first, patience);
      sent.push(result);
      if (result.result === "waiting") return sent;
      await this.storage.setItem("outbox", JSON.stringify(others));
    }
  }

  async #send({ key, gameId, label, input, version }: Waiting, patience: number): Promise<Sent> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), patience);
    try {
      const variables = { gameId, moves: [input], expectedVersion: version };
      const { play } = await this.taphouse.mutate(PlayDocument, variables, { key, signal: stop.signal });
      if (play.__typename === "GameChanged") return { label, result: "made", version: play.game.version };
      return { label, result: "refused", why: play.message };
    } catch (error) {
      if (stop.signal.aborted) return { label, result: "waiting" };
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
