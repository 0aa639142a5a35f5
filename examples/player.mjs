// Plays any game: one of its own, or an open seat of yours. `node examples/player.mjs URL [GAME]`. It needs Node alone.
const [url, named] = process.argv.slice(2);
let token;

const pause = () => new Promise((done) => setTimeout(done, 1000 + 1000 * Math.random()));

/** The answer to a request, such as one for events. It is sent until the service answers. */
async function send(query, variables, headers) {
  for (;;) {
    const answer = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }), ...headers },
      body: JSON.stringify({ query, variables }),
    }).catch(() => null);
    if (answer && ![429, 502, 503, 504].includes(answer.status)) return answer;
    await pause();
  }
}

/** The answer to a query or mutation, which takes effect once, by its key. A refusal ends the program with its sentence. */
async function ask(query, variables) {
  const answer = await send(query, { key: crypto.randomUUID(), ...variables });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(errors[0].message);
  const [result] = Object.values(data);
  if (result.code && result.code !== "VERSION_CONFLICT") throw new Error(result.message);
  return result;
}

const CREATE = `mutation ($key: String!) {
  createGame(
    idempotencyKey: $key, game: {pintCraft: {}}, seats: [{kind: MINE, name: "Hops", program: true}, {kind: BOT, bot: GREEDY}]
  ) {
    ... on GameCreated { game { gameId } seats { token } } ... on Problem { code message } } }`;
const JOIN = `mutation ($game: ID!, $key: String!) {
  joinGame(gameId: $game, idempotencyKey: $key, name: "Hops", program: true) {
    ... on GameJoined { game { gameId } seat { token } } ... on Problem { code message } } }`;

const joined = named ? await ask(JOIN, { game: named }) : await ask(CREATE);
const game = joined.game.gameId;
token = (joined.seat ?? joined.seats[0]).token;
console.log(`Watch at ${url}/#/table/${game}`);

const PLAY = `mutation ($game: ID!, $move: MoveInput!, $version: Int!, $key: String!) {
  play(gameId: $game, moves: [$move], expectedVersion: $version, idempotencyKey: $key) {
    ... on Problem { code message } } }`;

/** Makes a random legal move. If the game has moved on meanwhile, the next decision comes soon. */
async function decide({ version, game: { legalMoves } }) {
  const { label, input } = legalMoves.edges[Math.floor(Math.random() * legalMoves.edges.length)].node;
  console.log(label);
  await ask(PLAY, { game, move: input, version });
}

const DECISIONS = `subscription {
  decisions {
    ... on PendingDecision {
      version
      game {
        legalMoves(first: 100) { edges { node { label input } } }
        seats { seat name }
        outcome { standings { place seat points } }
      }
    }
    ... on Problem { code message } } }`;

/** The decisions of the seat, as server-sent events, until the game ends. After a break the stream is opened again. */
async function* decisions() {
  for (;;) {
    const answer = await send(DECISIONS, {}, { accept: "text/event-stream" });
    let text = "";
    try {
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
        const lines = (text + chunk).split("\n");
        text = lines.pop(); // the last line is not complete yet
        for (const line of lines) {
          if (line.startsWith("data: {")) yield JSON.parse(line.slice(6)).data.decisions;
          if (line === "event: complete") return;
        }
      }
    } catch {} // the connection broke
    await pause();
  }
}

for await (const decision of decisions()) {
  if (decision.code) throw new Error(decision.message);
  const { legalMoves, seats, outcome } = decision.game;
  if (legalMoves.edges.length) await decide(decision);
  for (const { place, seat, points } of outcome?.standings ?? []) console.log(place, seats[seat - 1].name ?? "the bot", points);
}
