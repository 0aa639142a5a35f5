// The visitor's tables as they are now: those that this browser holds, and those of their account.

import { AccountGamesDocument, BriefUpdatesDocument, type BriefFragment, type GameKind, type Taphouse } from "@taphouse/client";
import { useEffect, useState } from "preact/hooks";

import { useLogin } from "../account/account.ts";
import type { Games } from "../account/games.ts";
import { clientOf } from "../api.ts";
import { messageOf, useLoaded, useOutside } from "../hooks.ts";
import { kept } from "../kept.ts";
import { throughLosses } from "../losses.ts";
import { allHeld } from "../storage.ts";
import { language } from "../words.ts";

export interface MyTable {
  readonly gameId: string;
  readonly kind: GameKind;
  /** When something happened last, as far as it is known. */
  readonly at: string | number;
  /** The visitor's seats. */
  readonly seats: readonly number[];
  readonly hosts: boolean;
  /** This browser holds it, and can forget it. */
  readonly held: boolean;
  /** Null until it is known. */
  readonly game: BriefFragment | null;
  /** Why it is not known. */
  readonly problem: string | null;
}

/** One connection follows at most so many operations. The tables beyond are listed as this browser holds them. */
const MOST_FOLLOWED = 20;

type Known = Readonly<Record<string, BriefFragment | string>>;

async function* briefUpdates(client: Taphouse, gameId: string) {
  for await (const { gameUpdated } of client.subscribe(BriefUpdatesDocument, { gameId })) yield gameUpdated;
}

/** Follows these games until the client is closed, and tells each state, or why there is none. */
function followHeld(client: Taphouse, games: readonly string[], tell: (gameId: string, state: BriefFragment | string) => void): void {
  for (const gameId of games) {
    const follow = async () => {
      for await (const game of throughLosses(() => briefUpdates(client, gameId))) tell(gameId, "gameId" in game ? game : game.message);
    };
    follow().catch((error: unknown) => tell(gameId, messageOf(error)));
  }
}

/** The games of the account that have ended last. */
async function endedOf(access: string): Promise<Games> {
  const { account } = await clientOf(access).query(AccountGamesDocument, {});
  const { edges } = account.__typename === "Account" ? account.finishedGames : { edges: [] };
  return Object.fromEntries(edges.map(({ node }) => [node.gameId, node]));
}

/** The tables, by the games of the account as its stream has them. */
export function useMyTables(ofAccount: Games) {
  const { login } = useLogin();
  const mine = useOutside(allHeld, (changed) => kept.listen(changed));
  const [known, setKnown] = useState<Known>({});
  const ended = useLoaded(async () => (login ? endedOf(login.access) : {}), [login?.access]).value;
  const followed = mine.slice(0, MOST_FOLLOWED).map(({ gameId }) => gameId);
  useEffect(() => {
    const client = clientOf();
    followHeld(client, followed, (gameId, state) => setKnown((before) => ({ ...before, [gameId]: state })));
    return () => void client.close();
  }, [followed.join(), language]);
  return listed(mine, known, { ...ended, ...ofAccount });
}

function listed(mine: ReturnType<typeof allHeld>, known: Known, ofAccount: Games): MyTable[] {
  const tables = new Map<string, MyTable>();
  for (const { gameId, kind, since, seats, host } of mine) {
    const state = known[gameId] ?? null;
    const [game, problem] = typeof state === "string" ? [null, state] : [state, null];
    const own = Object.keys(seats).map(Number);
    tables.set(gameId, { gameId, kind, at: game?.updatedAt ?? since, seats: own, hosts: !!host, held: true, game, problem });
  }
  for (const game of Object.values(ofAccount)) {
    if (game.viewer.seat === null && !game.viewer.host) continue; // the seat was lost
    const { gameId, kind, updatedAt, viewer } = game;
    const before = tables.get(gameId);
    const seats = [...new Set([...(viewer.seat === null ? [] : [viewer.seat]), ...(before?.seats ?? [])])];
    const held = before?.held ?? false;
    tables.set(gameId, { gameId, kind, at: updatedAt, seats, hosts: viewer.host || !!before?.hosts, held, game, problem: null });
  }
  return [...tables.values()].sort((one, other) => urgency(one) - urgency(other) || Number(new Date(other.at)) - Number(new Date(one.at)));
}

export const isMyTurn = ({ game, seats, hosts }: MyTable): boolean =>
  game?.status === "RUNNING"
    ? !!game.decision?.seats.some((seat) => seats.includes(seat)) && !game.clock?.paused
    : game?.status === "WAITING" &&
      game.seats.every(({ taken }) => taken) &&
      ((game.start === "BY_HOST" && hosts) || game.seats.some(({ seat, asked }) => asked && seats.includes(seat)));

const ORDER = ["RUNNING", "WAITING", "OVER", "ABANDONED", undefined];

const urgency = (table: MyTable): number => (isMyTurn(table) ? -1 : ORDER.indexOf(table.game?.status));
