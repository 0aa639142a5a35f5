// How good an example a place on the board is of what the comments on a first game say. Where nothing is said of it, all are alike.

import type { TableFragment } from "@taphouse/client";

const most = (types: readonly unknown[]) => Math.max(0, ...types.map((type) => types.filter((one) => one === type).length));

export function worth(place: string, game: TableFragment): number {
  const [kind, what = "", type] = place.split(":");
  switch (game.__typename) {
    // A line with several beers of a type, the most beers of one in the hand, the largest stack.
    case "DankAndDraftGame": {
      const player = game.table?.players.find(({ seat }) => String(seat) === what);
      if (kind === "own") return player?.hand.cards?.filter((card) => card?.type === type).length ?? 0;
      if (kind === "stack") return player?.taproom.find((stack) => stack.type === type)?.cards.length ?? 0;
      const line = game.table?.taps.filter(({ row, column }) => what === `ROW_${row}` || what === `COLUMN_${column}`) ?? [];
      return most(line.map(({ card }) => card?.type));
    }
    // An Improvement in the hand, the Recipe with the most Pints, the player in the lead.
    case "PintCraftGame": {
      const player = game.table?.players.find(({ seat }) => String(seat) === what);
      if (kind === "hand") return player?.hand.cards?.some((card) => card.name === type && card.kind === "IMPROVEMENT") ? 1 : 0;
      return (kind === "recipe" ? game.table?.stacks.find(({ top }) => top?.name === what)?.top?.pints : player?.pints) ?? 0;
    }
    // Where most goods have piled up, a basic recipe.
    case "BrewCraftersGame": {
      const space = game.table?.spaces.find(({ name }) => place === `space:${name}`);
      if (space) return space.count + space.money;
      return game.table?.recipes.some(({ recipe }) => place === `recipe:${recipe.name}` && !recipe.advanced) ? 1 : 0;
    }
    default:
      return 0;
  }
}
