// Plays a whole game from all its seats, knowing no rules. The first move is sent from two tabs at once, so one comes too late.
//
// Takes {url, game, seed} as JSON, game as `createGame` takes it. Prints {status, reason, moves, conflicts, points} as JSON: how
// the game ended and why, how many moves were made, how many came too late, and the points by place.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import {
  CreateGameDocument,
  LookDocument,
  PlayDocument,
  type LookQuery,
  type NewGameInput,
  type PlayedFragment,
  type PositionFragment,
} from "./graphql.js";
import { Taphouse, never } from "./taphouse.js";

interface Told {
  readonly status: PositionFragment["status"];
  readonly reason: NonNullable<PositionFragment["outcome"]>["reason"] | null;
  readonly moves: number;
  readonly conflicts: number;
  readonly points: readonly number[];
}

/** The game, where it was found. */
function seen(found: LookQuery["game"]): PositionFragment {
  switch (found.__typename) {
    case "DankAndDraftGame":
    case "PintCraftGame":
    case "BrewCraftersGame":
      return found;
    case "GameNotFound":
    case "VersionNotFound":
    case "TokenRejected":
      throw new Error(`${found.code}: ${found.message}`);
    default:
      return never(found);
  }
}

/** The game after a move, or null where another move came first. Everything else would be a fault of this program. */
function changed(played: PlayedFragment): PositionFragment | null {
  switch (played.__typename) {
    case "GameChanged":
      return played.game;
    case "VersionConflict":
      return null;
    case "MoveRefused":
      throw new Error(`not legal, by ${played.rules.join(", ")}: ${played.message}`);
    case "BatchTellsNews":
      throw new Error(`move ${played.index} tells news: ${played.message}`);
    case "WrongGame":
      throw new Error(`the game is ${played.kind}: ${played.message}`);
    case "MoveNotUnderstood":
    case "NotYourTurn":
    case "GameOver":
    case "GameNotStarted":
    case "NotSeated":
    case "InputRefused":
    case "GameNotFound":
    case "TokenRejected":
    case "TokenReadOnly":
    case "NotHost":
    case "AlreadyResigned":
    case "ConsentNeeded":
    case "Paused":
    case "KeyReused":
      throw new Error(`${played.code}: ${played.message}`);
    default:
      return never(played);
  }
}

interface Given {
  readonly url: string;
  readonly game: NewGameInput;
  readonly seed: string;
}

async function play({ url, game: kind, seed }: Given): Promise<Told> {
  const taphouse = new Taphouse(url);
  const { createGame: created } = await taphouse.ask(CreateGameDocument, {
    game: kind,
    seats: [{ kind: "MINE", name: "Ada" }, { kind: "MINE" }],
    seed,
    key: randomUUID(),
  });
  if (created.__typename !== "GameCreated") throw new Error(`${created.code}: ${created.message}`);
  const game = created.game.gameId;
  const tokens = new Map(created.seats.map(({ seat, token }) => [seat, token]));
  const look = async (token?: string) => seen((await taphouse.ask(LookDocument, { game }, token)).game);

  let [moves, conflicts] = [0, 0];
  let now = await look();
  while (now.decision !== null) {
    const token = tokens.get(now.decision.seat);
    if (now.legalMoves.edges.length === 0) now = await look(token); // they are shown to none but the seat that decides
    const { version, legalMoves } = now;
    const chosen = legalMoves.edges[(version * 7919) % legalMoves.edges.length];
    if (chosen === undefined) throw new Error("a decision without a legal move");
    const click = async () => {
      const variables = { game, moves: [chosen.node.input], version, key: randomUUID() };
      return changed((await taphouse.ask(PlayDocument, variables, token)).play);
    };
    const answers = await Promise.all(moves === 0 ? [click(), click()] : [click()]);
    conflicts += answers.filter((answer) => answer === null).length;
    now = answers.find((answer) => answer !== null) ?? (await look(token));
    moves += 1;
  }
  const { status, outcome } = now;
  const points = outcome?.standings.map(({ points }) => points) ?? [];
  return { status, reason: outcome?.reason ?? null, moves, conflicts, points };
}

const given: Given = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await play(given)));
