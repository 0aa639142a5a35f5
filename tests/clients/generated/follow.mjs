// Follows a game with a client that hey-api generates, until the game ends.
//
// Takes {document, folder, url, game, end} as JSON: the OpenAPI document, a folder for the client, and the sentence of the last
// event. Prints {read} as JSON: the id and the data of each event.

import { readFileSync } from "node:fs";

import { createClient } from "@hey-api/openapi-ts";

import { loaded } from "./loaded.mjs";

const { document, folder, url, game, end } = JSON.parse(readFileSync(0, "utf8"));
await createClient({ input: document, output: folder, logs: { level: "silent" } });
loaded(folder, "client.gen.js").client.setConfig({ baseUrl: url });
const { eventsStream } = loaded(folder, "sdk.gen.js");

const read = [];
let id;
// It comes again after breaks and refusals, with the id of the last event; an orderly end is the end.
const { stream } = await eventsStream({
  path: { id: game },
  sseSleepFn: () => new Promise((done) => setTimeout(done, 50)),
  onSseEvent: (event) => (id = event.id),
});
for await (const entry of stream) {
  read.push([id, JSON.stringify(entry)]);
  if (entry.sentence === end) break;
}
console.log(JSON.stringify({ read }));
process.exit(0);
