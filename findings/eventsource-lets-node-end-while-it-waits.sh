#!/bin/sh
# A Node.js program whose only work is an `eventsource` that reconnects ends, with status 0 and without an error, as soon as the
# connection breaks: the timer of the reconnection keeps no process alive. With anything else running, the client connects again
# after `retry`. In a browser the same object goes on for ever.
#
# Seen with eventsource 5.1.5 on Node 20:
#   alone: 1 connection, status 0
#   beside a timer: 2 connections
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type": "module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts eventsource@5.1.5
cat > client.mjs <<'JS'
import { EventSource } from "eventsource";
new EventSource(process.argv[2]);
if (process.argv[3]) setTimeout(() => process.exit(0), 3000);
JS
cat > run.mjs <<'JS'
import { spawn } from "node:child_process";
import { createServer } from "node:http";

async function connections(...more) {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("retry: 500\ndata: a\n\n", () => count > 1 || setTimeout(() => response.destroy(), 300));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const client = spawn(process.execPath, ["client.mjs", `http://127.0.0.1:${server.address().port}/`, ...more], { stdio: "inherit" });
  const status = await new Promise((done) => client.on("exit", done));
  server.close();
  server.closeAllConnections();
  return { count, status };
}

const alone = await connections(), beside = await connections("beside");
console.log(`alone: ${alone.count} connection, status ${alone.status}`);
console.log(`beside a timer: ${beside.count} connections`);
process.exit(alone.count === 1 && alone.status === 0 && beside.count === 2 ? 0 : 1);
JS
timeout 60 node run.mjs
