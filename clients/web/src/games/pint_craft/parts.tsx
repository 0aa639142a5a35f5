// What Pint Craft adds to the table.

import type { MoveInput, PintCraftEventsFragment, TableFragment } from "@taphouse/client";

import type { Flight, GameParts } from "../../table/context.ts";
import { kindsIn } from "../amounts.tsx";
import { movesAt, placesOf, type Places } from "../places.ts";
import { Board } from "./board.tsx";
import { INGREDIENTS } from "./ingredients.tsx";

const PLACES: Places = {
  playCard: "hand:{me}:{card}",
  tradeIn: "hand:{me}:{card}",
  brew: "recipe:{recipe}",
  nameRecipe: "recipe:{recipe}",
  bury: "stack:{stack}",
  target: "target:{seat}",
  takeBack: "discard:{card}",
  returnRecipe: "on-tap:{recipe}",
};

function places({ pintCraft: move }: MoveInput, game: TableFragment): readonly string[] {
  if (move?.swapRecipes) return [`on-tap:${move.swapRecipes.own}`, `on-tap:${move.swapRecipes.other}`];
  return placesOf(PLACES, move ?? {}, game.viewer.seat);
}

const tries = (place: string, _: TableFragment, me: number) =>
  movesAt(PLACES, place, me).map((pintCraft) => ({ pintCraft }) as MoveInput);

const tokens = (from: string, to: string, amounts: object): Flight[] =>
  kindsIn(amounts).map((kind) => ({ from, to, token: <span class="token">{INGREDIENTS[kind as keyof typeof INGREDIENTS]}</span> }));

function flights(given: { readonly __typename: string }): readonly Flight[] {
  const event = given as PintCraftEventsFragment;
  switch (event.__typename) {
    case "PintCraftCardPlayed":
    case "PintCraftCardTradedIn":
      return [{ from: `hand:${event.seat}`, to: "discard" }];
    case "PintCraftCardsDrawn":
      return Array.from({ length: event.count }, () => ({ from: "draw", to: `hand:${event.seat}` }));
    case "PintCraftCardTaken":
      return [{ from: `hand:${event.fromSeat}`, to: `hand:${event.seat}` }];
    case "PintCraftIngredientsTaken":
      return tokens("pot", `stock:${event.seat}`, event.ingredients);
    case "PintCraftIngredientsLost":
      return tokens(`stock:${event.seat}`, "pot", event.ingredients);
    case "PintCraftIngredientsGiven":
      return tokens(`stock:${event.seat}`, `stock:${event.toSeat}`, event.ingredients);
    case "PintCraftRecipeBrewed":
      return [{ from: `stack:${event.stack}`, to: `on-tap:${event.seat}` }];
    case "PintCraftRecipeReturned":
      return [{ from: `on-tap:${event.seat}`, to: `stack:${event.stack}` }];
    case "PintCraftRecipesSwapped":
      return [
        { from: `on-tap:${event.seat}`, to: `on-tap:${event.withSeat}` },
        { from: `on-tap:${event.withSeat}`, to: `on-tap:${event.seat}` },
      ];
    default:
      return [];
  }
}

export const pintCraft: GameParts = {
  Board,
  places,
  tries,
  flights,
  amounts: ({ pintCraft: move }) => ((move?.choose ?? move?.give)?.ingredients as Record<string, number> | undefined) ?? null,
  goals: ({ pintCraft: move }, game) => {
    const table = game.__typename === "PintCraftGame" ? game.table : null;
    const own = table?.players.find(({ seat }) => seat === game.viewer.seat);
    if (!table || !own) return [];
    const recipes = table.stacks.flatMap(({ top }) => (top ? [top] : []));
    return recipes.map(({ title, cost }) => ({ title, cost, held: own.ingredients, sign: move?.give ? -1 : 1 }));
  },
  pictures: INGREDIENTS,
  points: (game) =>
    new Map(game.__typename === "PintCraftGame" ? game.table?.players.map(({ seat, pints }) => [seat, pints] as const) : []),
};
