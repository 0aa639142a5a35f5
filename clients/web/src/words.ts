// The page's own words, dates, lists and money: in the language that the visitor chose, and as their region writes them.

import type { Unknown } from "@taphouse/client";

import { kept } from "./kept.ts";
import type { Word as First } from "./words/en.ts";
import type { Word as Later } from "./words/more/en.ts";
import type { Word as Seldom } from "./words/seldom/en.ts";

/** `more` has the words of pages without a game, `seldom` those of waiting rooms and of what is seldom shown. */
const LANGUAGES = {
  en: {
    name: "English",
    words: () => import("./words/en.ts"),
    more: () => import("./words/more/en.ts"),
    seldom: () => import("./words/seldom/en.ts"),
  },
  de: {
    name: "Deutsch",
    words: () => import("./words/de.ts"),
    more: () => import("./words/more/de.ts"),
    seldom: () => import("./words/seldom/de.ts"),
  },
};

export type Word = First | Later | Seldom;
type Further = "more" | "seldom";
export type Language = keyof typeof LANGUAGES;

const KEY = "taphouse.language";

export const isSpoken = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);
/** What a language calls itself. */
export const nameOf = (one: Language): string => LANGUAGES[one].name;
const languageOf = (tag: string) => tag.split("-")[0] ?? "";

/** The language that was chosen before, else the first one of the browser's that the page speaks. */
function preferred(): Language {
  return [kept.getItem(KEY) ?? "", ...navigator.languages.map(languageOf)].find(isSpoken) ?? "en";
}

/** The language with the browser's region: German in Switzerland, English in Great Britain. */
function locale(): string {
  const same = navigator.languages.filter((tag) => languageOf(tag) === language);
  const region = [...same, ...navigator.languages].map((tag) => /-([A-Z]{2}|\d{3})\b/.exec(tag)?.[1]).find(Boolean);
  return region ? `${language}-${region}` : language;
}

/** The language of the page, and of what it asks the service for. */
export let language: Language = "en";
let words: Readonly<Partial<Record<Word, string>>> = {};

let asked: Language | undefined;
const needed = new Set<Further>();

/** Speaks a language from now on: the one that the visitor chose, or the one that they prefer. Of several choices, the last. */
export async function speak(chosen?: Language): Promise<void> {
  const wanted = (asked = chosen ?? asked ?? preferred());
  const sets = LANGUAGES[wanted];
  const read = await Promise.all([sets.words(), ...[...needed].map((set) => sets[set]())]);
  if (wanted !== asked) return;
  words = Object.assign({}, words, ...read.map((one) => one.default));
  language = wanted;
  if (chosen) kept.setItem(KEY, chosen);
  document.documentElement.lang = language;
}

/** A part of the page that is shown without a running game, with its words. */
export async function withWords<Loaded>(loading: Promise<Loaded>, ...further: Further[]): Promise<Loaded> {
  for (const set of ["more" as const, ...further]) needed.add(set);
  const [loaded] = await Promise.all([loading, speak()]);
  return loaded;
}

/** Something in the page's language, made when it is needed first: each format takes a slow phone some 10 ms. */
function spoken<Format>(make: () => Format): () => Format {
  let made: { readonly language: Language; readonly format: Format } | null = null;
  return () => (made?.language === language ? made : (made = { language, format: make() })).format;
}

const dates = spoken(() => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }));
const days = spoken(() => new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }));
const times = spoken(() => new Intl.DateTimeFormat(locale(), { timeStyle: "medium" }));
const lists = spoken(() => new Intl.ListFormat(locale()));
const shares = spoken(() => new Intl.NumberFormat(language, { style: "percent" }));
// As the service's own sentences have it, which know no regions.
const DOLLARS = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", maximumFractionDigits: 0 } as const;
const dollars = spoken(() => new Intl.NumberFormat(language, DOLLARS));

/** A text with its values. Of "one | many", `count` chooses. There is none for a value of an enum that is newer than the page. */
export function t(word: Word | `${string}${Unknown}${string}`, values: Readonly<Record<string, string | number>> = {}): string {
  const [one = "", many = one] = (words[word as Word] ?? "").split(" | ");
  const text = values["count"] === 1 ? one : many;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export const when = (moment: string | number): string => dates().format(new Date(moment));
export const day = (moment: string): string => days().format(new Date(moment));
export const time = (moment: string): string => times().format(new Date(moment));
export const list = (items: readonly string[]): string => lists().format(items);
/** A share of 1: "64 %". */
export const percent = (share: number): string => shares().format(share);
export const money = (amount: number): string => dollars().format(amount);
