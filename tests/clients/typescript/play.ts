// Plays a whole game from all its seats, knowing no rules. The first move is sent from two tabs at once, so one comes too late.
//
// Takes {url, kind, seed} as JSON. Prints {status, moves, conflicts, points} as JSON: how the game ended, how many moves were
// made, how many came too late, and the points by place.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import {
  CreateGameDocument,
  LookDocument,
  PlayBrewCraftersDocument,
  PlayDankAndDraftDocument,
  PlayPintCraftDocument,
  type LookQuery,
  type NewGameInput,
  type PlayedFragment,
  type PositionFragment,
  type TypedDocumentString,
} from "./graphql.js";
import { Taphouse, never } from "./taphouse.js";

/** What differs between the kinds of games: how one is created, and the mutation that takes its moves. */
interface Kind<Move> {
  readonly game: NewGameInput;
  readonly play: TypedDocumentString<
    { played: PlayedFragment },
    { game: string; moves: Move[]; version: number; key: string }
  >;
}

interface Told {
  readonly status: PositionFragment["status"];
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
    case "KeyReused":
      throw new Error(`${played.code}: ${played.message}`);
    default:
      return never(played);
  }
}

async function play<Move>(taphouse: Taphouse, seed: string, kind: Kind<Move>): Promise<Told> {
  const { createGame: created } = await taphouse.ask(CreateGameDocument, {
    game: kind.game,
    seats: [{ kind: "MINE", name: "Ada" }, { kind: "MINE" }],
    seed,
    key: randomUUID(),
  });
  if (created.__typename !== "GameCreated") throw new Error(`${created.code}: ${created.message}`);
  const game = created.game.id;
  const tokens = new Map(created.seats.map(({ seat, token }) => [seat, token]));
  const look = async (token?: string) => seen((await taphouse.ask(LookDocument, { game }, token)).game);

  let [moves, conflicts] = [0, 0];
  let now = await look();
  while (now.decision !== null) {
    const token = tokens.get(now.decision.seat);
    if (now.legalMoves.moves.length === 0) now = await look(token); // they are shown to none but the seat that decides
    const { version, legalMoves } = now;
    const chosen = legalMoves.moves[(version * 7919) % legalMoves.moves.length];
    if (chosen === undefined) throw new Error("a decision without a legal move");
    // The one cast that the contract asks for: `input` is a value of this kind's move input, and has the type `JSON` because
    // it is a field of every kind of game.
    const move = chosen.input as Move;
    const click = async () => {
      const variables = { game, moves: [move], version, key: randomUUID() };
      return changed((await taphouse.ask(kind.play, variables, token)).played);
    };
    const answers = await Promise.all(moves === 0 ? [click(), click()] : [click()]);
    conflicts += answers.filter((answer) => answer === null).length;
    now = answers.find((answer) => answer !== null) ?? (await look(token));
    moves += 1;
  }
  return { status: now.status, moves, conflicts, points: now.outcome?.standings.map(({ points }) => points) ?? [] };
}

interface Given {
  readonly url: string;
  readonly kind: "dankAndDraft" | "pintCraft" | "brewCrafters";
  readonly seed: string;
}

function playOf({ url, kind, seed }: Given): Promise<Told> {
  const taphouse = new Taphouse(url);
  switch (kind) {
    case "dankAndDraft":
      return play(taphouse, seed, { game: { dankAndDraft: {} }, play: PlayDankAndDraftDocument });
    case "pintCraft":
      return play(taphouse, seed, { game: { pintCraft: { threshold: 10 } }, play: PlayPintCraftDocument });
    case "brewCrafters":
      return play(taphouse, seed, { game: { brewCrafters: {} }, play: PlayBrewCraftersDocument });
    default:
      return never(kind);
  }
}

const given: Given = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await playOf(given)));
