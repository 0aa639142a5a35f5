// Plays both seats of a game of Dank & Draft, and follows it: `node two.js http://127.0.0.1:8000`.
import { CreateGameDocument, LookAtDocument, PlayDocument, RequestFailed, Taphouse, isEntry } from "@taphouse/client";

const url = `${process.argv[2]}/graphql`;
const anyone = new Taphouse({ url, timeout: 10_000 });
const { createGame } = await anyone.mutate(CreateGameDocument, {
  game: { dankAndDraft: { turnCap: 10 } },
  seats: [{ kind: "MINE", name: "Ada", program: true }, { kind: "MINE", name: "Ben", program: true }],
  visibility: "UNLISTED",
});
if (createGame.__typename !== "GameCreated") throw new Error(createGame.message); // a refusal is a result
const { gameId } = createGame.game;
const players = createGame.seats.map(({ token }) => new Taphouse({ url, token }));

async function follow(): Promise<void> {
  for await (const entry of anyone.events(gameId)) if (isEntry(entry)) console.log(entry.version, entry.sentence);
}
const followed = follow();

for (let seat = 1; ; ) {
  const player = players[seat - 1]!;
  const { game } = await player.query(LookAtDocument, { gameId });
  if (game.__typename !== "DankAndDraftGame") throw new Error(game.__typename);
  if (game.outcome) {
    await followed; // the stream ends with the game
    for (const { place, seat, points } of game.outcome.standings) console.log(place, game.seats[seat - 1]?.name, points);
    break;
  }
  seat = game.decision?.seat ?? seat;
  const move = game.legalMoves.edges.at(-1)?.node; // none while the other one decides
  if (!move) continue;
  const { play } = await player.mutate(PlayDocument, { gameId, moves: [move.input], expectedVersion: game.version });
  if (play.__typename !== "GameChanged") throw new Error(play.message);
}

const { play } = await players[0]!.mutate(PlayDocument, { gameId, moves: [{ notation: "draft row-1" }] });
if ("code" in play) console.log(`Refused: ${play.code}: ${play.message}`);
try {
  await anyone.query(LookAtDocument, { gameId: "x".repeat(300_000) });
} catch (error) {
  if (error instanceof RequestFailed) console.log(`Failed: ${error.code}`);
}
