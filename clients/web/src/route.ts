// Where the visitor is, as the fragment of the address: it never leaves the browser, and needs no routes of the service.

export type Route =
  | { readonly page: "home" }
  | { readonly page: "new"; readonly kind: string }
  | { readonly page: "join"; readonly gameId: string; readonly invite: string }
  | { readonly page: "take"; readonly handovers: readonly string[] }
  | { readonly page: "table"; readonly gameId: string; readonly at: number | null };

export function parse(hash: string): Route {
  const [, page, name = "", at = ""] = hash.replace(/^#/, "").split("/");
  if (page === "new") return { page, kind: name };
  if (page === "join" && name) return { page, gameId: name.split(".")[0] ?? "", invite: name };
  if (page === "take" && name) return { page, handovers: name.split(",") };
  if (page === "table" && name) return { page, gameId: name, at: /^\d+$/.test(at) ? Number(at) : null };
  return { page: "home" };
}

export const home = "#/";
export const newTable = (kind: string) => `#/new/${kind}`;
export const join = (invite: string) => `#/join/${invite}`;
export const take = (handovers: readonly string[]) => `#/take/${handovers.join(",")}`;
export const table = (gameId: string, at?: number | null) => `#/table/${gameId}${at == null ? "" : `/${at}`}`;
