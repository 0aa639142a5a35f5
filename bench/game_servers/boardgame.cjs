// Goofspiel on boardgame.io: `node boardgame.cjs [FOLDER]`, which keeps games in memory, or by its FlatFile in a folder.
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const CARDS = Array.from({ length: 13 }, (_, index) => index + 1);

function turnUp(G) {
  G.prizes.push(G.secret.pile.pop());
  G.left = G.secret.pile.length;
}

function bid({ G, playerID }, card) {
  const me = G.table[playerID];
  if (me.hasBid || !me.hand.includes(card)) return INVALID_MOVE;
  G.players[playerID].bid = card;
  me.hasBid = true;
  if (!G.table.every((seat) => seat.hasBid)) return undefined;
  const bids = Object.values(G.players).map((seat) => seat.bid);
  const best = Math.max(...bids);
  G.table.forEach((seat, index) => {
    seat.hand = seat.hand.filter((one) => one !== bids[index]);
    seat.hasBid = false;
    G.players[index].bid = null;
  });
  G.last = bids;
  if (bids.filter((one) => one === best).length === 1) G.table[bids.indexOf(best)].won.push(...G.prizes.splice(0));
  if (G.secret.pile.length) turnUp(G);
  return undefined;
}

const goofspiel = {
  name: "goofspiel",
  minPlayers: 2,
  maxPlayers: 2,
  setup({ ctx, random }) {
    const players = Object.fromEntries(ctx.playOrder.map((id) => [id, { bid: null }])); // only its owner sees one
    const table = ctx.playOrder.map(() => ({ hand: [...CARDS], won: [], hasBid: false }));
    const G = { secret: { pile: random.Shuffle(CARDS) }, players, table, prizes: [], left: 0, last: [] };
    turnUp(G);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { activePlayers: { all: "bidding" }, stages: { bidding: {} } },
  // Without `ignoreStaleStateID`, one of two bids at the same moment is lost.
  moves: { bid: { client: false, redact: true, ignoreStaleStateID: true, move: bid } },
  endIf: ({ G }) => G.table.every((seat) => !seat.hand.length) || undefined,
};

const [folder] = process.argv.slice(2);
const server = Server({ games: [goofspiel], origins: [Origins.LOCALHOST], ...(folder && { db: new FlatFile({ dir: folder }) }) });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}/`));
