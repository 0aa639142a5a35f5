// What this browser holds: the tokens of seats and hosts, and moves that were clicked and not answered yet.

import type { CreatedFragment, GameKind, MoveInput } from "@taphouse/client";

import { accessToken, loginName, notePlace, placeOf } from "./account/account.ts";
import { useOutside } from "./hooks.ts";
import { kept } from "./kept.ts";

export interface Held {
  readonly gameId: string;
  readonly kind: GameKind;
  readonly since: number;
  readonly host?: string;
  readonly seats: Readonly<Record<number, string>>;
  /** Quick play has led here. */
  readonly quick?: boolean;
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

/** What this browser holds of a table, and what the account has there by its login. */
export function held(gameId: string): Held | null {
  const stored = kept.read<Held>(HELD + gameId);
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
  const before = kept.read<Held>(HELD + more.gameId);
  const seats = { ...before?.seats, ...more.seats };
  kept.setItem(HELD + more.gameId, JSON.stringify({ since: Date.now(), ...before, ...more, seats }));
}

/** Keeps the tokens of a game that was made here; an account that made it has its place there too. */
export function holdCreated({ game: { gameId, kind }, hostToken, seats }: CreatedFragment): void {
  hold({ gameId, kind, host: hostToken, seats: Object.fromEntries(seats.map(({ seat, token }) => [seat, token])) });
  if (accessToken()) notePlace({ gameId, kind, viewer: { seat: seats[0]?.seat ?? null, host: true } });
}

/** Forgets a seat that its player has left, or keeps the token of one that they lost as `former`. This browser watches the table. */
export function vacate(gameId: string, seat: number, { lost }: { lost: boolean }): void {
  const [place, before] = [placeOf(gameId), kept.read<Held>(HELD + gameId)];
  if (place?.seat === seat) notePlace({ gameId, kind: place.kind, viewer: { seat: null, host: place.host } });
  if (!before) return;
  const { [seat]: token, ...seats } = before.seats;
  const former = lost && token !== undefined ? { former: token } : {};
  kept.setItem(HELD + gameId, JSON.stringify({ ...before, seats, ...former }));
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

export const letGo = (gameId: string): void => kept.removeItem(HELD + gameId);

/** All tables of this browser, the newest first. */
export function allHeld(): Held[] {
  const keys = kept.keys().filter((key) => key.startsWith(HELD));
  const found = keys.map((key) => kept.read<Held>(key)).filter((one) => one !== null);
  return found.sort((one, other) => other.since - one.since);
}

const pendingKey = (gameId: string, seat: number) => `${PENDING}${gameId}.${seat}`;

export const pendingMove = (gameId: string, seat: number): Pending | null => kept.read<Pending>(pendingKey(gameId, seat));
export const keepPending = (move: Pending): void => void kept.setItem(pendingKey(move.gameId, move.seat), JSON.stringify(move));
/** Drops a move that was answered, unless another window keeps a later one of the seat. */
export const dropPending = (gameId: string, seat: number, key: string): void => {
  if (pendingMove(gameId, seat)?.key === key) kept.removeItem(pendingKey(gameId, seat));
};

/** The name that the player gave last, for the next table; else that of their login. */
export const lastName = (): string => kept.getItem("taphouse.name") ?? loginName() ?? "";
export const keepName = (name: string): void => void kept.setItem("taphouse.name", name);

/** What is gone when this page is closed, since the browser does not keep it: seats at tables, or choices such as the name; null for nothing. */
export function forgets(): "Seats" | "Choices" | null {
  const unkept = kept.unkept();
  if (unkept.some((key) => key.startsWith(HELD))) return "Seats";
  return unkept.some((key) => !key.startsWith(PENDING)) ? "Choices" : null;
}

export const useForgets = () => useOutside(forgets, (changed) => kept.listen(changed));
