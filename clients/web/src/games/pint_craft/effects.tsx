// What a Brewery card does, in pictures: a line for each effect that the edition lists.

import type { ComponentChildren } from "preact";

import { Mug, Pawn, Picture } from "../../art.tsx";
import { useTable } from "../../table/context.ts";
import { INGREDIENTS } from "./ingredients.tsx";

/** An effect as the edition lists it: its name, and its parameters. */
interface Figures {
  readonly effect?: string;
  readonly amount?: number;
  readonly ingredient?: string;
}

/** More of a kind are a number. */
const MOST = 4;

/** An ingredient of any kind: a quarter for each. */
const Any = () => (
  <Picture class="any">
    <path class="malt" d="M12 12V2A10 10 0 0 0 2 12z" />
    <path class="specialty-malt" d="M12 12h10A10 10 0 0 0 12 2z" />
    <path class="hops" d="M12 12H2a10 10 0 0 0 10 10z" />
    <path class="adjuncts" d="M12 12v10a10 10 0 0 0 10-10z" />
  </Picture>
);

const Paper = () => (
  <Picture class="paper-sign">
    <path d="M6 3h12v18H6z" />
  </Picture>
);

const Recipe = () => (
  <Picture class="paper-sign">
    <path d="M5 2h14v20H5z" />
    <path class="line" d="M9 8h6l-.8 9H9.800zM8.500 8q3.500-4 7 0" />
  </Picture>
);

const many = (count: number, picture: ComponentChildren): ComponentChildren =>
  count <= MOST ? Array.from({ length: count }, () => picture) : [<b>{count}</b>, picture];
const ingredient = (name: string) => INGREDIENTS[name.replace(/-./, (dash) => dash.slice(1).toUpperCase()) as keyof typeof INGREDIENTS];

function signs({ effect, amount = 0, ingredient: kind = "", ...amounts }: Figures): ComponentChildren {
  const [any, other, paper, recipe] = [<Any />, <Pawn />, <Paper />, <Recipe />];
  switch (effect) {
    case "choose":
      return many(amount, any);
    case "choose-per-improvement":
      return [many(amount, any), "+", any, "/", <span class="improvement-sign" />];
    case "choose-per-recipe":
      return [any, "/", recipe];
    case "choose-per-recipe-of-another":
      return [any, "/", other, recipe];
    case "others-choose":
      return [other, "+", many(amount, any)];
    case "pay":
      return Object.entries(amounts).map(([name, count]) => many(Number(count), ingredient(name)));
    case "pay-from-recipe":
      return [recipe, "→", ingredient(kind)];
    case "draw":
      return ["+", many(amount, paper)];
    case "redraw":
      return [paper, "⟳", paper, "+", amount];
    case "take-card":
      return [other, "→", paper];
    case "take-back":
      return ["↶", paper];
    case "bury":
      return ["↓", recipe];
    case "others-give":
      return [other, "→", many(amount, any)];
    case "another-loses":
      return [other, "−", many(amount, any)];
    case "others-lose":
      return [other, "−", many(amount, ingredient(kind))];
    case "return-recipe":
      return [other, recipe, "↷"];
    case "swap-recipes":
      return [recipe, "⇄", recipe];
    default:
      return null;
  }
}

export function Effects({ of: { name, kind } }: { of: { readonly name: string; readonly kind: string } }) {
  const { edition } = useTable();
  const entries = edition?.entries ?? [];
  const effects = entries.filter(({ section, name: entry }) => section === "effects" && entry.startsWith(`${name}.`));
  const pints = entries.find(({ section, name: entry }) => section === "cardPints" && entry === name)?.figures as { readonly value?: number } | undefined;
  return (
    <span class="effects">
      {effects.map(({ name: entry, figures }) => (
        <span key={entry} class="effect">
          {signs(figures as Figures)}
        </span>
      ))}
      {kind === "IMPROVEMENT" && (
        <span class="effect">
          ⟳ <Any />/<Recipe />
        </span>
      )}
      {pints?.value && (
        <span class="effect">
          +{pints.value}
          <Mug />
        </span>
      )}
    </span>
  );
}
