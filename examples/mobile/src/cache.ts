import type { MoveInput } from "@taphouse/client";

import type { Storage } from "./storage.js";

/** What the screen needs of a game. `GET /openapi.json` describes the rest. */
export interface Game {
  readonly version: number;
  readonly status: "WAITING" | "RUNNING" | "OVER" | "ABANDONED";
  readonly decision: { readonly seat: number; readonly prompt: string } | null;
  readonly table: { readonly taps: readonly { readonly card: { readonly type: string } | null }[] } | null;
}

export interface LegalMoves {
  readonly moves: readonly { readonly label: string; readonly input: MoveInput }[];
}

/** A value, and how it came: sent anew, unchanged since it was sent last, or kept because there is no connection. */
export interface Found<T> {
  readonly value: T;
  readonly how: "new" | "unchanged" | "offline";
}

/** Answers of the service, kept on the device with their ETags. */
export class Cache {
  constructor(
    readonly service: string,
    readonly token: string,
    readonly storage: Storage,
  ) {}

  async get<T>(path: string): Promise<Found<T> | null> {
    const kept = await this.storage.getItem(`cache ${path}`);
    const before = kept === null ? null : (JSON.parse(kept) as { etag: string; value: T });
    const headers = { authorization: `Bearer ${this.token}`, ...(before && { "if-none-match": before.etag }) };
    let answer: Response;
    try {
      answer = await fetch(this.service + path, { headers });
    } catch {
      return before && { value: before.value, how: "offline" };
    }
    if (answer.status === 304 && before) return { value: before.value, how: "unchanged" };
    if (answer.status >= 500 || answer.status === 429) return before && { value: before.value, how: "offline" };
    if (!answer.ok) throw new Error(((await answer.json()) as { detail: string }).detail);
    const value = (await answer.json()) as T;
    await this.storage.setItem(`cache ${path}`, JSON.stringify({ etag: answer.headers.get("etag"), value }));
    return { value, how: "new" };
  }
}
