// What this browser holds: the tokens of seats and hosts, and moves that were clicked and not answered yet.

import type { GameKind, MoveInput } from "@taphouse/client";

export interface Held {
  readonly gameId: string;
  readonly kind: GameKind;
  readonly since: number;
  readonly host?: string;
  readonly seats: Readonly<Record<number, string>>;
}

export interface Pending {
  readonly gameId: string;
  readonly seat: number;
  readonly key: string;
  readonly version: number;
  readonly label: string;
  readonly input: MoveInput;
}

const HELD = "taphouse.held.";
const PENDING = "taphouse.pending.";

function read<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

export const held = (gameId: string): Held | null => read<Held>(HELD + gameId);

export function hold(more: Omit<Held, "since">): void {
  const before = held(more.gameId);
  const seats = { ...before?.seats, ...more.seats };
  localStorage.setItem(HELD + more.gameId, JSON.stringify({ since: Date.now(), ...before, ...more, seats }));
}

export const letGo = (gameId: string): void => localStorage.removeItem(HELD + gameId);

/** All tables of this browser, the newest first. */
export function allHeld(): Held[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(HELD));
  const found = keys.map((key) => read<Held>(key)).filter((one) => one !== null);
  return found.sort((one, other) => other.since - one.since);
}

const pendingKey = (gameId: string, seat: number) => `${PENDING}${gameId}.${seat}`;

export const pendingMove = (gameId: string, seat: number): Pending | null => read<Pending>(pendingKey(gameId, seat));
export const keepPending = (move: Pending): void =>
  localStorage.setItem(pendingKey(move.gameId, move.seat), JSON.stringify(move));
export const dropPending = (gameId: string, seat: number): void =>
  localStorage.removeItem(pendingKey(gameId, seat));

/** The name that the player gave last, for the next table. */
export const lastName = (): string => localStorage.getItem("taphouse.name") ?? "";
export const keepName = (name: string): void => localStorage.setItem("taphouse.name", name);
