// The API of the service that served this page.

import { HowToPlayDocument, KindsDocument, LanguagesDocument, LessonsDocument, ReferenceDocument, Taphouse, type GameKind, type KindsQuery, type ReferenceQuery } from "@taphouse/client";

import { isSpoken, language, type Language } from "./words.ts";

export type Kind = KindsQuery["catalogue"]["games"][number];
export type ReferenceOf = ReferenceQuery["catalogue"]["games"][number];

export type EditionOf = ReferenceOf["editions"][number];

export const endpoint = new URL("graphql", document.baseURI);

export const clientOf = (token?: string, onConnection?: (state: "idle" | "connecting" | "connected" | "lost") => void) =>
  new Taphouse({ url: endpoint, token, language, onConnection });

/** For what needs no token. */
export const anyone = () => clientOf();

/** The edition of a game, else the first one that the service offers. */
export const editionOf = <Edition extends { readonly digest: string }>(about: { readonly editions: readonly Edition[] } | null | undefined, edition?: string) =>
  about?.editions.find(({ digest }) => digest === edition) ?? about?.editions[0];

/** Loads once in each language, for each thing that is asked for; a failure is not kept. */
export function once<Value, Of = void>(load: (of: Of) => Promise<Value>): (of: Of) => Promise<Value> {
  const loaded: Partial<Record<Language, Map<Of, Promise<Value>>>> = {};
  return (of) => {
    const all = (loaded[language] ??= new Map<Of, Promise<Value>>());
    const known = all.get(of);
    if (known) return known;
    const loading = load(of);
    all.set(of, loading);
    loading.catch(() => all.delete(of));
    return loading;
  };
}

export const kinds = once(async () => (await anyone().query(KindsDocument, {})).catalogue.games);
/** The languages that both the service and the page speak. */
export const languages = once(async () => (await anyone().query(LanguagesDocument, {})).catalogue.languages.filter(isSpoken));
/** What the catalogue says of a kind of game at its table; undefined if the service has none. */
export const reference = once(async (kind: GameKind) => (await anyone().query(ReferenceDocument, { kinds: [kind] })).catalogue.games[0]);
/** The comments on a first game of a kind. */
export const lessons = once(async (kind: GameKind) => (await anyone().query(LessonsDocument, { kinds: [kind] })).catalogue.games[0]);
/** How to play a kind of game. */
export const howToPlay = once(async (kind: GameKind) => (await anyone().query(HowToPlayDocument, { kinds: [kind] })).catalogue.games[0]);
