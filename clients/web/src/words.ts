// The page's own words, in the language of the browser as far as there is one.

import { de } from "./words/de.ts";
import { en } from "./words/en.ts";

export type Word = keyof typeof en;

export const language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
const words: Readonly<Record<Word, string>> = language === "de" ? de : en;

/** A text with its values. Of "one | many", `count` chooses. */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const [one = "", many = one] = words[word].split(" | ");
  const text = values["count"] === 1 ? one : many;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const times = new Intl.DateTimeFormat(language, { timeStyle: "medium" });

export const when = (moment: string | number): string => dates.format(new Date(moment));
export const time = (moment: string): string => times.format(new Date(moment));
