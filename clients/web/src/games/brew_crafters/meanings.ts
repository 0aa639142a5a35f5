// What the things of Brew Crafters mean, from the table and from the entries of the game's edition.

import type { BrewCraftersComponentFragment, BrewCraftersTableFragment } from "@taphouse/client";

import type { EditionOf } from "../../api.ts";
import type { AtTable, Meaning } from "../../table/context.ts";
import { list, money, t } from "../../words.ts";
import { inWords } from "../amounts.tsx";

export type View = BrewCraftersTableFragment;
export type Player = View["players"][number];
type Progress = Player["research"][number];
type Track = View["tracks"][number];
export type Recipe = View["recipes"][number]["recipe"];

type Figures = Readonly<Record<string, unknown>>;

export interface Tile {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** What it costs every winter; null if that is not known. */
  readonly cost: number | null;
}

export interface Parts {
  /** The tiles that a player may install, as the edition lists them. */
  readonly tiles: readonly Tile[];
  /** What partners get for what, by the name of the partnership. */
  readonly deals: ReadonlyMap<string, string>;
  /** The short titles of the sides of spaces, by both names. */
  readonly sides: ReadonlyMap<string, string>;
}

/** The parts of an edition that the table does not show before they are in play. */
export function partsOf(edition: EditionOf | undefined): Parts {
  const of = (section: string) =>
    new Map((edition?.entries ?? []).filter((entry) => entry.section === section).map(({ name, figures }) => [name, figures as Figures]));
  const costs = of("tileCosts");
  const tiles = [...of("tiles")].map(([name, { title, text }]) => {
    const cost = costs.get(name)?.["value"];
    return { name, title: String(title ?? name), text: String(text ?? ""), cost: typeof cost === "number" ? cost : null };
  });
  const deals = new Map([...of("partnerships")].map(([name, { text }]) => [name, String(text ?? "")]));
  const sides = new Map([...of("spaceSides")].map(([name, { title }]) => [name.replace(/\.\d+$/, ""), String(title ?? "")]));
  return { tiles, deals, sides };
}

export function recipeMeaning(recipe: Recipe, gold: string | null, word: AtTable["word"]): Meaning {
  const marks = list([recipe.barrel ? t("barrelRecipe") : "", recipe.infuser ? t("infuserRecipe") : ""].filter(Boolean));
  return {
    title: recipe.title,
    text: recipe.advanced ? t("advancedText", { style: word(recipe.style) }) : t("basicText"),
    facts: [
      [t("ingredients"), inWords(recipe.ingredients, word)],
      [t("points"), String(recipe.points)],
      ...(marks ? ([[t("marks"), marks]] as const) : []),
      ...(recipe.advanced ? ([[t("goldLabel"), gold ?? t("stillFree")]] as const) : []),
    ],
  };
}

export const componentMeaning = ({ title, text, cost }: Tile | BrewCraftersComponentFragment): Meaning => ({
  title,
  text,
  facts: cost === null ? [] : [[t("everyWinter"), money(cost)]],
});

/** What a space gives, in a line: one of its sides. */
export const sidesOf = (space: View["spaces"][number]): string => space.sides.map(({ text }) => text.replace(/\.$/, "")).join(" / ");

export function spaceMeaning(space: View["spaces"][number], text: string, taker: string | null, word: AtTable["word"]): Meaning {
  const lies = space.ingredient ? `${space.count} ${word(space.ingredient, space.count)}` : space.money > 0 ? money(space.money) : "";
  return {
    title: space.title,
    text: text || sidesOf(space),
    facts: [...(lies ? ([[t("liesHere"), lies]] as const) : []), ...(taker ? ([[t("takenBy"), taker]] as const) : [])],
  };
}

/** The steps of a track in their order; those that the player has taken are ticked. */
export const trackMeaning = ({ title, steps: taken }: Progress, steps: Track["steps"]): Meaning => ({
  title,
  text: t("trackText"),
  facts: steps.map(({ text }, index) => [`${index + 1}${index < taken.length ? " ✓" : ""}`, text ?? ""]),
});
