// The table of any kind of game: JSON from REST, and the catalogue's words for its fields and for what they hold.

import { TableFieldsDocument, type TableFieldsQuery } from "@taphouse/client";

import { anyone, once } from "../../api.ts";
import { language } from "../../words.ts";
import { isPoint, placeOf, pointsOf, thingOf } from "./points.ts";
import { isGroup, type Group, type Value } from "./value.ts";

export type Field = TableFieldsQuery["catalogue"]["games"][number]["table"][number];

/** How often a table is asked for where no answer comes, and how long to wait at first, in ms. */
const TRIES = 5;
const WAIT = 500;

const catalogue = once(async () => (await anyone().query(TableFieldsDocument, {})).catalogue.games);

/** The name of an enum's value in the catalogue: `STOCK_UP` is `stock-up`. */
const nameOf = (word: string): string => word.toLowerCase().replaceAll("_", "-");

const isColour = (word: string): boolean => CSS.supports("color", nameOf(word));

/** The kinds of values that say what something is, the first one that there is. */
const NAMING: readonly Field["holds"][] = ["TEXT", "WORD", "NAME"];

export class Words {
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #words: readonly string[];
  readonly #titles: ReadonlyMap<string, string>;
  /** The path of the table's field whose value a move's field names, by that field, such as `lay.card`. */
  readonly named: ReadonlyMap<string, string>;

  constructor({ table, words }: TableFieldsQuery["catalogue"]["games"][number]) {
    this.#fields = new Map(table.map((field) => [field.path, field]));
    this.#words = words.map(({ value }) => value);
    this.#titles = new Map(words.map(({ value, one }) => [value, one]));
    this.named = new Map(table.flatMap(({ path, namedBy }) => namedBy.map((name) => [name, path] as const)));
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
    return this.within(group, path).some(([{ holds, many }, value]) => value === null && !many && [...NAMING, "GROUP"].includes(holds));
  }

  /** True if moves name things of a field by their values, or by those of the fields within it. */
  names({ path }: Field): boolean {
    return [...this.named.values()].some((one) => one === path || one.startsWith(`${path}.`));
  }

  /** The places of a thing in the area of a seat, by those of its values that moves name. */
  placesOf(field: Field, value: Value, owner: number | null): readonly string[] {
    if (isGroup(value)) return this.within(value, field.path).flatMap(([inner, held]) => (inner.many ? [] : this.placesOf(inner, held, owner)));
    return field.namedBy.length > 0 && value !== null ? [placeOf(thingOf(field.path, value), owner)] : [];
  }

  /** The places at which a move can be clicked in a group that lies in the area of a seat. */
  placesIn(group: Group, path: string, owner: number | null): readonly string[] {
    return this.within(group, path).flatMap(([field, value]) => {
      if (isGroup(value) && contentOf(value, field.path, this).heading === null) return this.placesIn(value, field.path, owner);
      const items = Array.isArray(value) ? (value as readonly Value[]) : [value];
      return [...items.flatMap((item) => this.placesOf(field, item, owner)), ...(pointsOf(items) ?? []).map((point) => placeOf(point, owner))];
    });
  }

  has(path: string): boolean {
    return this.#fields.has(path);
  }

  titleOf(word: string): string {
    if (isPoint(word)) return nameOf(word);
    const title = this.#titles.get(nameOf(word)) ?? word;
    return title.charAt(0).toUpperCase() + title.slice(1);
  }

  /** The colour that a word says, such as red; of another one, a colour as far from the others as so many can be. */
  colourOf(word: string): string {
    const hue = Math.round((Math.max(0, this.#words.indexOf(nameOf(word))) * 360) / Math.max(1, this.#words.length) + 30) % 360;
    return isColour(word) ? `color-mix(in oklab, ${nameOf(word)} 85%, gray)` : `hsl(${hue} 45% 50%)`;
  }

  /** True if a value is a list of words that each say a colour. */
  areColours({ holds, many }: Field, value: Value): value is readonly string[] {
    return holds === "WORD" && many && (value as readonly string[]).every(isColour);
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
