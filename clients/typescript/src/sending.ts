// Requests over HTTP, sent until they are answered.

/** The service answered, but not with a result: the request is malformed, too large, or met a fault. */
export class RequestFailed extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
  ) {
    super(message);
    this.name = "RequestFailed";
  }
}

/** An idempotency key: 32 random hexadecimal digits. (`crypto.randomUUID` exists only in pages served over https.) */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How long to wait before another try, in ms: 0.3 s, doubled up to 10 s, less a random part so that clients spread out. */
export function backoff(tries: number): number {
  return Math.min(10_000, 300 * 2 ** tries) * (1 - Math.random() / 2);
}

/** Throws if the signal is aborted. In React Native, a signal has neither `reason` nor `throwIfAborted`. */
export function stopIfAborted(signal?: AbortSignal): void {
  if (signal?.aborted) throw reasonOf(signal);
}

function reasonOf(signal?: AbortSignal): unknown {
  return signal?.reason ?? Object.assign(new Error("The request was aborted."), { name: "AbortError" });
}

/** Waits; rejects as soon as the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

interface Fault {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly retryAfter?: number };
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly Fault[];
}

const TRANSIENT = new Set([429, 502, 503, 504]);
const TRANSIENT_CODES = new Set(["RATE_LIMITED", "UNAVAILABLE"]);

/** How many ms to wait before a subscription that ended with errors is sent again; null if that is no use. */
export function patience(error: unknown): number | null {
  const extensions = (error as readonly Fault[])[0]?.extensions;
  return extensions?.code && TRANSIENT_CODES.has(extensions.code) ? 1000 * (extensions.retryAfter ?? 0) : null;
}

/** What ended a subscription: errors of GraphQL, or a WebSocket that was closed for good. */
export function failure(error: unknown): unknown {
  const [first] = Array.isArray(error) ? (error as readonly Fault[]) : [];
  if (first) return new RequestFailed(first.message, first.extensions?.code ?? "", 0);
  const { code, reason } = error as { code?: unknown; reason?: unknown };
  if (typeof code !== "number") return error;
  return new RequestFailed(String(reason || "The connection was closed."), "CLOSED", code);
}

/**
 * The answer to one try, or how many ms the service asks to wait before the next one.
 *
 * @param send Sends the request, until its signal aborts.
 * @param timeout How many ms the whole answer may take. Then there is none.
 * @param stopped Stops the try for good.
 */
export async function attempt(
  send: (signal: AbortSignal) => Promise<Response>,
  timeout: number,
  stopped?: AbortSignal,
): Promise<{ data: unknown } | { retryAfter: number }> {
  stopIfAborted(stopped);
  const controller = new AbortController(); // React Native has neither AbortSignal.any nor AbortSignal.timeout
  const stop = () => controller.abort();
  const timer = setTimeout(stop, timeout);
  stopped?.addEventListener("abort", stop, { once: true });
  let response: Response;
  let answer: Answer;
  try {
    response = await send(controller.signal);
    if (TRANSIENT.has(response.status)) {
      await response.body?.cancel();
      return { retryAfter: 1000 * (Number(response.headers.get("retry-after")) || 0) };
    }
    answer = (await response.json()) as Answer;
  } catch (error) {
    stopIfAborted(stopped);
    if (error instanceof SyntaxError) throw new RequestFailed("The answer is not JSON.", "NOT_JSON", 0);
    return { retryAfter: 0 }; // no connection, or it broke or took too long before the answer was complete
  } finally {
    clearTimeout(timer);
    stopped?.removeEventListener("abort", stop);
  }
  const [first] = answer.errors ?? [];
  if (first) throw new RequestFailed(first.message, first.extensions?.code ?? "", response.status);
  if (!answer.data) throw new RequestFailed("The answer has no data.", "NO_DATA", response.status);
  return { data: answer.data };
}
