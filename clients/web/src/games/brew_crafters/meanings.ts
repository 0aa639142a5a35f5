// What the things of Brew Crafters mean, from the table and from the entries of the game's edition.

import type { BrewCraftersComponentFragment, BrewCraftersTableFragment, TableFragment } from "@taphouse/client";

import { reference } from "../../api.ts";
import { useLoaded } from "../../hooks.ts";
import type { Meaning } from "../../table/context.ts";
import { t } from "../../words.ts";
import { inWords } from "../amounts.tsx";
import { ingredient } from "./art.tsx";

export type View = BrewCraftersTableFragment;
export type Player = View["players"][number];
export type Recipe = View["recipes"][number]["recipe"];

interface Figures {
  readonly title?: string;
  readonly text?: string;
  readonly cost?: number;
  readonly count?: number;
  readonly [step: string]: unknown;
}

export interface Parts {
  /** The tiles that a player may install, as the edition lists them. */
  readonly tiles: readonly { readonly name: string; readonly title: string; readonly text: string; readonly cost: number }[];
  readonly tracks: ReadonlyMap<string, Figures>;
}

/** The parts of the game's edition that the table does not show before they are in play. */
export function useParts(game: TableFragment): Parts {
  const { value } = useLoaded(reference, []);
  const entries = value?.find(({ kind }) => kind === game.kind)?.editions.find(({ digest }) => digest === game.edition)?.entries;
  const of = (section: string) => (entries ?? []).filter((entry) => entry.section === section);
  return {
    tiles: of("tiles").map(({ name, figures }) => {
      const { title = name, text = "", cost = 0 } = figures as Figures;
      return { name, title, text, cost };
    }),
    tracks: new Map(of("tracks").map(({ name, figures }) => [name, figures as Figures])),
  };
}

export const moneyOf = (money: number) => `$${money}`;

export function recipeMeaning(recipe: Recipe, gold: string | null): Meaning {
  const marks = [recipe.barrel ? t("barrelRecipe") : "", recipe.infuser ? t("infuserRecipe") : ""].filter(Boolean).join(", ");
  return {
    title: recipe.title,
    text: recipe.advanced ? t("advancedText", { style: t(`style${recipe.style}`) }) : t("basicText"),
    facts: [
      [t("ingredients"), inWords(recipe.ingredients, ingredient)],
      [t("points"), String(recipe.points)],
      ...(marks ? ([[t("marks"), marks]] as const) : []),
      ...(recipe.advanced ? ([[t("goldLabel"), gold ?? t("stillFree")]] as const) : []),
    ],
  };
}

export const componentMeaning = ({ title, text, cost }: Pick<BrewCraftersComponentFragment, "title" | "text" | "cost">): Meaning => ({
  title,
  text,
  facts: [[t("everyWinter"), moneyOf(cost)]],
});

/** What a space gives, in a line: one of its sides. */
export const sidesOf = (space: View["spaces"][number]): string =>
  space.sides.map(({ text }) => text.replace(/\.$/, "")).join(` ${t("orElse")} `);

export function spaceMeaning(space: View["spaces"][number], taker: string | null): Meaning {
  const lies = space.ingredient ? `${space.count} ${ingredient(space.ingredient).word}` : space.money > 0 ? moneyOf(space.money) : "";
  return {
    title: space.title,
    text: sidesOf(space),
    facts: [...(lies ? ([[t("liesHere"), lies]] as const) : []), ...(taker ? ([[t("takenBy"), taker]] as const) : [])],
  };
}

const STEPS = ["EXPERIMENTAL", "ANNUAL", "BREAKTHROUGH", "GAME_END"] as const;

export const steps = STEPS;

/** An effect of a track as the edition writes it: `{effect: "take", ingredients: {malt: 3}}` is "take: 3 malt". */
function effectWords(given: unknown): string {
  if (typeof given !== "object" || given === null) return "";
  const { effect, ingredients, amount, per, most } = given as Record<string, unknown>;
  const figures = [
    typeof ingredients === "object" && ingredients ? inWords(ingredients, ingredient) : "",
    typeof amount === "number" ? String(amount) : "",
    typeof per === "number" ? t("per", { count: per }) : "",
    typeof most === "number" ? t("noMoreThan", { count: most }) : "",
  ];
  return `${String(effect).replaceAll("-", " ")}: ${figures.filter(Boolean).join(", ")}`;
}

export function trackMeaning(track: Player["research"][number], { tracks }: Parts): Meaning {
  const figures = tracks.get(track.name);
  return {
    title: track.title,
    text: t("trackText"),
    facts: STEPS.map((step) => {
      const taken = track.steps.includes(step) ? ` ✓` : "";
      return [`${t(`step${step}`)}${taken}`, effectWords(figures?.[step.toLowerCase()])] as const;
    }),
  };
}
