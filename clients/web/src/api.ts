// The API of the service that served this page.

import { KindsDocument, ReferenceDocument, Taphouse, type KindsQuery, type ReferenceQuery } from "@taphouse/client";

import { language } from "./words.ts";

export type Kind = KindsQuery["catalogue"]["games"][number];
export type ReferenceOf = ReferenceQuery["catalogue"]["games"][number];

export const endpoint = new URL("graphql", document.baseURI);

export const clientOf = (token?: string, onConnection?: (state: "idle" | "connecting" | "connected" | "lost") => void) =>
  new Taphouse({ url: endpoint, token, language, onConnection });

/** For what needs no token. */
export const anyone = clientOf();

/** Loads once; a failure is not kept. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    }));
}

export const kinds = once(async () => (await anyone.query(KindsDocument, {})).catalogue.games);
export const reference = once(async () => (await anyone.query(ReferenceDocument, {})).catalogue.games);
