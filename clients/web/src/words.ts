// The page's own words, dates, lists and money: in the language that the visitor chose, and as their region writes them.

import type { Word, Words } from "./words/en.ts";

const WORDS = {
  en: () => import("./words/en.ts"),
  de: () => import("./words/de.ts"),
};

export type { Word };
export type Language = keyof typeof WORDS;

const KEY = "taphouse.language";

export const isSpoken = (tag: string): tag is Language => Object.hasOwn(WORDS, tag);
const languageOf = (tag: string) => tag.split("-")[0] ?? "";

/** The language that was chosen before, else the first one of the browser's that the page speaks. */
function preferred(): Language {
  return [localStorage.getItem(KEY) ?? "", ...navigator.languages.map(languageOf)].find(isSpoken) ?? "en";
}

/** The language with the browser's region: German in Switzerland, English in Great Britain. */
function locale(): string {
  const same = navigator.languages.filter((tag) => languageOf(tag) === language);
  const region = [...same, ...navigator.languages].map((tag) => /-([A-Z]{2}|\d{3})\b/.exec(tag)?.[1]).find(Boolean);
  return region ? `${language}-${region}` : language;
}

/** The language of the page, and of what it asks the service for. */
export let language: Language = "en";
let words: Words;
let dates: Intl.DateTimeFormat;
let times: Intl.DateTimeFormat;
let lists: Intl.ListFormat;
let dollars: Intl.NumberFormat;
let gains: Intl.NumberFormat;

/** Speaks a language from now on: the one that the visitor chose, or the one that they prefer. */
export async function speak(chosen?: Language): Promise<void> {
  const wanted = chosen ?? preferred();
  words = (await WORDS[wanted]()).default;
  language = wanted;
  if (chosen) localStorage.setItem(KEY, chosen);
  document.documentElement.lang = language;
  dates = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });
  times = new Intl.DateTimeFormat(locale(), { timeStyle: "medium" });
  lists = new Intl.ListFormat(locale());
  gains = new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
  // As the service's own sentences have it, which know no regions.
  dollars = new Intl.NumberFormat(language, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", maximumFractionDigits: 0 });
}

/** A text with its values. Of "one | many", `count` chooses. */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const [one = "", many = one] = words[word].split(" | ");
  const text = values["count"] === 1 ? one : many;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export const when = (moment: string | number): string => dates.format(new Date(moment));
export const time = (moment: string): string => times.format(new Date(moment));
export const list = (items: readonly string[]): string => lists.format(items);
/** A gain or a loss: "+1.5". */
export const signed = (points: number): string => gains.format(points);
export const money = (amount: number): string => dollars.format(amount);
