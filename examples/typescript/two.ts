// Plays both seats of a game of Dank & Draft: `node two.js http://127.0.0.1:8000`.
import { CreateGameDocument, LookAtDocument, PlayDocument, Taphouse } from "@taphouse/client";

const url = `${process.argv[2]}/graphql`;
const { createGame } = await new Taphouse({ url }).mutate(CreateGameDocument, {
  game: { dankAndDraft: { turnCap: 10 } },
  seats: [{ kind: "MINE", name: "Ada" }, { kind: "MINE", name: "Ben" }],
  visibility: "UNLISTED",
});
if (createGame.__typename !== "GameCreated") throw new Error(createGame.message); // a refusal is a result
const gameId = createGame.game.gameId;
const players = createGame.seats.map(({ token }) => new Taphouse({ url, token }));

for (let seat = 1; ; ) {
  const player = players[seat - 1]!;
  const { game } = await player.query(LookAtDocument, { gameId });
  if (game.__typename !== "DankAndDraftGame") throw new Error(game.__typename);
  if (game.outcome) {
    console.log("At the taps:", game.table?.taps.map(({ card }) => card?.type ?? "nothing").join(", "));
    for (const { place, seat, points } of game.outcome.standings) console.log(place, game.seats[seat - 1]?.name, points);
    break;
  }
  seat = game.decision?.seat ?? seat;
  const move = game.legalMoves.edges.at(-1)?.node; // none while the other one decides
  if (!move) continue;
  const { play } = await player.mutate(PlayDocument, { gameId, moves: [move.input], expectedVersion: game.version });
  if (play.__typename !== "GameChanged") throw new Error(play.message);
  console.log(`${game.seats[seat - 1]?.name}: ${move.label}`);
}
