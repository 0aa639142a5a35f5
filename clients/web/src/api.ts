// The API of the service that served this page.

import { KindsDocument, ReferenceDocument, Taphouse, type KindsQuery, type ReferenceQuery } from "@taphouse/client";

import { isSpoken, language, type Language } from "./words.ts";

export type Kind = KindsQuery["catalogue"]["games"][number];
export type ReferenceOf = ReferenceQuery["catalogue"]["games"][number];

export type EditionOf = ReferenceOf["editions"][number];

export const endpoint = new URL("graphql", document.baseURI);

export const clientOf = (token?: string, onConnection?: (state: "idle" | "connecting" | "connected" | "lost") => void) =>
  new Taphouse({ url: endpoint, token, language, onConnection });

/** For what needs no token. */
export const anyone = () => clientOf();

/** Loads once in each language; a failure is not kept. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  const loaded = new Map<Language, Promise<Value>>();
  return () => {
    const asked = language;
    const loading = loaded.get(asked) ?? load();
    loaded.set(asked, loading);
    loading.catch(() => loaded.delete(asked));
    return loading;
  };
}

const catalogue = once(async () => (await anyone().query(KindsDocument, {})).catalogue);
export const kinds = async () => (await catalogue()).games;
/** The languages that both the service and the page speak. */
export const languages = async () => (await catalogue()).languages.filter(isSpoken);
export const reference = once(async () => (await anyone().query(ReferenceDocument, {})).catalogue.games);
