// The board of Pint Craft: the Season, the pot, the Recipes on offer, the piles, and every player's brewery.

import type { PintCraftTableFragment, TableFragment } from "@taphouse/client";

import { Mug, Picture, SeasonPicture } from "../../art.tsx";
import { Avatar } from "../../avatar.tsx";
import { Spot } from "../../table/spot.tsx";
import { useTable } from "../../table/context.ts";
import { list, t } from "../../words.ts";
import { AmountRow, eachOf } from "../amounts.tsx";
import { Regions } from "../regions.tsx";
import { BreweryCard, HiddenCard, RecipeCard, cardMeaning, recipeMeaning } from "./cards.tsx";
import { INGREDIENTS } from "./ingredients.tsx";

import "./board.css";

type View = PintCraftTableFragment;
type Player = View["players"][number];

const SEASONS = ["WINTER", "SPRING", "SUMMER", "FALL"] as const;

export function Board({ game }: { game: TableFragment }) {
  const { me } = useTable();
  if (game.__typename !== "PintCraftGame" || !game.table) return null;
  const view = game.table;
  const own = view.players.find(({ seat }) => seat === me);
  const others = own ? [...view.players.slice(own.seat), ...view.players.slice(0, own.seat - 1)] : view.players;
  return (
    <div class="pint-craft">
      <Regions of={[[".stacks", t("recipes")], ...(own ? ([[".area.mine", t("you")]] as const) : []), [".others", t("others")], [".log", t("regionLog")]]} />
      <div class="middle">
        <Seasons view={view} />
        <Pot view={view} />
        <Stacks view={view} />
        <Piles view={view} />
      </div>
      {own && <Brewery player={own} view={view} mine />}
      <div class="others strip">
        {others.map((player) => (
          <Brewery key={player.seat} player={player} view={view} mine={false} />
        ))}
      </div>
    </div>
  );
}

function Seasons({ view }: { view: View }) {
  const { word } = useTable();
  return (
    <section class="seasons" aria-label={t("season")}>
      <ol>
        {SEASONS.map((season) => (
          <li key={season} class={season === view.season ? "now" : ""} aria-current={season === view.season ? "true" : undefined}>
            <Spot at={`season:${season}`} class="of-season" meaning={{ title: word(season), text: t("seasonText") }}>
              <SeasonPicture season={season} />
              <span>{word(season)}</span>
            </Spot>
          </li>
        ))}
      </ol>
      <p class="muted">
        {t("round", { round: view.round })} · {t("threshold", { count: view.threshold })}
      </p>
      {view.stage !== "ROUNDS" && <p class="stage">{t(`stage${view.stage}`)}</p>}
    </section>
  );
}

function Stacks({ view }: { view: View }) {
  const table = useTable();
  const { movesAt } = table;
  return (
    <section class="stacks" aria-label={t("recipesOnOffer")}>
      {view.stacks.map(({ number, size, top }) => {
        if (!top) return <Spot key={number} at={`stack:${number}`} class="slot recipe-slot" meaning={{ title: t("recipesInStack", { count: size }) }} />;
        const burying = movesAt(`stack:${number}`).length > 0;
        return (
          <span key={number} class={`stacked deep-${Math.min(3, size)}`} data-spot={`stack:${number}`}>
            <Spot at={burying ? `stack:${number}` : `recipe:${top.name}`} meaning={recipeMeaning(top, table)}>
              <span class="arrives" key={top.name}>
                <RecipeCard recipe={top} />
              </span>
            </Spot>
            <span class="count" title={t("recipesInStack", { count: size })}>
              {size}
              <span class="unseen"> {t("recipesInStack", { count: size })}</span>
            </span>
          </span>
        );
      })}
    </section>
  );
}

function Pot({ view }: { view: View }) {
  const { word } = useTable();
  return (
    <section class="pot-place" aria-label={t("pot")}>
      <Spot at="pot" class="pot" meaning={{ title: t("pot"), text: t("potText"), facts: view.pot ? eachOf(view.pot, word) : [[t("ingredients"), t("unlimited")]] }}>
      <Picture class="kettle" box="0 0 80 56">
        <path class="steam" d="M26 12c-4-4 4-6 0-10M40 12c-4-4 4-6 0-10M54 12c-4-4 4-6 0-10" />
        <path class="rim" d="M6 16h68v6H6z" />
        <path class="body" d="M10 22h60l-4 26a6 6 0 0 1-6 5H20a6 6 0 0 1-6-5z" />
        <path class="handle" d="M6 26a6 6 0 0 0 0 12M74 26a6 6 0 0 1 0 12" />
      </Picture>
      {view.pot ? <AmountRow amounts={view.pot} pictures={INGREDIENTS} all /> : <span class="muted">{t("unlimited")}</span>}
      </Spot>
    </section>
  );
}

function Piles({ view }: { view: View }) {
  const { movesAt } = useTable();
  const top = view.discardStack.at(-1);
  const titles = list(view.discardStack.map((card) => card?.title ?? "?"));
  const back = [...new Map(view.discardStack.flatMap((card) => (card && movesAt(`discard:${card.name}`).length > 0 ? [[card.name, card]] : []))).values()];
  return (
    <section class="piles" aria-label={t("piles")}>
      <Spot at="draw" class="pile" meaning={{ title: t("drawPile"), text: t("cards", { count: view.drawPile.size }) }}>
        {view.drawPile.size > 0 ? <HiddenCard /> : <span class="slot" />}
        <span class="count">{view.drawPile.size}</span>
      </Spot>
      <Spot at="discard" class="pile" meaning={{ title: t("discardStack"), text: titles || t("nothing") }}>
        {top ? <BreweryCard card={top} /> : <span class="slot" />}
        <span class="count">{view.discardStack.length}</span>
      </Spot>
      {view.inPlay && (
        <Spot at="in-play" class="pile in-play" meaning={cardMeaning(view.inPlay)}>
          <BreweryCard card={view.inPlay} />
          <span class="count word">{t("inPlay")}</span>
        </Spot>
      )}
      {back.map((card) => (
        <Spot key={card.name} at={`discard:${card.name}`} class="pile" meaning={cardMeaning(card)}>
          <BreweryCard card={card} />
        </Spot>
      ))}
    </section>
  );
}

function Brewery({ player, view, mine }: { player: Player; view: View; mine: boolean }) {
  const table = useTable();
  const { nameOf, movesAt } = table;
  const name = nameOf(player.seat);
  const share = Math.min(100, (100 * player.pints) / view.threshold);
  return (
    <section class={`area ${mine ? "mine" : ""} ${player.eliminated ? "eliminated" : ""}`} aria-label={t("areaOf", { name })}>
      <h2>
        <Avatar name={name} seat={player.seat} />
        {name}
        {player.eliminated && <span class="muted"> · {t("eliminated")}</span>}
      </h2>
      {movesAt(`target:${player.seat}`).length > 0 && (
        <Spot at={`target:${player.seat}`} class="target" meaning={{ title: name }}>
          <span class="button primary">{t("chooseThis", { name })}</span>
        </Spot>
      )}
      <Spot at={`pints:${player.seat}`} class="gauge" meaning={{ title: t("pintsOf", { count: player.pints, threshold: view.threshold }), text: t("pintsText") }}>
        <Mug />
        <span class="track" style={{ "--share": `${share}%` }} aria-hidden="true" />
        <span>{t("pintsOf", { count: player.pints, threshold: view.threshold })}</span>
      </Spot>
      <Spot at={`stock:${player.seat}`} class="stock" meaning={{ title: t("ingredientsOf", { name }), facts: eachOf(player.ingredients, table.word) }}>
        <AmountRow amounts={player.ingredients} pictures={INGREDIENTS} all />
      </Spot>
      <div class="on-tap" role="group" aria-label={t("onTap")} data-spot={`on-tap:${player.seat}`}>
        {player.onTap.length === 0 && <span class="muted">{t("nothingOnTap")}</span>}
        {player.onTap.map((recipe) => (
          <Spot key={recipe.name} at={`on-tap:${recipe.name}`} meaning={recipeMeaning(recipe, table)}>
            <span class="arrives">
              <RecipeCard recipe={recipe} />
            </span>
          </Spot>
        ))}
      </div>
      {player.inFront.length > 0 && (
        <div class="in-front" role="group" aria-label={t("inFront")}>
          {player.inFront.map((card, index) => (
            <Spot key={`${card.name}${index}`} at={`front:${player.seat}`} meaning={cardMeaning(card)}>
              <BreweryCard card={card} />
            </Spot>
          ))}
        </div>
      )}
      <div class="hand" role="group" aria-label={t("handOf", { name, count: player.hand.size })} data-spot={`hand:${player.seat}`}>
        {player.hand.cards
          ? player.hand.cards.map((card, index) => (
              <Spot key={`${card.name}${index}`} at={`hand:${player.seat}:${card.name}`} class="held" meaning={cardMeaning(card)}>
                <BreweryCard card={card} />
              </Spot>
            ))
          : player.hand.size > 0 && (
              <Spot at={`hidden:${player.seat}`} class="amount-row" meaning={{ title: t("handOf", { name, count: player.hand.size }), text: t("hiddenCardText") }}>
                {Array.from({ length: player.hand.size }, (_, index) => (
                  <span key={index} class="held small">
                    <HiddenCard />
                  </span>
                ))}
              </Spot>
            )}
      </div>
    </section>
  );
}
