// The client against a served instance, at the address in TAPHOUSE_URL.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { after, test } from "node:test";
import WebSocket, { WebSocketServer } from "ws";

import {
  CreateGameDocument,
  DeclareProgramDocument,
  FollowPresenceDocument,
  FollowTalkDocument,
  JoinGameDocument,
  KindsDocument,
  LookAtDocument,
  OpenGamesDocument,
  PlayDocument,
  PreviewDocument,
  ProposeDocument,
  RequestFailed,
  SayDocument,
  Seat,
  SuggestionDocument,
  Taphouse,
  followGame,
  isEntry,
  newKey,
} from "../dist/index.js";

const url = new URL("/graphql", process.env.TAPHOUSE_URL);
const open = [];

/** A client that is closed at the end. */
function clientAt(at, more = {}) {
  const client = new Taphouse({ url: at, webSocket: WebSocket, ...more });
  open.push(() => client.close());
  return client;
}

after(() => Promise.all(open.map((close) => close())));

async function listening(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => server.close());
  return new URL(`http://127.0.0.1:${server.address().port}/graphql`);
}

async function created(game, seed = "the client") {
  const variables = { game, seats: [{ kind: "MINE", name: "Ada" }, { kind: "MINE" }], visibility: "UNLISTED", seed };
  const { createGame } = await clientAt(url).mutate(CreateGameDocument, variables);
  assert.equal(createGame.__typename, "GameCreated");
  return { gameId: createGame.game.gameId, tokens: createGame.seats.map(({ token }) => token) };
}

/** Plays a game from all its seats, until it is over or a number of moves is made; how many. */
async function play(at, { gameId, tokens }, most = Infinity) {
  const players = tokens.map((token) => clientAt(at, { token }));
  let { decision } = await look(players[0], gameId);
  for (let made = 0; ; made += 1) {
    if (!decision || made === most) return made;
    const player = players[decision.seat - 1];
    const { legalMoves, version } = await look(player, gameId);
    const { input } = legalMoves.edges[(version * 7919) % legalMoves.edges.length].node;
    const { play: answer } = await player.mutate(PlayDocument, { gameId, moves: [input], expectedVersion: version });
    assert.equal(answer.__typename, "GameChanged", JSON.stringify(answer));
    ({ decision } = answer.game);
  }
}

test("where there is no WebSocket, a stream says what to pass", async () => {
  const known = globalThis.WebSocket;
  delete globalThis.WebSocket;
  try {
    await assert.rejects(clientAt(url, { webSocket: undefined }).events("any", 0).next(), /the package ws as webSocket/);
  } finally {
    if (known) globalThis.WebSocket = known;
  }
});

/** The seats of a new game. */
async function seated(game) {
  const { gameId, tokens } = await created(game);
  const seats = tokens.map((token) => new Seat({ url, token, gameId, webSocket: WebSocket }));
  open.push(...seats.map((seat) => () => seat.close()));
  return { gameId, tokens, seats };
}

test("seats wait for their turns, and play a game to its end", async () => {
  const { seats } = await seated({ pintCraft: {} });
  const made = [];
  let [most, asked] = [0, 0];
  const bot = (table) => {
    const moves = table.legalMoves.edges.map(({ node }) => node);
    most = Math.max(most, moves.length);
    asked += 1;
    return moves[(table.version * 11) % moves.length];
  };
  const ends = await Promise.all(seats.map((seat) => seat.play(bot, (move, { version }) => made.push([version, move.notation]))));
  assert.deepEqual(ends.map(({ status, latest }) => [status, latest]), Array(2).fill(["OVER", made.at(-1)[0] + 1]));
  assert.deepEqual(made.map(([version]) => version), made.map((_, index) => index + 2)); // each version's move was made once
  assert.equal(most, 320); // those of three pages
  assert.equal((await seats[0].wait()).status, "OVER");
});

test("a seat looks ahead and imagines worlds, and is told why it cannot", async () => {
  const { seats, gameId, tokens } = await seated({ dankAndDraft: { firstSeat: "SEAT_1" } });
  const table = await seats[0].wait();
  const draft = table.legalMoves.edges.find(({ node }) => node.notation.startsWith("draft")).node;
  const ahead = await seats[0].preview([draft]);
  assert.equal(ahead.__typename, "DankAndDraftPreview");
  assert.equal(ahead.table.taps.filter(({ card }) => card).length, table.table.taps.filter(({ card }) => card).length - 3);
  assert.deepEqual(await seats[0].preview([{ notation: draft.notation }]), ahead);
  assert.equal((await seats[1].preview([draft])).code, "NOT_YOUR_TURN");
  const world = await seats[0].sampleWorld("one");
  assert.equal(world.__typename, "DankAndDraftWorld");
  assert.ok(world.table.players.every(({ hand }) => hand.cards.every(({ type }) => type)), "nothing is hidden");
  assert.deepEqual(await seats[0].sampleWorld("one"), world);
  assert.notEqual((await seats[0].sampleWorld("two")).position, world.position);
  assert.equal((await seats[0].play(() => ({ notation: "draft nothing" }))).code, "MOVE_NOT_UNDERSTOOD");
  const nobody = new Seat({ url, gameId, webSocket: WebSocket });
  await assert.rejects(nobody.wait(), /Only a seat can play/);
  await nobody.close();
  const nowhere = new Seat({ url, token: tokens[0], gameId: "a".repeat(24), webSocket: WebSocket });
  assert.equal((await nowhere.preview([draft])).code, (await nowhere.wait()).code);
  await nowhere.close();
  await assert.rejects(nowhere.wait(), /was closed/);
});

test("a bot that is too late is asked again, and one that waits is asked after the next change", async () => {
  const { gameId, tokens, seats } = await seated({ dankAndDraft: { firstSeat: "SEAT_1", turnCap: 4 } });
  const other = clientAt(url, { token: tokens[0] });
  const seen = [];
  const first = async ({ version, legalMoves }) => {
    seen.push(version);
    const { input } = legalMoves.edges.at(-1).node;
    if (seen.length > 1) return input;
    await other.mutate(PlayDocument, { gameId, moves: [input] }); // another device was faster
    return input;
  };
  let waited = false;
  const second = async ({ legalMoves }) => {
    if (waited) return legalMoves.edges.at(-1).node;
    waited = true;
    await other.mutate(ProposeDocument, { gameId, proposal: { draw: true } }); // a change that is no move
    return null;
  };
  const [end] = await Promise.all([seats[0].play(first), seats[1].play(second)]);
  assert.equal(end.status, "OVER");
  assert.ok(seen[1] > seen[0]);
});

test("a log whose versions were lost and made again ends, and is read anew", async () => {
  const table = await created({ pintCraft: { threshold: 5 } });
  const client = clientAt(url);
  await play(url, table, 3);
  const { version, epoch } = await look(client, table.gameId);
  const first = async (known) => {
    for await (const entry of client.events(table.gameId, version - 1, known)) return entry;
  };
  const [same, other] = await Promise.all([first(epoch), first("another")]);
  assert.deepEqual([same.version, same.epoch], [version, epoch]);
  assert.equal(other.__typename, "VersionNotFound");
});

test("a seat goes on after versions of its game were lost", async () => {
  const problem = { __typename: "VersionNotFound", code: "VERSION_NOT_FOUND", message: "A server of the store was lost." };
  const over = { __typename: "PintCraftGame", gameId: "any", status: "OVER", legalMoves: { edges: [] } };
  const answers = [problem, problem, over];
  const server = createServer();
  new WebSocketServer({ server, handleProtocols: () => "graphql-transport-ws" }).on("connection", (socket) => {
    socket.on("message", (text) => {
      const { type, id } = JSON.parse(text);
      if (type === "connection_init") socket.send(JSON.stringify({ type: "connection_ack" }));
      if (type !== "subscribe") return;
      socket.send(JSON.stringify({ id, type: "next", payload: { data: { gameUpdated: answers.shift() } } }));
      socket.send(JSON.stringify({ id, type: "complete" }));
    });
  });
  const seat = new Seat({ url: await listening(server), token: "any", gameId: "any", webSocket: WebSocket });
  open.push(() => seat.close());
  const begun = Date.now();
  assert.equal((await seat.play(() => null)).status, "OVER");
  assert.ok(Date.now() - begun > 400, "it asks again at once");
});

async function look(client, gameId) {
  const { game } = await client.query(LookAtDocument, { gameId });
  assert.ok("decision" in game, JSON.stringify(game));
  return game;
}

test("a game is played and followed to its end", async () => {
  const table = await created({ pintCraft: { threshold: 5 } });
  const seen = [];
  const states = [];
  const spectator = clientAt(url, { onConnection: (state) => states.push(state) });
  const follow = async () => {
    for await (const entry of spectator.events(table.gameId)) if (isEntry(entry)) seen.push(entry.version);
  };
  const watch = async () => {
    let last;
    for await (const update of spectator.updates(table.gameId)) last = update;
    return last;
  };
  const [, end, made] = await Promise.all([follow(), watch(), play(url, table)]);
  assert.equal(end.status, "OVER");
  assert.deepEqual(seen, Array.from({ length: end.version }, (_, index) => index + 1));
  assert.equal(made, end.version - 2); // one version was its creation, one its start
  assert.deepEqual(states.slice(0, 2), ["connecting", "connected"]);
});

for (const game of [{ dankAndDraft: {} }, { pintCraft: {} }, { brewCrafters: {} }]) {
  test(`patches make the game that REST shows, to each seat of ${Object.keys(game)[0]} and to a spectator`, async () => {
    const table = await created(game);
    const fields = ["version", "table", "seats", "decision"];
    const rest = new URL(`/v1/games/${table.gameId}?fields=${fields}`, url);
    const follow = async (token) => {
      let patches = 0;
      let before;
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      for await (const { version, game, patch } of followGame(clientAt(url, { token }), table.gameId, fields)) {
        assert.deepEqual(game, await (await fetch(`${rest}&at=${version}`, { headers })).json());
        if (patch) assert.equal(game.seats, before.seats); // the same object
        patches += patch !== null;
        before = game;
        if (patches > 5 || version > 40) break; // one that comes late skips versions
      }
      assert.ok(patches > 0);
    };
    await Promise.all([undefined, ...table.tokens].map(follow).concat(play(url, table, 40)));
  });
}

for (const game of [{ dankAndDraft: {} }, { brewCrafters: {} }]) {
  test(`the table of ${Object.keys(game)[0]} is shown and played at`, async () => {
    const table = await created(game);
    assert.equal(await play(url, table, 8), 8);
    const { table: shown, latest } = await look(clientAt(url, { token: table.tokens[0], language: "de" }), table.gameId);
    assert.deepEqual([shown.players.map(({ seat }) => seat), latest], [[1, 2], 10]);
  });
}

test("an answer that is lost is asked for again, and the move is made once", async () => {
  const table = await created({ dankAndDraft: {} });
  let lost = 0;
  const keys = new Set();
  const lossy = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { authorization } = request.headers;
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body });
    const text = await answer.text();
    const key = JSON.parse(body).variables.idempotencyKey;
    if (key && !keys.has(key)) {
      keys.add(key);
      lost += 1;
      request.socket.destroy(); // the move was made; its client is not told
    } else response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  const at = await listening(lossy);
  assert.equal(await play(at, table, 4), 4);
  assert.equal(lost, 4);
  assert.equal((await look(clientAt(url), table.gameId)).version, 2 + 4);
});

/** An address before the service at which connections break, in the middle of a frame; how often they have, and where. */
async function breaking(bytes) {
  const sockets = new Set();
  const broken = { times: 0 };
  const server = createTcpServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    sockets.add(near);
    near.pipe(far).on("error", () => near.destroy());
    let left = bytes(broken.times);
    far.on("data", (chunk) => {
      left -= chunk.length;
      if (left > 0) return void near.write(chunk);
      broken.times += 1;
      near.write(chunk.subarray(0, 1));
      near.destroy();
      far.destroy();
    });
    far.on("error", () => near.destroy());
    near.on("error", () => far.destroy());
    near.on("close", () => sockets.delete(near));
  });
  const at = await listening(server);
  open.push(() => sockets.forEach((socket) => socket.destroy()));
  return { at, broken };
}

test("a stream whose connections break misses nothing and repeats nothing", async () => {
  const table = await created({ pintCraft: { threshold: 5 } });
  const { at, broken } = await breaking((times) => 6000 + 4000 * (times % 3));
  const states = [];
  const spectator = clientAt(at, { onConnection: (state) => states.push(state) });
  await play(url, table, 30);
  const seen = [];
  for await (const entry of spectator.events(table.gameId)) {
    assert.ok(isEntry(entry));
    seen.push(entry.version);
    if (seen.length === 32) break;
  }
  assert.deepEqual(seen, Array.from({ length: 32 }, (_, index) => index + 1));
  assert.ok(broken.times > 0 && states.includes("lost"), `${broken.times} breaks, ${states}`);
});

test("talk is followed by the cursor of the last line, each line once, also where connections break", async () => {
  const { gameId, tokens } = await created({ dankAndDraft: {} });
  const { at, broken } = await breaking(() => 2000);
  let last = null;
  const variables = {
    gameId,
    get after() {
      return last;
    },
  };
  const players = tokens.map((token) => clientAt(url, { token }));
  const texts = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
  for (const [index, text] of texts.entries()) {
    const { say } = await players[index % 2].mutate(SayDocument, { gameId, text });
    assert.equal(say.__typename, "LineSaid", JSON.stringify(say));
  }
  const heard = [];
  for await (const { talk } of clientAt(at, { token: tokens[0] }).subscribe(FollowTalkDocument, variables)) {
    assert.equal(talk.__typename, "TalkLine", JSON.stringify(talk));
    last = talk.cursor;
    heard.push(talk.text);
    if (heard.length === texts.length) break;
  }
  assert.deepEqual(heard, texts);
  assert.ok(broken.times > 0);
});

test("the presence of the players is followed by those who play, and refused to others", async () => {
  const { gameId, tokens } = await created({ dankAndDraft: {} });
  const first = async (client) => (await client.subscribe(FollowPresenceDocument, { gameId }).next()).value.presence;
  const { seats } = await first(clientAt(url, { token: tokens[1] }));
  assert.deepEqual(seats, [{ seat: 1, state: "AWAY" }, { seat: 2, state: "HERE" }]);
  assert.equal((await first(clientAt(url))).code, "NOT_SEATED");
});

test("a service that is over its limits is asked again when it says so", async () => {
  let asked = 0;
  const busy = createServer((request, response) => {
    request.resume();
    asked += 1;
    if (asked < 3) response.writeHead(asked === 1 ? 429 : 503, { "retry-after": "0" }).end("{}");
    else response.writeHead(200, { "content-type": "application/json" }).end('{"data": {"catalogue": {"games": []}}}');
  });
  const tries = [];
  const sending = { onRetry: (count) => tries.push(count) };
  const answer = await clientAt(await listening(busy)).query(KindsDocument, {}, sending);
  assert.deepEqual([answer, tries], [{ catalogue: { games: [] } }, [1, 2]]);
});

test("what a service has not of the kinds of games is left out of documents", async () => {
  const refused = [];
  const answered = (query) => {
    if (query.includes("query Served")) return { data: { catalogue: { games: [{ kind: "PINT_CRAFT" }, { kind: "TAK" }] } } };
    const game = { decision: null, gameId: query };
    if (!/DankAndDraft|BrewCrafters/.test(query)) return { data: { game, gameUpdated: game } };
    refused.push(query);
    return { errors: [{ message: "Unknown type 'DankAndDraftGame'." }] };
  };
  let [held, answerLate] = [null, null];
  const server = createServer(async (request, response) => {
    const { query, variables } = JSON.parse(Buffer.concat(await request.toArray()));
    if (variables.gameId === "late") await held;
    const answer = answered(query);
    response.writeHead(answer.errors ? 400 : 200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  new WebSocketServer({ server, handleProtocols: () => "graphql-transport-ws" }).on("connection", (socket) => {
    socket.on("message", (text) => {
      const { type, id, payload } = JSON.parse(text);
      if (type === "connection_init") socket.send(JSON.stringify({ type: "connection_ack" }));
      if (type !== "subscribe") return;
      const answer = answered(payload.query);
      socket.send(JSON.stringify({ id, type: answer.errors ? "error" : "next", payload: answer.errors ?? answer }));
    });
  });
  const at = await listening(server);
  const asks = [
    (client) => look(client, "any"),
    async (client) => (await client.query(PreviewDocument, { gameId: "any", moves: [] })).game,
    async (client) => (await client.updates("any").next()).value,
  ];
  for (const ask of asks) {
    const client = clientAt(at);
    for (let times = 0; times < 2; times += 1) assert.match((await ask(client)).gameId, /PintCraftTable on PintCraftTable/);
  }
  assert.equal(refused.length, asks.length, "each client learns once");
  held = new Promise((release) => (answerLate = release));
  const client = clientAt(at);
  const both = [look(client, "late"), look(client, "any").then(() => answerLate())];
  assert.match((await Promise.all(both))[0].gameId, /PintCraftTable/, "a document that was on its way when the client learnt");
  const invalid = clientAt(at).query("query { DankAndDraft }", {});
  await assert.rejects(invalid, RequestFailed);
});

test("a try that takes too long is given up, and the mutation is sent again with its key", async () => {
  const keys = [];
  const slow = createServer(async (request, response) => {
    keys.push(JSON.parse(Buffer.concat(await request.toArray())).variables.idempotencyKey);
    const [headers, body] = [{ "content-type": "application/json" }, JSON.stringify({ data: { play: { code: "GAME_OVER" } } })];
    if (keys.length === 2) response.writeHead(200, headers).write(body.slice(0, 9)); // the rest never comes
    else if (keys.length === 3) response.writeHead(200, headers).end(body);
  });
  const client = clientAt(await listening(slow), { timeout: 100 });
  const { play: refused } = await client.mutate(PlayDocument, { gameId: "any", moves: [] });
  assert.equal(refused.code, "GAME_OVER");
  assert.deepEqual(keys, Array(3).fill(keys[0]));
  const stop = new AbortController();
  const never = client.query(KindsDocument, {}, { signal: stop.signal, onRetry: () => stop.abort() });
  await assert.rejects(never, { name: "AbortError" });
  slow.closeAllConnections();
});

test("what is no result is thrown, and what is stopped stops", async () => {
  const client = clientAt(url);
  await assert.rejects(client.query("{ nothing }", {}), (error) => error instanceof RequestFailed && error.status === 400);
  const [{ tokens }, other] = [await created({ dankAndDraft: {} }), await created({ dankAndDraft: {} }, "another")];
  const token = `${tokens[0].slice(0, tokens[0].lastIndexOf("."))}${other.tokens[0].slice(other.tokens[0].lastIndexOf("."))}`;
  const forged = clientAt(url, { token }).events(other.gameId);
  await assert.rejects(forged.next(), (error) => error instanceof RequestFailed && error.status === 4403);
  const away = clientAt("http://127.0.0.1:9/graphql");
  const stop = new AbortController();
  const asked = away.query(KindsDocument, {}, { signal: stop.signal, onRetry: () => stop.abort() });
  await assert.rejects(asked, { name: "AbortError" });
});

test("keys are long enough, and no two are equal", () => {
  const keys = Array.from({ length: 100 }, newKey);
  assert.ok(keys.every((key) => /^[0-9a-f]{32}$/.test(key)));
  assert.equal(new Set(keys).size, 100);
});

test("queries need no more than React Native has: neither DOMException nor a WebSocket class", async () => {
  const { DOMException, WebSocket } = globalThis;
  Object.assign(globalThis, { DOMException: undefined, WebSocket: undefined });
  try {
    const { catalogue } = await new Taphouse({ url }).query(KindsDocument, {});
    assert.ok(catalogue.games.length);
    const stop = new AbortController();
    const signal = Object.defineProperties(stop.signal, { throwIfAborted: { value: undefined }, reason: { value: undefined } });
    const away = new Taphouse({ url: "http://127.0.0.1:9/graphql" });
    const asked = away.query(KindsDocument, {}, { signal, onRetry: () => stop.abort() });
    await assert.rejects(asked, { name: "AbortError" });
  } finally {
    Object.assign(globalThis, { DOMException, WebSocket });
  }
});

test("a token that is rejected is asked for again, over HTTP and on a stream", async () => {
  const rejected = { __typename: "TokenRejected", code: "TOKEN_REJECTED", message: "It has expired." };
  const found = { __typename: "GameConnection", edges: [] };
  const answer = (authorization) => ({ data: { openGames: authorization === "Bearer new" ? found : rejected } });
  const server = createServer((request, response) => response.end(JSON.stringify(answer(request.headers.authorization))));
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    let authorization;
    socket.on("message", (text) => {
      const { id, type, payload } = JSON.parse(text);
      const send = (message) => socket.send(JSON.stringify(message));
      if (type === "connection_init") {
        authorization = payload.authorization;
        send({ type: "connection_ack" });
      } else if (type === "subscribe") {
        send({ id, type: "next", payload: answer(authorization) });
      }
    });
  });
  const asked = [];
  const token = (old) => (asked.push(old), old === undefined ? "old" : "new");
  const at = await listening(server);
  assert.deepEqual((await clientAt(at, { token }).query(OpenGamesDocument, {})).openGames, found);
  const { value } = await clientAt(at, { token }).openGames().next();
  assert.deepEqual(value, found);
  assert.deepEqual(asked, [undefined, "old", undefined, "old"]);
  const fixed = await clientAt(at, { token: "old" }).query(OpenGamesDocument, {});
  assert.deepEqual(fixed.openGames, rejected); // there is no other token
  const stubborn = await clientAt(at, { token: () => "old" }).query(OpenGamesDocument, {});
  assert.deepEqual(stubborn.openGames, rejected);
  for (const socket of sockets.clients) socket.terminate();
});

test("a connection that is gone without a word is noticed", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server, autoPong: false });
  let connections = 0;
  sockets.on("connection", (socket) => {
    connections += 1;
    socket.on("message", (text) => {
      if (JSON.parse(text).type === "connection_init") socket.send(JSON.stringify({ type: "connection_ack" }));
    });
    socket._socket.end = () => {}; // nor is the end of the connection answered
  });
  const states = [];
  const at = await listening(server);
  const client = new Taphouse({ url: at, webSocket: WebSocket, onConnection: (state) => states.push(state) });
  const begun = Date.now();
  client.openGames().next();
  while (connections < 2) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(Date.now() - begun < 20_000);
  assert.ok(states.includes("lost"));
  const closed = client.close();
  for (const socket of sockets.clients) socket.terminate();
  await closed;
});

test("a client that is closed while it connects sends nothing more, and opens no socket later", async () => {
  const sockets = [];
  class Watched extends WebSocket {
    constructor(...given) {
      super(...given);
      sockets.push(this);
    }
    send(...given) {
      assert.equal(this.readyState, WebSocket.OPEN);
      super.send(...given);
    }
  }
  const client = clientAt(url, { webSocket: Watched });
  const page = client.openGames().next();
  await client.close();
  assert.deepEqual(await page, { done: true, value: undefined });
  while (sockets[0].readyState !== WebSocket.CLOSED) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(await client.openGames().next(), { done: true, value: undefined });
  assert.equal(sockets.length, 1);
});

test("a game between strangers has no advice, and the seats of programs are marked", async () => {
  const anyone = clientAt(url);
  const { createGame } = await anyone.mutate(CreateGameDocument, {
    game: { pintCraft: {} },
    seats: [{ kind: "MINE", program: true }, { kind: "OPEN" }],
    visibility: "UNLISTED",
  });
  const { gameId } = createGame.game;
  const { joinGame } = await anyone.mutate(JoinGameDocument, { gameId });
  const seen = await look(anyone, gameId);
  assert.deepEqual([seen.advice, seen.peopleOnly, seen.seats.map(({ program }) => program)], ["NONE", false, [true, false]]);
  const other = clientAt(url, { token: joinGame.seat.token });
  const { game } = await other.query(SuggestionDocument, { gameId, bot: "GREEDY" });
  assert.equal(game.suggestion.code, "ADVICE_REFUSED");
  const { declareProgram } = await other.mutate(DeclareProgramDocument, { gameId });
  assert.equal(declareProgram.__typename, "GameChanged");
  assert.deepEqual((await look(anyone, gameId)).seats.map(({ program }) => program), [true, true]);
  const people = { game: { pintCraft: {} }, seats: [{ kind: "OPEN" }, { kind: "OPEN" }], visibility: "UNLISTED", peopleOnly: true };
  const { createGame: table } = await anyone.mutate(CreateGameDocument, people);
  const { joinGame: refused } = await anyone.mutate(JoinGameDocument, { gameId: table.game.gameId, program: true });
  assert.equal(refused.code, "PEOPLE_ONLY");
});
