// Works at the servers: reads commands, one JSON value a line, and answers each with one. A connection that breaks is an answer
// too, `{failed}`.
import "./sockets.mjs";
import { createInterface } from "node:readline";

import { SERVERS } from "./clients.mjs";

const at = {};
let tables = [];

async function inTurn(list, workers, work) {
  const rest = [...list];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (rest.length) await work(rest.pop());
    }),
  );
}

const commands = {
  connect({ server, port }) {
    at[server] = new SERVERS[server](port);
  },

  /** Looks at one game a number of times, each on a new connection; the bytes that come. */
  async look({ server, games }) {
    const game = await at[server].create();
    const list = Array(games).fill(game);
    let bytes = 0;
    await inTurn(list, 1, async (one) => (bytes += await at[server].look(one)));
    return { done: games, bytes: bytes / games };
  },

  /** Takes the seats of new games: those who only move, or who follow. */
  async sit({ server, games, seats, follows }) {
    const client = at[server];
    for (let number = 0; number < games; number += 1) {
      const game = await client.create();
      const sitting = [];
      for (let seat = 0; seat < seats; seat += 1) sitting.push(await client.sit(game, seat, follows));
      tables.push(sitting);
    }
  },

  /** Plays bids at all tables, some tables at a time; a move is done when all who follow have seen it. */
  async play({ tablesAtOnce, bids, follows }) {
    const bytes = () => tables.reduce((sum, seats) => sum + seats.at(-1).bytes(), 0);
    const before = bytes();
    await inTurn(tables, tablesAtOnce, async (seats) => {
      for (let card = 1; card <= bids; card += 1) {
        for (const [seat, mover] of seats.entries()) {
          const others = follows ? seats.filter((one) => one !== mover) : [];
          const seen = others.map((one) => one.seen.until(one.seen.count + 1));
          await mover.bid(seat ? 14 - card : card);
          await Promise.all(seen);
        }
      }
    });
    const done = tables.length * tables[0].length * bids;
    return { done, bytes: (bytes() - before) / done };
  },

  async leave() {
    for (const seat of tables.flat()) await seat.close();
    tables = [];
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...given } = JSON.parse(line);
  const late = new Promise((_, reject) => setTimeout(reject, given.patience, new Error("no answer came")).unref());
  const answer = await Promise.race([commands[command](given), late]).then(
    (done) => done ?? {},
    (error) => ({ failed: String(error?.message ?? error) }),
  );
  console.log(JSON.stringify(answer));
}
process.exit();
