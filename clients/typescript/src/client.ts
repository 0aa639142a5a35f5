// A client of Taphouse: typed operations over HTTP, streams over one WebSocket.

import { createClient, type Client } from "graphql-ws/client";

import {
  EventsDocument,
  FollowOpenGamesDocument,
  UpdatesDocument,
  type EntryFragment,
  type EventsSubscription,
  type FollowOpenGamesSubscription,
  type FollowOpenGamesSubscriptionVariables,
  type TypedDocumentString,
  type UpdatesSubscription,
} from "./graphql.js";
import { attempt, backoff, failure, newKey, patience, pause, stopIfAborted } from "./sending.js";

/** The state of the WebSocket: none is needed, it is being opened, it is open, or it broke and is opened again soon. */
export type Connection = "idle" | "connecting" | "connected" | "lost";

export interface Options {
  /** The URL of `/graphql`, with http or https. */
  readonly url: string | URL;
  /** The bearer token of a seat, a host or a login. Without one, the client is a spectator. */
  readonly token?: string | undefined;
  /** The language of labels, sentences and prompts, such as `de`. */
  readonly language?: string | undefined;
  /** Told whenever the state of the WebSocket changes. */
  readonly onConnection?: ((state: Connection) => void) | undefined;
  /** The WebSocket class, in Node before version 22. */
  readonly webSocket?: unknown;
}

export interface Sending {
  /** Stops sending. A mutation that was sent may have taken effect. */
  readonly signal?: AbortSignal | undefined;
  /** The idempotency key of a mutation, to send one again that was sent before, perhaps before a reload of the page. */
  readonly key?: string | undefined;
  /** Told before each further try, with the number of tries so far. */
  readonly onRetry?: ((tries: number) => void) | undefined;
}

const FORBIDDEN = 4403;
const PING = 10_000;
const PONG = 5_000;

/** Who looks, as headers. */
function viewer({ token, language }: Options): Record<string, string> {
  return { ...(token && { authorization: `Bearer ${token}` }), ...(language && { "accept-language": language }) };
}

/** One viewer's client. Refusals are results; a `RequestFailed` is thrown for what is no result. */
export class Taphouse {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #options: Options;
  #socket: Client | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#url = String(options.url);
    this.#headers = {
      ...viewer(options),
      accept: "application/graphql-response+json, application/json;q=0.9",
      "content-type": "application/json",
    };
  }

  /** The WebSocket of all subscriptions, made for the first one: queries and mutations need none. */
  #connect(): Client {
    const { onConnection = () => {}, webSocket = globalThis.WebSocket } = this.#options;
    if (!webSocket) throw new Error("Node before version 22 has no WebSocket: pass the class of the package ws as webSocket.");
    let open: { close(code: number, reason: string): void } | undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;
    return createClient({
      url: this.#url.replace(/^http/, "ws"),
      connectionParams: viewer(this.#options),
      webSocketImpl: webSocket,
      keepAlive: PING,
      retryAttempts: Infinity,
      retryWait: (tries) => pause(backoff(tries)),
      shouldRetry: (event) => (event as { code?: number }).code !== FORBIDDEN,
      on: {
        connecting: (again) => onConnection(again ? "lost" : "connecting"),
        opened: (socket) => (open = socket as typeof open),
        connected: () => onConnection("connected"),
        ping: (received) => {
          if (!received) silence = setTimeout(() => open?.close(4408, "No answer to a ping"), PONG);
        },
        pong: (received) => {
          if (received) clearTimeout(silence);
        },
        closed: (event) => {
          clearTimeout(silence);
          onConnection((event as { code?: number }).code === 1000 ? "idle" : "lost");
        },
      },
    });
  }

  /** The result of a query. It is sent again while the service cannot be reached or is over its limits. */
  async query<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
    { signal, onRetry }: Sending = {},
  ): Promise<Result> {
    const body = JSON.stringify({ query: String(document), variables });
    for (let tries = 0; ; tries += 1) {
      const request = { method: "POST", headers: this.#headers, body, signal: signal ?? null };
      const answer = await attempt(fetch(this.#url, request));
      if ("data" in answer) return answer.data as Result;
      stopIfAborted(signal);
      onRetry?.(tries + 1);
      await pause(Math.max(answer.retryAfter, backoff(tries)), signal);
    }
  }

  /** The result of a mutation. It is sent with one idempotency key until it is answered, so it takes effect once. */
  mutate<Result, Variables extends { idempotencyKey?: string | null | undefined }>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
    sending: Sending = {},
  ): Promise<Result> {
    const idempotencyKey = sending.key ?? variables.idempotencyKey ?? newKey();
    return this.query(document, { ...variables, idempotencyKey }, sending);
  }

  /**
   * A subscription. After a break it is sent again, with the variables as they are then: a getter lets it resume. So it is
   * while the service is over its limits, or its store is away.
   */
  async *subscribe<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
  ): AsyncGenerator<Result, void> {
    const payload = { query: String(document), variables: variables as Record<string, unknown> };
    for (let tries = 0; ; tries += 1) {
      try {
        for await (const { data, errors } of (this.#socket ??= this.#connect()).iterate<Result>(payload)) {
          if (errors) throw errors;
          tries = 0;
          if (data) yield data;
        }
        return;
      } catch (error) {
        const wait = patience(error);
        if (wait === null) throw failure(error);
        await pause(Math.max(wait, backoff(tries)));
      }
    }
  }

  /**
   * The log after a version: each entry once, without gaps, until the game ends. A problem is the last value. If it is a
   * `VersionNotFound`, the service has lost versions that you have, perhaps to make them again: read the game anew. Give the
   * epoch of `after`, if you know it, to learn whether that version was lost meanwhile.
   */
  async *events(
    gameId: string,
    after = 0,
    epoch: string | null = null,
  ): AsyncGenerator<EventsSubscription["events"], void> {
    let last = after;
    const variables = {
      gameId,
      get after() {
        return last;
      },
      get epoch() {
        return epoch;
      },
    };
    for (let behind = true; behind; ) {
      behind = false;
      for await (const { events } of this.subscribe(EventsDocument, variables)) {
        if (events.__typename === "FellBehind") {
          behind = true;
          break;
        }
        const entry = isEntry(events);
        if (entry && events.version <= last) continue; // it came before a break, and was read after it
        if (entry) ({ version: last, epoch } = events);
        yield events;
      }
    }
  }

  /** The game as it is, and again after each change, until it ends. A problem is the last value. */
  async *updates(gameId: string): AsyncGenerator<UpdatesSubscription["gameUpdated"], void> {
    for await (const { gameUpdated } of this.subscribe(UpdatesDocument, { gameId })) yield gameUpdated;
  }

  /**
   * The first page of open games, now and after each change, until you stop. Each page replaces the one before. A problem is the
   * last value.
   */
  async *openGames(
    which: FollowOpenGamesSubscriptionVariables = {},
  ): AsyncGenerator<FollowOpenGamesSubscription["openGames"], void> {
    for await (const { openGames } of this.subscribe(FollowOpenGamesDocument, which)) yield openGames;
  }

  /** Ends all subscriptions. */
  async close(): Promise<void> {
    await this.#socket?.dispose();
  }
}

/** Whether a value of the stream `events` is an entry, not a problem. */
export function isEntry(value: EventsSubscription["events"]): value is EntryFragment {
  return "sentence" in value;
}
