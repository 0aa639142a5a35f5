// Plays a game from its seats, knowing no rules, while everybody follows what happens.
//
// Takes {transport, url, game, tokens} as JSON, tokens by seat. Prints {status, seen, moves, connections} as JSON: the
// status that each seat was told last, the versions that each was told in the order in which they came, the moves that were
// made, and how often somebody was connected.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import { overEvents, overWebSocket } from "./clients.mjs";

const { transport, url, game, tokens } = JSON.parse(readFileSync(0, "utf8"));

const DECISIONS = `
  subscription {
    decisions {
      __typename
      ... on PendingDecision {
        version
        decision { prompt }
        game { status legalMoves(first: 20) { edges { node { input } } } }
      }
      ... on Problem { code message }
    }
  }`;

const PLAY = `
  mutation ($game: ID!, $moves: [MoveInput!]!, $version: Int!, $key: String!) {
    play(gameId: $game, moves: $moves, expectedVersion: $version, idempotencyKey: $key) {
      __typename
      ... on GameChanged { game { version } }
      ... on Problem { code message }
    }
  }`;

const EVENTS = `
  subscription ($game: ID!, $after: Int!) {
    events(gameId: $game, after: $after) {
      __typename
      ... on LogEntry { version }
      ... on Problem { code message }
    }
  }`;

let moves = 0;
let connections = 0;

/** The only field of an answer, which must be what was asked for. */
function wanted(answer, kinds) {
  const result = answer.errors ? null : Object.values(answer.data)[0];
  if (result === null || !kinds.test(result.__typename)) throw new Error(JSON.stringify(answer));
  return result;
}

/** Make a legal move whenever this seat must decide; the game's status at last. */
async function play(client) {
  let played = 0;
  let status = null;
  for await (const answer of client.iterate({ query: DECISIONS })) {
    const pending = wanted(answer, /^PendingDecision$/);
    status = pending.game.status;
    // After a break the same is told again, perhaps from before a move that was made meanwhile.
    if (pending.decision === null || pending.version <= played) continue;
    const legal = pending.game.legalMoves.edges;
    const { input } = legal[(pending.version * 7919) % legal.length].node;
    const variables = { game, moves: [input], version: pending.version, key: randomUUID() };
    // It may be answered twice, for a client whose connection breaks sends it again: with the same key, so it is done once.
    for await (const answer of client.iterate({ query: PLAY, variables })) wanted(answer, /^GameChanged$/);
    played = pending.version;
    moves += 1;
  }
  return status;
}

/** The versions as they come. */
function follow(client) {
  const seen = [];
  const variables = {
    game,
    // The client makes JSON of it whenever it connects, so after a break it goes on after the last that came.
    get after() {
      return seen.at(-1) ?? 0;
    },
  };
  return new Promise((resolve, reject) => {
    client.subscribe(
      { query: EVENTS, variables },
      {
        next(answer) {
          try {
            seen.push(wanted(answer, /LogEntry$/).version);
          } catch (error) {
            reject(error); // thrown here, it would be taken for a fault of the connection
          }
        },
        error: reject,
        complete: () => resolve(seen),
      },
    );
  });
}

const connect = { websocket: overWebSocket, sse: overEvents }[transport];
const on = { connected: () => (connections += 1) };
const seats = tokens.map((token) => connect(url, token, { on }));
const spectator = connect(url, null, { on });
const [seen, status] = await Promise.all([
  Promise.all([...seats, spectator].map(follow)),
  Promise.all(seats.map(play)),
]);
console.log(JSON.stringify({ status, seen, moves, connections }));
for (const client of [...seats, spectator]) client.dispose();
