// What this browser holds: the tokens of seats and hosts, and moves that were clicked and not answered yet.

import type { GameKind, MoveInput } from "@taphouse/client";

import { accessToken, loginName, notePlace, placeOf } from "./account/account.ts";

export interface Held {
  readonly gameId: string;
  readonly kind: GameKind;
  readonly since: number;
  readonly host?: string;
  readonly seats: Readonly<Record<number, string>>;
  /** The token of a seat that was lost: with it, the service says what happened. */
  readonly former?: string;
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

/** What this browser holds of a table, and what the account has there by its login. */
export function held(gameId: string): Held | null {
  const stored = read<Held>(HELD + gameId);
  const [place, token] = [placeOf(gameId), accessToken()];
  if (!place || !token) return stored;
  const { kind, seat, host } = place;
  const own = { ...(seat !== null && { [seat]: token }), ...stored?.seats };
  return { gameId, kind, since: Date.now(), ...(host && { host: token }), ...stored, seats: own };
}

/** All tokens for a table: those of seats, and the host's. An account has one for both. */
export function tokensOf(gameId: string): string[] {
  const { seats = {}, host } = held(gameId) ?? {};
  return [...new Set([...Object.values(seats), ...(host ? [host] : [])])];
}

export function hold(more: Omit<Held, "since">): void {
  const before = read<Held>(HELD + more.gameId);
  const seats = { ...before?.seats, ...more.seats };
  localStorage.setItem(HELD + more.gameId, JSON.stringify({ since: Date.now(), ...before, ...more, seats }));
}

/** Forgets a seat that its player has left, or keeps the token of one that they lost as `former`. This browser watches the table. */
export function vacate(gameId: string, seat: number, { lost }: { lost: boolean }): void {
  const [place, before] = [placeOf(gameId), read<Held>(HELD + gameId)];
  if (place?.seat === seat) notePlace({ gameId, kind: place.kind, viewer: { seat: null, host: place.host } });
  if (!before) return;
  const { [seat]: token, ...seats } = before.seats;
  const former = lost && token !== undefined ? { former: token } : {};
  localStorage.setItem(HELD + gameId, JSON.stringify({ ...before, seats, ...former }));
}

/** What an answer gives of a game: the token of a seat, the host's, or both. */
export interface Given {
  readonly game: { readonly gameId: string; readonly kind: GameKind };
  readonly seat: { readonly seat: number; readonly token: string } | null;
  readonly hostToken: string | null;
}

/** Keeps the tokens that were given for another. What a login was given ends with it, so only the place is noted. */
export function holdGiven({ game: { gameId, kind }, seat, hostToken }: Given, by?: string): void {
  if (by !== undefined && by === accessToken()) {
    notePlace({ gameId, kind, viewer: { seat: seat?.seat ?? null, host: hostToken !== null } });
    return;
  }
  const seats = seat ? { [seat.seat]: seat.token } : {};
  hold({ gameId, kind, seats, ...(hostToken !== null && { host: hostToken }) });
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

/** The name that the player gave last, for the next table; else that of their login. */
export const lastName = (): string => localStorage.getItem("taphouse.name") ?? loginName() ?? "";
export const keepName = (name: string): void => localStorage.setItem("taphouse.name", name);
