// The values of single fields, as people read them.

import { createContext } from "preact";
import { useContext } from "preact/hooks";

import { useTable } from "../../table/context.ts";
import { language } from "../../words.ts";
import type { Field, Words } from "./table.ts";
import type { Value } from "./value.ts";

export const Named = createContext<Words | null>(null);

/** The seat whose area this is; null in the middle of the table. */
export const Owner = createContext<number | null>(null);

export function useNamed(): Words {
  const words = useContext(Named);
  if (!words) throw new Error("This is shown only on a general board.");
  return words;
}

/** The catalogue describes fields in English alone, and says to programs what null means. */
export const described = ({ text }: Field): string | undefined => (language === "en" ? text.replace(/; null [^.;]*/, "") : undefined);

export const isSingle = ({ holds }: Field): boolean => holds !== "GROUP" && holds !== "AMOUNTS";

/** The colour of a value: that of a word, or of an entry of the edition that has a figure `colour`; undefined if it has none. */
export function useColour(): (field: Field, value: Value) => string | undefined {
  const { edition } = useTable();
  const words = useNamed();
  return ({ holds }, value) => {
    if (holds === "WORD") return words.colourOf(String(value));
    const entry = holds === "NAME" ? edition?.entries.find(({ name }) => name === value) : undefined;
    const { colour } = (entry?.figures ?? {}) as { readonly colour?: string };
    return colour && CSS.supports("color", colour) ? colour : undefined;
  };
}

/** Speaks a value of a field: a seat by its player's name, a word and an entry of the edition by their titles. */
export function useSpoken(): (field: Field, value: Value) => string {
  const { nameOf, edition } = useTable();
  const words = useNamed();
  const titles = new Map((edition?.entries ?? []).map(({ name, figures }) => [name, (figures as { title?: string }).title]));
  return ({ holds, title }, value) => {
    switch (holds) {
      case "SEAT":
        return nameOf(Number(value));
      case "WORD":
        return words.titleOf(String(value));
      case "NAME":
        return titles.get(String(value)) ?? String(value).replaceAll("-", " ");
      case "FLAG":
        return title;
      default:
        return String(value);
    }
  };
}
