#!/bin/sh
# fetch-event-source loses an event for good if the connection breaks inside it. It takes over the event's id as soon as the `id:`
# line has arrived, and sends it as Last-Event-ID when it connects again, though it has not delivered the event: no blank line has
# ended it. The server then goes on after it. By the HTML standard, an event that is cut off is discarded, and the last event id
# changes only when an event is dispatched. `eventsource` does it right.
#
# Seen with @microsoft/fetch-event-source 2.0.1 and eventsource 5.1.5 on Node 20, where events 1, 2 and 3 are sent and the
# connection breaks in 2:
#   fetch-event-source: came again with 2, delivered 1,3
#   eventsource: came again with 1, delivered 1,2,3
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type": "module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  eventsource@5.1.5 @microsoft/fetch-event-source@2.0.1
cat > run.mjs <<'JS'
import { fetchEventSource } from "@microsoft/fetch-event-source";
import { EventSource } from "eventsource";
import { createServer } from "node:http";

globalThis.window = globalThis; // fetch-event-source is made for browsers
globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };

const readers = {
  "fetch-event-source"(url, take) {
    const stop = new AbortController();
    const onmessage = ({ id }) => id && take(id) && stop.abort();
    fetchEventSource(url, { signal: stop.signal, onmessage, onerror: () => 50, openWhenHidden: true });
  },
  eventsource(url, take) {
    const source = new EventSource(url);
    source.onmessage = ({ lastEventId }) => take(lastEventId) && source.close();
  },
};

async function told(read) {
  const asked = [], delivered = [];
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (!asked.length) response.write("retry: 50\nid: 1\ndata: a\n\nid: 2\ndata: b", () => setTimeout(() => response.destroy(), 300));
    else for (let id = Number(request.headers["last-event-id"]) + 1; id < 4; id += 1) response.write(`id: ${id}\ndata: x\n\n`);
    asked.push(request.headers["last-event-id"]);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  await new Promise((done) => {
    const take = (id) => delivered.push(id) && id === "3" && (done(), true);
    void read(`http://127.0.0.1:${server.address().port}/`, take);
  });
  server.close();
  return `came again with ${asked[1]}, delivered ${delivered}`;
}

const seen = [];
for (const [name, read] of Object.entries(readers)) seen.push(`${name}: ${await told(read)}`);
console.log(seen.join("\n"));
const expected = [
  "fetch-event-source: came again with 2, delivered 1,3",
  "eventsource: came again with 1, delivered 1,2,3",
];
process.exit(seen.join() === expected.join() ? 0 : 1);
JS
timeout 60 node run.mjs
