// Where the visitor is, as the fragment of the address: it never leaves the browser, and needs no routes of the service. Links that
// are shared name the table before the fragment too, so that the service can describe it to chats that show a preview.

export type Route =
  | { readonly page: "home" }
  /** With the handle of a player to challenge, or none. */
  | { readonly page: "new"; readonly kind: string; readonly against: string }
  | { readonly page: "join"; readonly gameId: string; readonly invite: string }
  | { readonly page: "take"; readonly handovers: readonly string[] }
  | { readonly page: "player"; readonly handle: string }
  | { readonly page: "account" }
  | { readonly page: "leaderboard"; readonly kind: string }
  /** The operator's pages: their reports, or a game or an account. */
  | { readonly page: "operator"; readonly of: "reports" | "game" | "account"; readonly id: string }
  | { readonly page: "table"; readonly gameId: string; readonly at: number | null };

const PAGE = /^[#/\s]*(new|join|take|table|player|account|leaderboard|operator)\/*(.*)/is;
const ID = /^\s*([a-z2-7]{24})(.*)/is;
const TABLE = "table";

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The id at the beginning of a text, in small letters, and what follows. Else the text is taken for an id. */
function split(text: string): readonly [id: string, rest: string] {
  const [, id, rest = ""] = ID.exec(text) ?? [];
  return id ? [id.toLowerCase(), rest] : [text.split("/")[0] ?? "", text.slice(text.indexOf("/"))];
}

/** The route of a fragment, also if a chat or a person has changed it: by capitals, a lost slash, or what stands behind a link. */
export function parse(hash: string): Route {
  const [, named = "", rest = ""] = PAGE.exec(decoded(hash)) ?? [];
  const page = named.toLowerCase();
  const [, kind = "", against = ""] = /^(\w*)\/*([\p{L}\p{M}\p{N}_-]*)/u.exec(rest) ?? [];
  if (page === "new") return { page, kind: kind.toUpperCase(), against };
  if (page === "leaderboard") return { page, kind: kind.toUpperCase() };
  if (page === "take" && rest) return { page, handovers: (/^[\w.,-]*[\w-]/.exec(rest)?.[0] ?? rest).split(",") };
  if (page === "player" && rest) return { page, handle: /^[\p{L}\p{M}\p{N}_-]*/u.exec(rest)?.[0] ?? "" };
  if (page === "account") return { page };
  if (page === "operator") {
    const [, of = "reports", id = ""] = /^(game|account)\/+([^\s/]+)/.exec(rest) ?? [];
    return { page, of: of as "reports" | "game" | "account", id };
  }
  const [gameId, more] = split(rest);
  if (page === "join" && gameId) return { page, gameId: gameId.split(".")[0] ?? "", invite: gameId + (/^[\w.-]*[\w-]/.exec(more)?.[0] ?? "") };
  if (page === "table" && gameId) return { page, gameId, at: Number(/^\/+(\d+)/.exec(more)?.[1] ?? NaN) || null };
  return { page: "home" };
}

/** Turns the address of a link that was shared into that of its route. */
export function settle(): void {
  const { searchParams } = new URL(location.href);
  const shared = searchParams.get(TABLE);
  if (shared === null) return;
  searchParams.delete(TABLE);
  const to = parse(location.hash).page === "home" ? table(split(shared)[0]) : location.hash;
  history.replaceState(null, "", `${location.pathname}${searchParams.size > 0 ? `?${searchParams}` : ""}${to}`);
}

export const home = "#/";
export const newTable = (kind: string, against = "") => `#/new/${kind}${against && `/${against}`}`;
export const join = (invite: string) => `#/join/${invite}`;
export const take = (handovers: readonly string[]) => `#/take/${handovers.join(",")}`;
export const player = (handle: string) => `#/player/${handle}`;
export const account = "#/account";
export const operator = (of?: "game" | "account", id = "") => `#/operator${of ? `/${of}/${encodeURIComponent(id)}` : ""}`;
export const leaderboard = (kind: string) => `#/leaderboard/${kind}`;
export const table = (gameId: string, at?: number | null) => `#/table/${gameId}${at == null ? "" : `/${at}`}`;
/** The address of a table, or of an invite to it, to give to others. */
export const shared = (gameId: string, invite?: string) => `?${TABLE}=${gameId}${invite === undefined ? "" : join(invite)}`;
