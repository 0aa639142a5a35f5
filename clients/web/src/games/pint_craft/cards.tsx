// Cards of Pint Craft: Recipes, and Brewery cards.

import type { PintCraftCardFragment, PintCraftRecipeFragment } from "@taphouse/client";

import { CardBack, Mug, Picture, SeasonPicture } from "../../art.tsx";
import type { AtTable, Meaning } from "../../table/context.ts";
import { t } from "../../words.ts";
import { AmountRow, inWords } from "../amounts.tsx";
import { Title } from "../title.tsx";
import { Effects } from "./effects.tsx";
import { INGREDIENTS } from "./ingredients.tsx";

import "./cards.css";

/** A glass whose beer is as dark as its recipe has specialty malt. */
function RecipeGlass({ recipe }: { recipe: PintCraftRecipeFragment }) {
  const shade = Math.min(3, recipe.cost.specialtyMalt) + (recipe.cost.baseMalt > 6 ? 1 : 0);
  return (
    <Picture class={`pint shade-${shade}`} box="0 0 32 40">
      <path class="vessel" d="M5 4h22l-3 34H8z" />
      <path class="beer" d="M6.5 12h19L23 36H9z" />
      <path class="foam" d="M4 12c-2-4 1-7 4-6 2-4 7-4 9-1 3-2 7-1 8 2 3 0 4 3 2 5z" />
      <path class="shine" d="M11 17l1 14" />
    </Picture>
  );
}

export function RecipeCard({ recipe }: { recipe: PintCraftRecipeFragment }) {
  return (
    <span class={`card recipe-card ${recipe.season ? recipe.season.toLowerCase() : ""}`} data-card={recipe.name}>
      <span class="pints">
        {recipe.pints} <Mug />
      </span>
      <RecipeGlass recipe={recipe} />
      <Title of={recipe.title} />
      <AmountRow amounts={recipe.cost} pictures={INGREDIENTS} />
      {recipe.season && (
        <span class="bonus">
          <SeasonPicture season={recipe.season} />+{recipe.bonus}
        </span>
      )}
    </span>
  );
}

export function recipeMeaning(recipe: PintCraftRecipeFragment, { word }: AtTable): Meaning {
  const bonus = recipe.season ? ([[t("seasonalBonus", { season: word(recipe.season) }), String(recipe.bonus)]] as const) : [];
  return {
    title: recipe.title,
    text: t("recipeText"),
    facts: [[t("cost"), inWords(recipe.cost, word)], [t("pintsWord"), String(recipe.pints)], ...bonus],
  };
}

export function BreweryCard({ card }: { card: PintCraftCardFragment }) {
  return (
    <span class={`card brewery-card ${card.kind.toLowerCase()}`} data-card={card.name}>
      <Title of={card.title} />
      <Effects of={card} />
      <span class="text">{card.text}</span>
      {card.tradable && <span class="or">{t("or")}</span>}
    </span>
  );
}

export function cardMeaning(card: PintCraftCardFragment): Meaning {
  return { title: card.title, text: card.text, facts: [[t("kindOfCard"), t(`cardKind${card.kind}Text`)], ...(card.tradable ? ([[t("or"), t("orText")]] as const) : [])] };
}

export const HiddenCard = () => (
  <span class="card hidden-card">
    <CardBack />
  </span>
);
