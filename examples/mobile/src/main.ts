import { CreateGameDocument, Taphouse } from "@taphouse/client";

import { Cache, type Game, type LegalMoves } from "./cache.js";
import { Outbox } from "./outbox.js";
import { startServer, watch, type Told } from "./push.js";
import { Memory } from "./storage.js";

const service = process.argv[2] ?? "http://127.0.0.1:8000";
const url = `${service}/graphql`;
const storage = new Memory();

// Anna sits down.
const { createGame } = await new Taphouse({ url }).mutate(CreateGameDocument, {
  game: { dankAndDraft: { firstSeat: "SEAT_1" } },
  seats: [{ kind: "MINE", name: "Anna" }, { kind: "BOT", bot: "RANDOM", name: "Randy" }],
  visibility: "UNLISTED",
});
if (createGame.__typename !== "GameCreated") throw new Error(createGame.message);
const gameId = createGame.game.gameId;
const token = createGame.seats[0]?.token ?? "";
await storage.setItem("seat", JSON.stringify({ gameId, token })); // in the keychain of the device

/** Shows the game and its buttons, from wherever they come. */
async function show(): Promise<{ version: number; moves: LegalMoves["moves"] }> {
  const cache = new Cache(service, token, storage);
  const game = await cache.get<Game>(`/v1/games/${gameId}`);
  const legal = await cache.get<LegalMoves>(`/v1/games/${gameId}/moves/legal?first=100`);
  if (!game || !legal) throw new Error("There is no connection, and nothing to show yet.");
  const { version, decision } = game.value;
  console.log(`Version ${version} (${game.how}): ${decision?.prompt ?? "The game has ended."}`);
  return { version, moves: legal.value.moves };
}

await show();
await show();

// Offline: what was shown last is shown, and a tap is kept.
const online = globalThis.fetch;
globalThis.fetch = async () => {
  throw new TypeError("There is no network.");
};
const { version, moves } = await show();
const [draft] = moves;
if (!draft) throw new Error("It is not Anna's turn.");
let outbox = new Outbox(new Taphouse({ url, token }), storage);
await outbox.add({ gameId, version, label: draft.label, input: draft.input });
console.log("Offline:", await outbox.flush(100));

// The app is closed and opened again. The network is back, but loses the first answer.
outbox = new Outbox(new Taphouse({ url, token }), storage);
console.log("Waiting after a restart:", (await outbox.waiting()).length);
let lost = 0;
globalThis.fetch = async (...request) => {
  const answer = await online(...request);
  if (lost++ === 0) throw new TypeError("The connection broke before the answer came.");
  return answer;
};
console.log("Online:", await outbox.flush(10_000), `sent ${lost} times`);
globalThis.fetch = online;

// The phone is in a pocket. Randy moves, and then Anna gets a push message.
let push = (_: Told) => {};
const pushed = new Promise<Told>((resolve) => (push = resolve));
const server = await startServer(push);
await watch(service, gameId, createGame.hostToken, server.url);
const now = await show();
const [end] = now.moves; // the first move ends the turn
if (!end) throw new Error("It is not Anna's turn.");
await outbox.add({ gameId, version: now.version, label: end.label, input: end.input });
console.log("Online:", await outbox.flush(10_000));
const { type, data } = await pushed;
console.log("Push:", type, "for seat", data.seat);
await show();
server.stop();
