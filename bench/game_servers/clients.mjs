// The same calls for three servers: create a game, take a seat, look at a game on a new connection.
import { Client } from "@colyseus/sdk";
import http from "node:http";
import { io } from "socket.io-client";

/** Counts the changes that a follower has seen. */
class Seen {
  count = 0;
  #waiting = [];

  tell() {
    this.count += 1;
    this.#waiting = this.#waiting.filter(([count, done]) => this.count < count || done());
  }

  until(count) {
    if (this.count >= count) return undefined;
    const { promise, resolve } = Promise.withResolvers();
    this.#waiting.push([count, resolve]);
    return promise;
  }
}

function call(port, method, path, { token, body, agent } = {}) {
  const sent = body && JSON.stringify(body);
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(sent && { "content-type": "application/json", "content-length": Buffer.byteLength(sent) }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: "127.0.0.1", method, path, agent, headers });
    request.on("error", reject).on("response", (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const text = String(Buffer.concat(parts));
        if (response.statusCode >= 300) reject(new Error(`${response.statusCode} ${text}`));
        else resolve({ json: JSON.parse(text), wire: request.socket.bytesRead });
      });
    });
    request.end(sent);
  });
}

class Taphouse {
  constructor(port) {
    this.port = port;
    this.agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  }

  async create() {
    const seats = [{ kind: "MINE", name: "Anna" }, { kind: "MINE", name: "Ben" }];
    const { json } = await call(this.port, "POST", "/v1/games", { agent: this.agent, body: { kind: "GOOFSPIEL", seats } });
    return { id: json.game.gameId, tokens: json.seats.map(({ token }) => token) };
  }

  async look({ id }) {
    return (await call(this.port, "GET", `/v1/games/${id}`, { agent: new http.Agent() })).wire;
  }

  async sit({ id, tokens }, seat, follows) {
    const token = tokens[seat];
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const seen = new Seen();
    let stream;
    if (follows) {
      const path = `/v1/games/${id}/events`;
      const headers = { accept: "text/event-stream", authorization: `Bearer ${token}` };
      stream = http.get({ port: this.port, host: "127.0.0.1", path, agent: false, headers }, (response) => {
        let rest = "";
        response.setEncoding("utf8").on("error", () => {});
        response.on("data", (part) => {
          const parts = (rest + part).split("\n\n");
          rest = parts.pop();
          for (const one of parts) if (one.includes("data:")) seen.tell();
        });
      });
      stream.on("error", () => {});
      await seen.until(2); // its creation and its start
      seen.count = 0;
    }
    const body = (card) => ({ moves: [{ goofspiel: { bid: { card } } }] });
    return {
      seen,
      bytes: () => stream?.socket.bytesRead ?? 0,
      bid: (card) => call(this.port, "POST", `/v1/games/${id}/moves`, { token, agent, body: body(card) }),
      close() {
        stream?.destroy();
        agent.destroy();
      },
    };
  }
}

class Boardgame {
  constructor(port) {
    this.port = port;
    this.agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  }

  async create() {
    const lobby = async (path, body) => (await call(this.port, "POST", `/games/goofspiel/${path}`, { agent: this.agent, body })).json;
    const { matchID } = await lobby("create", { numPlayers: 2 });
    const keys = [];
    for (const playerID of ["0", "1"])
      keys.push((await lobby(`${matchID}/join`, { playerID, playerName: playerID })).playerCredentials);
    return { id: matchID, keys };
  }

  async #joined({ id, keys }, seat) {
    const options = { transports: ["websocket"], forceNew: true, reconnection: false };
    const line = io(`http://127.0.0.1:${this.port}/goofspiel`, options);
    const { promise, resolve, reject } = Promise.withResolvers();
    line.once("sync", (_, info) => resolve(info)).once("connect_error", reject).once("disconnect", reject);
    line.emit("sync", id, seat, seat === null ? undefined : keys[seat], 2);
    return { line, info: await promise, socket: line.io.engine.transport.ws._socket };
  }

  async look(game) {
    const { line, socket } = await this.#joined(game, null);
    line.close();
    return socket.bytesRead;
  }

  async sit(game, seat) {
    const { line, info, socket } = await this.#joined(game, String(seat));
    const seen = new Seen();
    let { state } = info;
    line.on("update", (_, now) => {
      state = now;
      seen.tell();
    });
    return {
      seen,
      bytes: () => socket.bytesRead,
      async bid(card) {
        const answered = seen.until(seen.count + 1);
        const payload = { type: "bid", args: [card], playerID: String(seat), credentials: game.keys[seat] };
        line.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, game.id, String(seat));
        await answered;
      },
      close: () => line.close(),
    };
  }
}

class Colyseus {
  constructor(port) {
    this.port = port;
    this.client = new Client(`ws://127.0.0.1:${port}`);
  }

  async create() {
    const { json } = await call(this.port, "POST", "/matchmake/create/goofspiel", { body: { watch: true } });
    return { id: json.roomId ?? json.room.roomId };
  }

  async #joined({ id }, options) {
    const room = await this.client.joinById(id, options);
    const { promise, resolve } = Promise.withResolvers();
    room.onStateChange.once(resolve);
    await promise;
    return { room, socket: room.connection.transport.ws._socket };
  }

  async look(game) {
    const { room, socket } = await this.#joined(game, { watch: true });
    const wire = socket.bytesRead;
    await room.leave();
    return wire;
  }

  async sit(game) {
    const { room, socket } = await this.#joined(game, {});
    const seen = new Seen();
    room.onStateChange(() => seen.tell());
    return {
      seen,
      bytes: () => socket.bytesRead,
      bid: (card) => room.request("bid", card),
      close: () => room.leave(),
    };
  }
}

export const SERVERS = { taphouse: Taphouse, boardgame: Boardgame, "boardgame-files": Boardgame, colyseus: Colyseus };
