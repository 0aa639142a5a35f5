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
import { ServedDocument, ofKinds } from "./kinds.js";
import { RequestFailed, attempt, backoff, failure, newKey, patience, pause } from "./sending.js";

/** The state of the WebSocket: none is needed, it is being opened, it is open, or it broke and is opened again soon. */
export type Connection = "idle" | "connecting" | "connected" | "lost";

export interface Options {
  /** The URL of `/graphql`, with http or https. */
  readonly url: string | URL;
  /**
   * The bearer token of a seat, a host or a login. Without one, the client is a spectator. A function is asked before each
   * request and connection. It is given the last token that the service rejected, if any, and then returns a newer one.
   */
  readonly token?: string | ((rejected: string | undefined) => string | Promise<string>) | undefined;
  /** The language of labels, sentences and prompts, such as `de`. */
  readonly language?: string | undefined;
  /** How many ms one try of a query or mutation may take before it is sent again; 30,000 if there is none. */
  readonly timeout?: number | undefined;
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
/** How long a ping, and how long a new connection may remain without an answer, in ms. */
const PONG = 5_000;
const OPENING = 10_000;
/** Longer than the service waits in a long poll. */
const TIMEOUT = 30_000;

/** One viewer's client. Refusals are results; a `RequestFailed` is thrown for what is no result. */
export class Taphouse {
  readonly #url: string;
  readonly #options: Options;
  #socket: Client | undefined;
  readonly #streams = new Set<AsyncIterableIterator<unknown>>();
  #closed = false;
  #sent: string | undefined;
  #rejected: string | undefined;
  /** The kinds of games that the service has, once it has refused a document. */
  #kinds: readonly string[] | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#url = String(options.url);
  }

  /** Who looks, as headers. */
  async #viewer(): Promise<Record<string, string>> {
    const { token, language } = this.#options;
    this.#sent = typeof token === "function" ? await token(this.#rejected) : token;
    return {
      ...(this.#sent && { authorization: `Bearer ${this.#sent}` }),
      ...(language && { "accept-language": language }),
    };
  }

  /** Whether a result says that the token was rejected, and another one can be had. */
  #renews(result: unknown): boolean {
    if (typeof this.#options.token !== "function") return false;
    const rejected = Object.values(result as object).some((field) => field?.__typename === "TokenRejected");
    if (rejected) this.#rejected = this.#sent;
    return rejected;
  }

  /** A document as the service can execute it. */
  #written(document: unknown): string {
    return this.#kinds ? ofKinds(String(document), this.#kinds) : String(document);
  }

  /** Whether a document was refused because the service has not all kinds of games that it names. They are left out from now on. */
  async #rewrites(document: unknown, sent: string, error: unknown): Promise<boolean> {
    const refused = failure(error);
    if (!(refused instanceof RequestFailed) || refused.code) return false; // a document that is not valid has no code
    if (!this.#kinds && sent === ofKinds(sent, [])) return false;
    if (!this.#kinds) {
      const { catalogue } = await this.query(ServedDocument, {});
      this.#kinds = catalogue.games.map(({ kind }) => kind);
    }
    return this.#written(document) !== sent; // it may have been sent before another one was refused
  }

  /** The WebSocket of all subscriptions, made for the first one: queries and mutations need none. */
  #connect(): Client {
    const { onConnection = () => {}, webSocket = globalThis.WebSocket } = this.#options;
    if (!webSocket) throw new Error("Node before version 22 has no WebSocket: pass the class of the package ws as webSocket.");
    let silence: ReturnType<typeof setTimeout> | undefined;
    // A browser that closes a socket waits a minute for the other side, which may be gone: `terminate` does not.
    const expectAnswer = (within: number) => (silence = setTimeout(() => client.terminate(), within));
    const client = createClient({
      url: this.#url.replace(/^http/, "ws"),
      connectionParams: () => this.#viewer(),
      webSocketImpl: webSocket,
      keepAlive: PING,
      retryAttempts: Infinity,
      retryWait: (tries) => pause(backoff(tries)),
      shouldRetry: (event) => {
        if ((event as { code?: number }).code !== FORBIDDEN) return true;
        this.#rejected = this.#sent;
        return typeof this.#options.token === "function";
      },
      on: {
        connecting: (again) => {
          expectAnswer(OPENING);
          onConnection(again ? "lost" : "connecting");
        },
        connected: () => {
          clearTimeout(silence);
          onConnection("connected");
        },
        ping: (received) => {
          if (!received) expectAnswer(PONG);
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
    return client;
  }

  /**
   * The result of a query. It is sent again while the service cannot be reached, does not answer in time or is over its limits,
   * and once if its token was rejected and there is a newer one.
   */
  async query<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
    { signal, onRetry }: Sending = {},
  ): Promise<Result> {
    for (let tries = 0, renewed = false; ; tries += 1) {
      const written = this.#written(document);
      const body = JSON.stringify({ query: written, variables });
      const headers = {
        ...(await this.#viewer()),
        accept: "application/graphql-response+json, application/json;q=0.9",
        "content-type": "application/json",
      };
      const send = (stop: AbortSignal) => fetch(this.#url, { method: "POST", headers, body, signal: stop });
      const answer = await attempt(send, this.#options.timeout ?? TIMEOUT, signal).catch(async (error: unknown) => {
        if (await this.#rewrites(document, written, error)) return { retryAfter: 0 };
        throw error;
      });
      if ("data" in answer) {
        if (renewed || !this.#renews(answer.data)) return answer.data as Result;
        renewed = true;
        continue;
      }
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
   * while the service is over its limits, or its store is away, and when a rejected token can be renewed.
   */
  async *subscribe<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
  ): AsyncGenerator<Result, void> {
    const socket = (this.#socket ??= this.#connect());
    for (let tries = 0, renewed = false; !this.#closed; tries += 1) {
      const payload = { query: this.#written(document), variables: variables as Record<string, unknown> };
      const stream = socket.iterate<Result>(payload);
      this.#streams.add(stream);
      try {
        let renews = false;
        for await (const { data, errors } of stream) {
          if (errors) throw errors;
          renews = !renewed && this.#renews(data);
          if (renews) break;
          tries = 0;
          renewed = false;
          if (data) yield data;
        }
        if (!renews) return;
        renewed = true;
        socket.terminate(); // the next connection sends the newer token
      } catch (error) {
        if (await this.#rewrites(document, payload.query, error)) continue;
        const wait = patience(error);
        if (wait === null) throw failure(error);
        await pause(Math.max(wait, backoff(tries)));
      } finally {
        this.#streams.delete(stream);
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

  /** Ends all subscriptions, and with the last of them the WebSocket. Later ones end at once. */
  async close(): Promise<void> {
    this.#closed = true;
    // The socket's own `dispose` may close it when it has just opened, right before subscriptions are sent on it.
    for (const stream of this.#streams) await stream.return?.();
  }
}

/** Whether a value of the stream `events` is an entry, not a problem. */
export function isEntry(value: EventsSubscription["events"]): value is EntryFragment {
  return "sentence" in value;
}
