// Goofspiel on Colyseus, which sends patches with each move instead of every 50 ms.
import { Room, Server } from "@colyseus/core";
import { StateView, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { createServer } from "node:http";

const CARDS = Array.from({ length: 13 }, (_, index) => index + 1);

const Player = schema(
  { score: t.uint8(), hand: t.array("uint8"), won: t.array("uint8"), hasBid: t.boolean(), bid: t.uint8().view() },
  "Player",
);
const Table = schema(
  { prizes: t.array("uint8"), left: t.uint8(), last: t.array("uint8"), over: t.boolean(), players: t.array(Player) },
  "Table",
);

class Goofspiel extends Room {
  onCreate() {
    this.autoDispose = false; // otherwise a game ends with its last connection
    this.patchRate = null;
    this.seats = new Map(); // the seat of each session
    this.pile = CARDS.toSorted(() => Math.random() - 0.5);
    this.state = new Table();
    Object.assign(this.state, { left: 0, over: false });
    for (let seat = 0; seat < 2; seat += 1) {
      const player = new Player();
      Object.assign(player, { score: 0, hasBid: false, bid: 0 });
      player.hand.push(...CARDS);
      this.state.players.push(player);
    }
    this.turnUp();
    this.onMessage("bid", (client, card, context) => {
      const refused = this.bid(this.seats.get(client.sessionId), card);
      if (refused) return context.reject(refused);
      this.broadcastPatch();
      return context.resolve(true);
    });
  }

  onJoin(client, { watch }) {
    client.view = new StateView();
    if (watch) return;
    const seat = [0, 1].find((one) => ![...this.seats.values()].includes(one));
    if (seat === undefined) throw new Error("full");
    this.seats.set(client.sessionId, seat);
    client.view.add(this.state.players[seat]);
  }

  turnUp() {
    this.state.prizes.push(this.pile.pop());
    this.state.left = this.pile.length;
  }

  bid(seat, card) {
    const { state } = this;
    const me = state.players[seat];
    if (!me) return "not seated";
    if (me.hasBid) return "already bid";
    if (!me.hand.includes(card)) return "not in hand";
    me.bid = card;
    me.hasBid = true;
    if (!state.players.every((one) => one.hasBid)) return undefined;
    const bids = state.players.map((one) => one.bid);
    const best = Math.max(...bids);
    state.last.clear();
    state.last.push(...bids);
    state.players.forEach((one, index) => {
      one.hand.splice(one.hand.indexOf(bids[index]), 1);
      Object.assign(one, { hasBid: false, bid: 0 });
    });
    if (bids.filter((one) => one === best).length === 1) {
      const winner = state.players[bids.indexOf(best)];
      winner.won.push(...state.prizes);
      winner.score = winner.won.reduce((sum, one) => sum + one, 0);
      state.prizes.clear();
    }
    if (this.pile.length) this.turnUp();
    else state.over = true;
    return undefined;
  }
}

const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
server.define("goofspiel", Goofspiel);
await server.listen(0);
console.log(`http://127.0.0.1:${http.address().port}/`);
