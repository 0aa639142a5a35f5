// A small picture of each game, made of its own pieces.

import type { VNode } from "preact";

import { Hops, Malt, Mug, Pawn, SeasonPicture } from "../art.tsx";
import { Tank, Awning } from "../games/brew_crafters/art.tsx";
import { ActionCard, BeerCard } from "../games/dank_and_draft/cards.tsx";
import { RecipeCard } from "../games/pint_craft/cards.tsx";

const RECIPE = {
  name: "",
  title: "",
  cost: { baseMalt: 4, specialtyMalt: 2, hops: 1, adjuncts: 0 },
  pints: 3,
  season: "WINTER",
  bonus: 2,
} as const;

const COVERS: Readonly<Record<string, VNode>> = {
  DANK_AND_DRAFT: (
    <>
      <BeerCard type="STOUT" />
      <BeerCard type="IPA" />
      <ActionCard action="SNATCH" />
    </>
  ),
  PINT_CRAFT: (
    <>
      <SeasonPicture season="FALL" />
      <RecipeCard recipe={RECIPE} />
      <span class="heap">
        <Hops />
        <Malt />
        <Mug />
      </span>
    </>
  ),
  BREW_CRAFTERS: (
    <>
      <Tank style="ALE" />
      <span class="heap">
        <Awning />
        <span class="seat-2">
          <Pawn />
        </span>
        <Hops />
      </span>
      <Tank style="PORTER" />
    </>
  ),
};

const ANY = (
  <span class="heap">
    <Mug />
  </span>
);

export const Cover = ({ kind }: { kind: string }) => (
  <div class="cover" aria-hidden="true">
    {COVERS[kind] ?? ANY}
  </div>
);
