// The two official clients, each set up for somebody with a token, or without one. Both have `iterate` and `dispose`.

import { createClient as createEventsClient } from "graphql-sse";
import { createClient as createSocketClient } from "graphql-ws";
import { setTimeout as pause } from "node:timers/promises";
import WebSocket from "ws";

const bearer = (token) => (token === null ? {} : { authorization: `Bearer ${token}` });
const soon = () => pause(20);

/** Everything over one WebSocket. When it breaks, the client makes another and sends again what went on. */
export function overWebSocket(url, token, more = {}) {
  return createSocketClient({
    url: url.replace(/^http/, "ws"),
    webSocketImpl: WebSocket,
    connectionParams: bearer(token),
    retryAttempts: 1000,
    retryWait: soon,
    shouldRetry: () => true, // else the client gives up where a connection breaks while it is being made
    ...more,
  });
}

/** A request for each operation, answered with server-sent events. When it breaks, the client sends it again. */
export function overEvents(url, token, more = {}) {
  return createEventsClient({ url, headers: bearer(token), retryAttempts: 1000, retry: soon, ...more });
}
