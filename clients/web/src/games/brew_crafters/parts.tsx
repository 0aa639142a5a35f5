// What Brew Crafters adds to the table, and its board.

import type { BrewCraftersEventsFragment, MoveInput, TableFragment } from "@taphouse/client";

import { useMemo } from "preact/hooks";

import { Coin, Medal, Pawn } from "../../art.tsx";
import { useTable, type Flight, type GameParts } from "../../table/context.ts";
import { t } from "../../words.ts";
import { kindsIn } from "../amounts.tsx";
import { movesAt, placesOf, type Places } from "../places.ts";
import { Regions } from "../regions.tsx";
import { INGREDIENTS, type Ingredient } from "./art.tsx";
import { Brewery } from "./brewery.tsx";
import { Calendar, Market, Offers, Recipes } from "./market.tsx";
import { partsOf } from "./meanings.ts";

function Board({ game }: { game: TableFragment }) {
  const { me, edition } = useTable();
  const parts = useMemo(() => partsOf(edition), [edition]);
  if (game.__typename !== "BrewCraftersGame" || !game.table) return null;
  const view = game.table;
  const own = view.players.find(({ seat }) => seat === me);
  const others = own ? [...view.players.slice(own.seat), ...view.players.slice(0, own.seat - 1)] : view.players;
  return (
    <div class="brew-crafters">
      <Regions
        of={[
          [".market", t("market")],
          ...(own ? ([[".brewery.mine", t("you")]] as const) : []),
          [".recipes", t("recipes")],
          [".offers", t("offers")],
          [".others", t("others")],
          [".log", t("regionLog")],
        ]}
      />
      <Calendar view={view} />
      <Market view={view} parts={parts} />
      {own && <Brewery player={own} view={view} parts={parts} mine />}
      <Recipes view={view} />
      <Offers view={view} parts={parts} />
      <div class="others strip">
        {others.map((player) => (
          <Brewery key={player.seat} player={player} view={view} parts={parts} mine={false} />
        ))}
      </div>
    </div>
  );
}

const PLACES: Places = {
  market: "space:{space}",
  hire: "worker:{worker}",
  form: "deal:{partnership}",
  trade: "deal:{partnership}",
  brew: "recipe:{recipe}",
  collaborate: "portion:{portion}",
  annual: "track:{me}:{track}",
  research: "track:{me}:{track}",
  secondStep: "track:{me}:{track}",
  install: "tile:{me}:{tile}",
};

const places = ({ brewCrafters }: MoveInput, game: TableFragment) => placesOf(PLACES, brewCrafters ?? {}, game.viewer.seat);

function tries(place: string, game: TableFragment, me: number): readonly MoveInput[] {
  const spaces = (game.__typename === "BrewCraftersGame" && game.table?.spaces) || [];
  const sides = spaces.find(({ name }) => place === `space:${name}`)?.sides ?? [];
  const beer = ["tank", "bottles", "pub"].some((vessel) => place === `${vessel}:${me}`);
  const moves = beer
    ? [{ process: true }]
    : sides.length > 1
      ? movesAt(PLACES, place, me).flatMap(({ market }) => sides.map(({ name }) => ({ market: { ...market, side: name } })))
      : movesAt(PLACES, place, me);
  return moves.map((brewCrafters) => ({ brewCrafters }) as MoveInput);
}

const token = (picture: preact.JSX.Element, seat = 0) => <span class={`token seat-${seat}`}>{picture}</span>;

function flights(given: { readonly __typename: string }): readonly Flight[] {
  const event = given as BrewCraftersEventsFragment;
  switch (event.__typename) {
    case "BrewCraftersSpaceTaken":
      return [{ from: `seat:${event.seat}`, to: `space:${event.space}`, token: token(<Pawn />, event.seat) }];
    case "BrewCraftersIngredientsTaken":
      return kindsIn(event.ingredients).map((kind) => ({
        from: `space:${event.source}`,
        to: `stock:${event.seat}`,
        token: token(INGREDIENTS[kind as Ingredient]),
      }));
    case "BrewCraftersMoneyTaken":
      return [{ from: `seat:${event.seat}`, to: `money:${event.seat}`, token: token(<Coin />) }];
    case "BrewCraftersMoneyPaid":
      return [{ from: `money:${event.seat}`, to: `seat:${event.seat}`, token: token(<Coin />) }];
    case "BrewCraftersWorkerHired":
      return [{ from: `worker:${event.worker}`, to: `seat:${event.seat}`, token: token(<Pawn />, event.seat) }];
    case "BrewCraftersPartnershipFormed":
      return [{ from: `deal:${event.partnership}`, to: `seat:${event.seat}`, token: token(<Coin />) }];
    case "BrewCraftersBatchBrewed":
      return [{ from: `recipe:${event.recipe}`, to: `${event.vessel === "TANK" ? "tank" : "pub"}:${event.seat}`, token: token(INGREDIENTS.hops) }];
    case "BrewCraftersBatchBottled":
      return [{ from: `tank:${event.seat}`, to: `bottles:${event.seat}`, token: token(INGREDIENTS.malt) }];
    case "BrewCraftersBatchSold":
      return [{ from: `${event.vessel === "TANK" ? "bottles" : "pub"}:${event.seat}`, to: `money:${event.seat}`, token: token(<Coin />) }];
    case "BrewCraftersGoldLabelTaken":
      return [{ from: `recipe:${event.recipe}`, to: `seat:${event.seat}`, token: token(<Medal />) }];
    case "BrewCraftersPortionGiven":
      return [{ from: `stock:${event.seat}`, to: `portion:${event.portion}`, token: token(INGREDIENTS.malt) }];
    case "BrewCraftersTileInstalled":
      return [{ from: `seat:${event.seat}`, to: `tile:${event.seat}:${event.tile}`, token: token(<Pawn />, event.seat) }];
    case "BrewCraftersStepTaken":
      return [{ from: `seat:${event.seat}`, to: `track:${event.seat}:${event.track}`, token: token(<Pawn />, event.seat) }];
    default:
      return [];
  }
}

export const brewCrafters: GameParts = {
  Board,
  places,
  tries,
  flights,
  amounts: ({ brewCrafters: move }) => (move?.discard?.ingredients as Record<string, number> | undefined) ?? null,
  goals: (_, game) => {
    const table = game.__typename === "BrewCraftersGame" ? game.table : null;
    const own = table?.players.find(({ seat }) => seat === game.viewer.seat);
    if (!table || !own) return [];
    return table.recipes.map(({ recipe }) => ({ title: recipe.title, cost: recipe.ingredients, held: own.ingredients, sign: -1 }));
  },
  pictures: INGREDIENTS,
  points: (game) =>
    new Map(
      game.__typename === "BrewCraftersGame"
        ? game.table?.players.map(({ seat, scoreByCategory }) => [seat, scoreByCategory.reduce((sum, { points }) => sum + points, 0)] as const)
        : [],
    ),
};
