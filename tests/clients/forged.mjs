// Connects with a token. Takes {url, token} as JSON; prints as JSON with which code and reason the WebSocket was closed.

import { readFileSync } from "node:fs";

import { overWebSocket } from "./clients.mjs";

const { url, token } = JSON.parse(readFileSync(0, "utf8"));
const client = overWebSocket(url, token, { retryAttempts: 0 });
try {
  for await (const answer of client.iterate({ query: "{ __typename }" })) throw new Error(JSON.stringify(answer));
} catch (closed) {
  if (closed instanceof Error) throw closed;
  console.log(JSON.stringify({ code: closed.code, reason: closed.reason }));
}
