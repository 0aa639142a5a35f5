// Plays both seats of a game of Dank & Draft, and follows it: `node two.js http://127.0.0.1:8000`.
import { CreateGameDocument, LookAtDocument, RequestFailed, Seat, Taphouse, isEntry, type Table } from "@taphouse/client";

const url = `${process.argv[2]}/graphql`;
const anyone = new Taphouse({ url, timeout: 10_000 });
const { createGame } = await anyone.mutate(CreateGameDocument, {
  game: { dankAndDraft: { turnCap: 10 } },
  seats: [{ kind: "MINE", name: "Ada", program: true }, { kind: "MINE", name: "Ben", program: true }],
  visibility: "UNLISTED",
});
if (createGame.__typename !== "GameCreated") throw new Error(createGame.message); // a refusal is a result
const { gameId } = createGame.game;
const players = createGame.seats.map(({ token }) => new Seat({ url, token, gameId }));

async function follow(): Promise<void> {
  for await (const entry of anyone.events(gameId)) if (isEntry(entry)) console.log(entry.version, entry.sentence);
}
const followed = follow();

const bot = ({ legalMoves }: Table) => legalMoves.edges.at(-1)!.node;
const [end] = await Promise.all(players.map((player) => player.play(bot)));
await followed; // the stream ends with the game
if (!end || "code" in end) throw new Error(end?.message);
for (const { place, seat, points } of end.outcome?.standings ?? []) console.log(place, end.seats[seat - 1]?.name, points);

const late = await players[0]!.preview([{ notation: "draft row-1" }]);
if ("code" in late) console.log(`Refused: ${late.code}: ${late.message}`);
try {
  await anyone.query(LookAtDocument, { gameId: "x".repeat(300_000) });
} catch (error) {
  if (error instanceof RequestFailed) console.log(`Failed: ${error.code}`);
}
await Promise.all([anyone, ...players].map((client) => client.close()));
