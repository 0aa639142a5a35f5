// Who is signed in at the operator's identity provider, and their places at tables. The login is kept for this window alone.

import { BriefOfDocument, type BriefFragment, type GameKind } from "@taphouse/client";

import { clientOf } from "../api.ts";
import { messageOf, useOutside } from "../hooks.ts";
import { keptHere } from "../kept.ts";
import type { Login, Provider } from "./oidc.ts";

/** What an account has at a table. */
interface Place {
  readonly kind: GameKind;
  readonly seat: number | null;
  readonly host: boolean;
}

const KEY = "taphouse.login";
/** A token is renewed when this part of its time is over, or if that failed, after so many ms. */
const EARLY = 0.8;
const AGAIN = 10_000;

export const provider: Provider | null = JSON.parse(
  document.querySelector<HTMLMetaElement>("meta[name=sign-in]")?.content || "null",
) as Provider | null;

let login: Login | null = null;
/** Why the last sign-in failed. */
let problem: string | null = null;
const listeners = new Set<() => void>();
const places = new Map<string, Place>();

const oidc = () => import("./oidc.ts");

export const accessToken = (): string | undefined => login?.access;
export const loginName = (): string | null => login?.name ?? null;
export const placeOf = (gameId: string): Place | undefined => (login ? places.get(gameId) : undefined);

interface Noted extends Pick<BriefFragment, "gameId" | "kind"> {
  readonly viewer: Pick<BriefFragment["viewer"], "seat" | "host">;
}

export function notePlace({ gameId, kind, viewer: { seat, host } }: Noted): void {
  places.set(gameId, { kind, seat, host });
}

/** Asks what the account has at a table, unless that is known. */
export async function findPlace(gameId: string): Promise<void> {
  if (!login || places.has(gameId)) return;
  const { game } = await clientOf(login.access).query(BriefOfDocument, { gameId });
  if (game.__typename !== "GameNotFound" && "gameId" in game) notePlace(game);
}

/** The login, as it is renewed; null while nobody is signed in. */
export const useLogin = () => ({ login: useOutside(() => login, listen), problem });

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

function change(next: Login | null): void {
  login = next;
  if (next) keptHere.setItem(KEY, JSON.stringify(next));
  else {
    keptHere.removeItem(KEY);
    places.clear();
  }
  for (const listener of listeners) listener();
}

/** Goes to the identity provider, which comes back to this page. */
export async function signIn(): Promise<void> {
  if (provider) await (await oidc()).begin(provider);
}

/** Ends the login here and at the identity provider: also the tokens that are on their way. */
export async function signOut(): Promise<void> {
  const before = login;
  change(null);
  const last = (await renewing?.catch(() => null)) ?? before;
  if (provider && last) await (await oidc()).end(provider, last);
}

/** Ends a sign-in that has come back to this page, or goes on with the login of this window. */
export async function resume(): Promise<void> {
  if (!provider) return;
  const before = keptHere.read<Login>(KEY);
  const { searchParams } = new URL(location.href);
  try {
    if (searchParams.has("state")) change(await (await oidc()).finish(provider));
    else login = before;
  } catch (error) {
    problem = messageOf(error);
  }
  if (login) await renewInTime();
  addEventListener("visibilitychange", () => document.hidden || void renewInTime()); // no timer runs while a device sleeps
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** The token, and when it expires by the time that has passed here: the device's clock may be set back. */
let counted: { readonly access: string; readonly until: number } | null = null;
/** The request for newer tokens. There is one at a time: a provider that gets a refresh token twice takes it for stolen. */
let renewing: Promise<Login | null> | null = null;

/** Renews the token before it expires, from now on. One that has expired is renewed at once. */
async function renewInTime(): Promise<void> {
  if (!login) return;
  const { access, until } = login;
  const byClock = until - Date.now();
  if (counted?.access !== access) counted = { access, until: performance.now() + byClock };
  const left = Math.min(byClock, counted.until - performance.now()); // while a device sleeps, only its clock goes on
  if (left > 0) renewAfter(left * EARLY);
  else await renew();
}

function renewAfter(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void renew(), ms);
}

async function renew(): Promise<void> {
  if (!provider || !login || renewing) return;
  const [from, before] = [provider, login];
  try {
    renewing = oidc().then((loaded) => loaded.renew(from, before));
    const next = await renewing;
    if (login === before) change(next); // not if they have signed out meanwhile
  } catch {
    return renewAfter(AGAIN); // the provider could not be reached
  } finally {
    renewing = null;
  }
  await renewInTime();
}
