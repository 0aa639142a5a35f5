#!/bin/sh
# `eventsource` gives up for good, with a state of CLOSED, if one reconnection is answered with a status other than 200, as a proxy
# answers 503 while the server behind it restarts. While nothing listens at all, it goes on trying. The HTML standard has it so, and
# browsers do the same: an app has to make a new object. `eventsource-client` tries again after either, with the last event id.
#
# Seen with eventsource 5.1.5 and eventsource-client 1.2.0 on Node 20, where the connection breaks after event 1 and the next request
# is answered with 503:
#   eventsource: asked -,1 and is closed
#   eventsource-client: asked -,1,1 and is open
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type": "module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts eventsource@5.1.5 eventsource-client@1.2.0
cat > run.mjs <<'JS'
import { EventSource } from "eventsource";
import { createEventSource } from "eventsource-client";
import { createServer } from "node:http";

const LONG = 20; // times the pause before a reconnection
const readers = {
  eventsource(url) {
    const source = new EventSource(url);
    return { state: () => (source.readyState === EventSource.CLOSED ? "closed" : "open"), stop: () => source.close() };
  },
  "eventsource-client"(url) {
    const source = createEventSource({ url });
    return { state: () => source.readyState, stop: () => source.close() };
  },
};

async function told(read) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.headers["last-event-id"] ?? "-");
    if (asked.length === 2) return void response.writeHead(503).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("retry: 50\nid: 1\ndata: x\n\n");
    if (asked.length === 1) setTimeout(() => response.destroy(), 50);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const source = read(`http://127.0.0.1:${server.address().port}/`);
  for (let waited = 0; asked.length < 3 && waited < LONG; waited += asked.length > 1) await new Promise((done) => setTimeout(done, 50));
  await new Promise((done) => setTimeout(done, 50));
  const found = `asked ${asked} and is ${source.state()}`;
  source.stop();
  server.closeAllConnections();
  server.close();
  return found;
}

const seen = [];
for (const [name, read] of Object.entries(readers)) seen.push(`${name}: ${await told(read)}`);
console.log(seen.join("\n"));
const expected = ["eventsource: asked -,1 and is closed", "eventsource-client: asked -,1,1 and is open"];
process.exit(seen.join() === expected.join() ? 0 : 1);
JS
timeout 60 node run.mjs
