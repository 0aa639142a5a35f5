// A bot for `taphouse arena` in JavaScript: one JSON object a line in, one out. See docs/arena.md.
// taphouse arena "node examples/bot.mjs" greedy random
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  // The first legal move is the passive one, such as ending the turn; this bot likes the last one.
  console.log(JSON.stringify({ id: asked.id, move: asked.moves.at(-1) }));
}
