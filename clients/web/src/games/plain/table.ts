// The table of any kind of game: JSON from REST, and the catalogue's words for its fields and for what they hold.

import { TableFieldsDocument, type TableFieldsQuery } from "@taphouse/client";

import { anyone, once } from "../../api.ts";
import { language } from "../../words.ts";
import { isPoint } from "./points.ts";
import type { Group, Value } from "./value.ts";

export type Field = TableFieldsQuery["catalogue"]["games"][number]["table"][number];

/** How often a table is asked for where no answer comes, and how long to wait at first, in ms. */
const TRIES = 5;
const WAIT = 500;

const catalogue = once(async () => (await anyone().query(TableFieldsDocument, {})).catalogue.games);

/** The name of an enum's value in the catalogue: `STOCK_UP` is `stock-up`. */
const nameOf = (word: string): string => word.toLowerCase().replaceAll("_", "-");

/** The kinds of values that say what something is, the first one that there is. */
const NAMING: readonly Field["holds"][] = ["TEXT", "WORD", "NAME"];

export class Words {
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #words: readonly string[];
  readonly #titles: ReadonlyMap<string, string>;

  constructor({ table, words }: TableFieldsQuery["catalogue"]["games"][number]) {
    this.#fields = new Map(table.map((field) => [field.path, field]));
    this.#words = words.map(({ value }) => value);
    this.#titles = new Map(words.map(({ value, one }) => [value, one]));
  }

  /** The fields of a group that have a value, in the order of their types. */
  within(group: Group, path: string): readonly (readonly [Field, Value])[] {
    return Object.entries(group).flatMap(([name, value]) => {
      const field = this.#fields.get(path ? `${path}.${name}` : name);
      return field ? [[field, value] as const] : [];
    });
  }

  /** True if a group does not say what it is, because that is hidden. */
  hides(group: Group, path: string): boolean {
    return this.within(group, path).some(([{ holds, many }, value]) => value === null && !many && NAMING.includes(holds));
  }

  has(path: string): boolean {
    return this.#fields.has(path);
  }

  titleOf(word: string): string {
    if (isPoint(word)) return nameOf(word);
    const title = this.#titles.get(nameOf(word)) ?? word;
    return title.charAt(0).toUpperCase() + title.slice(1);
  }

  /** A colour for each word, as far from the others as so many can be. */
  hueOf(word: string): number {
    return Math.round((Math.max(0, this.#words.indexOf(nameOf(word))) * 360) / Math.max(1, this.#words.length) + 30) % 360;
  }
}

export async function wordsOf(kind: string): Promise<Words | null> {
  const found = (await catalogue()).find((one) => one.kind === kind);
  return found ? new Words(found) : null;
}

/** What REST answers about a game, to the holder of a token. */
async function asked<Answer>(path: string, token: string | undefined, sent?: object): Promise<Answer> {
  const headers = {
    "accept-language": language,
    "content-type": "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const request = { method: sent ? "POST" : "GET", headers, body: sent ? JSON.stringify(sent) : null };
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await fetch(new URL(`v1/games/${path}`, document.baseURI), request);
      const body = (await answer.json()) as Answer & { readonly detail?: string };
      if (!answer.ok) throw new Error(body.detail);
      return body;
    } catch (error) {
      if (!(error instanceof TypeError) || tries === TRIES) throw error; // a TypeError: no answer
      await new Promise((go) => setTimeout(go, WAIT * 2 ** tries));
    }
  }
}

/** The table at a version; null before the game starts. */
export const tableAt = async (gameId: string, version: number, token: string | undefined): Promise<Group | null> =>
  (await asked<{ table: Group | null }>(`${gameId}?at=${version}`, token)).table;

export interface Preview {
  readonly table: Group;
  readonly events: readonly { readonly sentence: string }[];
}

/** The table after moves, as far as the player can know it: of their own, or of all seats at a version. */
export const previewOf = (gameId: string, moves: readonly string[], token: string | undefined, allSeatsAt?: number): Promise<Preview> =>
  asked(`${gameId}/moves/preview${allSeatsAt ? `?at=${allSeatsAt}` : ""}`, token, {
    moves: moves.map((notation) => ({ notation })),
    allSeats: allSeatsAt !== undefined,
  });

/** What a card says, made of the fields of a group and of the groups within it. */
export interface Content {
  /** The field that names it, and its value; null if none does. */
  readonly heading: readonly [Field, Value] | null;
  readonly text: string;
  readonly facts: readonly (readonly [Field, Value])[];
  readonly rows: readonly (readonly [Field, Value])[];
}

const isText = ([{ path, holds }]: readonly [Field, Value], name: string) => holds === "TEXT" && path.endsWith(`.${name}`);

/** Hidden values and what is not true are left out, and so are names for programs where there is a title for people. */
export function contentOf(group: Group, path: string, words: Words): Content {
  const flat = (inner: Group, at: string): (readonly [Field, Value])[] =>
    words
      .within(inner, at)
      .filter(([, value]) => value !== null && value !== false)
      .flatMap((one) => (one[0].holds === "GROUP" && !one[0].many ? flat(one[1] as Group, one[0].path) : [one]));
  const found = flat(group, path);
  const single = found.filter(([{ holds, many }]) => !many && holds !== "AMOUNTS");
  const text = single.find((one) => isText(one, "text"));
  const titled = single.filter((one) => one !== text);
  const heading = NAMING.map((kind) => titled.find(([{ holds }]) => holds === kind)).find(Boolean) ?? null;
  return {
    heading,
    text: text ? String(text[1]) : "",
    facts: titled.filter((one) => one !== heading && !(heading?.[0].holds === "TEXT" && one[0].holds === "NAME")),
    rows: found.filter((one) => !single.includes(one)),
  };
}
