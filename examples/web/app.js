// A page that plays Dank & Draft against a bot, with nothing but what a browser has.
const SERVICE = "http://127.0.0.1:8000";

/** There is no answer: try again. */
class NoAnswer extends Error {}

/** The answer to a query or mutation. Refusals are answers too: they have a `code`. */
async function ask(query, variables, token) {
  const answer = await fetch(`${SERVICE}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  }).catch(() => null);
  if (!answer || [429, 502, 503, 504].includes(answer.status)) throw new NoAnswer();
  const { data, errors } = await answer.json();
  if (errors) throw new Error(errors[0].message);
  return Object.values(data)[0];
}

/** Shows texts as the items of a list. */
function list(id, texts) {
  const items = texts.map((text) => Object.assign(document.createElement("li"), { textContent: text }));
  document.getElementById(id).replaceChildren(...items);
}

const prompt = document.getElementById("prompt");

const CREATE = `mutation {
  createGame(game: {dankAndDraft: {}}, seats: [{kind: MINE, name: "You"}, {kind: BOT, bot: GREEDY, name: "Greta"}]) {
    ... on GameCreated { game { gameId } seats { token } }
    ... on Problem { code message }
  }
}`;

/** The game that the address names, or a new one. Its token stays in this browser. */
async function sitDown() {
  const named = location.hash.slice(1);
  if (named) return { game: named, token: localStorage.getItem(named) };
  const created = await ask(CREATE);
  if (created.code) throw new Error(created.message);
  const game = created.game.gameId;
  const token = created.seats[0].token;
  localStorage.setItem(game, token);
  history.replaceState(null, "", `#${game}`);
  return { game, token };
}

const TABLE = `query ($game: ID!) {
  game(id: $game) {
    ... on DankAndDraftGame {
      version
      status
      viewer { seat }
      seats { seat name }
      decision { seat prompt }
      table { taps { card { type } } players { seat hand { cards { type } } } }
      legalMoves(first: 100) { edges { node { label input } } }
      outcome { standings { place seat points } }
    }
    ... on Problem { code message }
  }
}`;
let shown = 0;
let over = false;

/** Asks for the table, and shows it unless a newer one is shown already. */
async function look() {
  const table = await ask(TABLE, { game }, token);
  if (table.code) throw new Error(table.message);
  if (table.version < shown) return;
  shown = table.version;
  const name = (seat) => table.seats[seat - 1].name;
  const me = table.viewer.seat;
  list("taps", table.table.taps.map(({ card }) => card?.type.toLowerCase() ?? "empty"));
  list("hand", (me && table.table.players[me - 1].hand.cards.map(({ type }) => type.toLowerCase())) || []);
  over = table.status === "OVER" || table.status === "ABANDONED";
  if (table.outcome) {
    const places = table.outcome.standings.map(({ place, seat, points }) => `${place}. ${name(seat)}: ${points} points`);
    prompt.textContent = `The game is over. ${places.join(", ")}`;
  } else {
    prompt.textContent = table.decision.seat === me ? table.decision.prompt : `${name(table.decision.seat)} decides ...`;
  }
  const buttons = table.legalMoves.edges.map(({ node }) => button(node.label, () => play(node.input, table.version)));
  document.getElementById("moves").replaceChildren(...buttons);
}

function button(text, onclick) {
  const item = document.createElement("li");
  item.append(Object.assign(document.createElement("button"), { textContent: text, onclick }));
  return item;
}

const PLAY = `mutation ($game: ID!, $move: MoveInput!, $version: Int!, $key: String!) {
  play(gameId: $game, moves: [$move], expectedVersion: $version, idempotencyKey: $key) {
    ... on GameChanged { game { version } }
    ... on Problem { code message }
  }
}`;

/** Makes a move. While there is no answer, it is sent again with the same key: it takes effect once. */
async function play(move, version) {
  document.getElementById("moves").replaceChildren();
  const key = crypto.randomUUID();
  for (;;) {
    try {
      const played = await ask(PLAY, { game, move, version, key }, token);
      if (played.code) prompt.textContent = played.message;
      return await look();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      prompt.textContent = "No connection. The move is sent again ...";
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

let pause = 1000;

/** Follows the game after an event. */
function follow(after = 0) {
  const stream = new EventSource(`${SERVICE}/v1/games/${game}/events?fields=version,sentence&after=${after}`);
  stream.onmessage = ({ data, lastEventId }) => {
    pause = 1000;
    after = lastEventId;
    const entry = JSON.parse(data);
    const item = Object.assign(document.createElement("li"), { textContent: entry.sentence });
    document.getElementById("log").prepend(item);
    if (entry.version > shown) look().catch(() => {}); // the next event asks again
  };
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(followAgain, pause * (0.5 + Math.random()), after);
  };
}

/** Follows the game again after ever longer pauses, unless it has ended and all events are here. */
async function followAgain(after) {
  pause = Math.min(2 * pause, 30000);
  const asked = fetch(`${SERVICE}/v1/games/${game}/events?after=${after}`);
  const answer = await asked.then((answer) => answer.json()).catch(() => null);
  if (answer?.code === "VERSION_NOT_FOUND") {
    shown = after = 0; // versions were lost: begin again
    list("log", []);
  }
  await look().catch(() => {});
  if (!over || Number.parseInt(after) < shown) follow(after);
}

const { game, token } = await sitDown();
look().catch(() => {}); // the first event asks again
follow();
