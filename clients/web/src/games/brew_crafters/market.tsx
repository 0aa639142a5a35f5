// The middle of Brew Crafters: the calendar, the market, and what is still to be had.

import type { VNode } from "preact";

import { Coin, Medal, Pawn, SeasonPicture } from "../../art.tsx";
import { Spot } from "../../table/spot.tsx";
import { useTable } from "../../table/context.ts";
import { money, t } from "../../words.ts";
import { AmountRow } from "../amounts.tsx";
import { Title } from "../title.tsx";
import { Awning, INGREDIENTS, Label, ingredient } from "./art.tsx";
import { componentMeaning, recipeMeaning, sidesOf, spaceMeaning, type Parts, type View } from "./meanings.ts";

const SEASONS = ["SPRING", "SUMMER", "FALL", "WINTER"] as const;

export function Calendar({ view }: { view: View }) {
  const { nameOf, game, edition, word } = useTable();
  const step = edition?.guide.turn.find(({ tasks }) => tasks.some((task) => task === game.decision?.task));
  const moment = `${word(view.season)} · ${word(view.phase)}`;
  const order = view.phase === "MARKET" ? view.marketSeats : view.phase === "BREWERY" ? view.brewerySeats : [];
  return (
    <section class="calendar" aria-label={t("calendar")}>
      <ol class="years">
        {[1, 2, 3].map((year) => (
          <li key={year} class={year === view.year ? "now" : ""}>
            <b>{t("year", { year })}</b>
            <ol>
              {SEASONS.map((season) => {
                const now = year === view.year && season === view.season;
                return (
                  <li key={season} class={now ? "now" : ""} aria-current={now ? "date" : undefined} title={word(season)}>
                    <SeasonPicture season={season} />
                    <span class="unseen">{word(season)}</span>
                  </li>
                );
              })}
            </ol>
          </li>
        ))}
      </ol>
      <p class="moment">
        <Spot at="phase" class="phase" meaning={{ title: moment, text: step?.text }}>
          <b>{moment}</b>
        </Spot>
        {view.startingSeat && <span class="muted">{t("starts", { name: nameOf(view.startingSeat) })}</span>}
      </p>
      {order.length > 0 && (
        <p class="order" aria-label={t("nextToAct")}>
          <span class="muted">{t("next")}</span>
          {order.slice(0, 8).map((seat, index) => (
            <span key={index} class={`disc small seat-${seat}`} title={nameOf(seat)} role="img" aria-label={nameOf(seat)}>
              {seat}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

/** What a space gives, in a line: what is alone in words, one of several by their titles. */
const shortSides = (space: View["spaces"][number], { sides }: Parts) =>
  space.sides.length === 1 ? sidesOf(space) : space.sides.map(({ name, text }) => sides.get(`${space.name}.${name}`) ?? text).join(" / ");

export function Market({ view, parts }: { view: View; parts: Parts }) {
  const { nameOf, component, word } = useTable();
  return (
    <section class="market" aria-label={t("market")}>
      {view.spaces.map((space) => (
        <Spot
          key={space.name}
          at={`space:${space.name}`}
          class={`stall ${space.takenBy ? "taken" : ""}`}
          meaning={spaceMeaning(space, component(`spaces/${space.name}`).text, space.takenBy ? nameOf(space.takenBy) : null, word)}
        >
          <Awning />
          <Title of={space.title} />
          <span class="goods">
            {space.ingredient && (
              <Heap of={ingredient(space.ingredient)} count={space.count} />
            )}
            {space.money > 0 && (
              <Heap of={<Coin />} count={space.money} />
            )}
            {!space.ingredient && <span class="sides">{shortSides(space, parts)}</span>}
          </span>
          {space.takenBy && (
            <span class={`taker seat-${space.takenBy} arrives`}>
              <Pawn />
            </span>
          )}
        </Spot>
      ))}
    </section>
  );
}

/** The most pieces of a heap that are drawn. */
const DRAWN = 8;

/** Goods as they lie there: a heap of pieces, and their number. */
function Heap({ of, count }: { of: VNode; count: number }) {
  return (
    <span class={`has goods-heap ${count === 0 ? "none" : ""}`}>
      <span class="pieces">{Array.from({ length: Math.min(DRAWN, count) || 1 }, () => of)}</span>
      {count}
    </span>
  );
}

export function Recipes({ view }: { view: View }) {
  const { nameOf, word } = useTable();
  return (
    <section class="recipes" aria-label={t("recipes")}>
      <h2>{t("recipes")}</h2>
      <div class="cards strip">
        {view.recipes.map(({ recipe, goldLabel }) => (
          <Spot
            key={recipe.name}
            at={`recipe:${recipe.name}`}
            class={`recipe ${recipe.advanced ? "advanced" : "basic"}`}
            meaning={recipeMeaning(recipe, goldLabel ? nameOf(goldLabel) : null, word)}
          >
            <Label style={recipe.style} />
            <span class="type">{recipe.title}</span>
            <AmountRow amounts={recipe.ingredients} pictures={INGREDIENTS} />
            <span class="worth">{recipe.points}</span>
            {recipe.advanced && (
              <span class={`gold ${goldLabel ? `seat-${goldLabel} gone` : ""}`}>
                <Medal />
              </span>
            )}
          </Spot>
        ))}
      </div>
    </section>
  );
}

export function Offers({ view, parts }: { view: View; parts: Parts }) {
  const { nameOf } = useTable();
  return (
    <section class="offers" aria-label={t("offers")}>
      <div>
        <h2>{t("workers")}</h2>
        {view.workers.length === 0 && <p class="muted">{t("allHired")}</p>}
        <div class="cards strip">
          {view.workers.map((worker) => (
            <Spot key={worker.name} at={`worker:${worker.name}`} class="worker" meaning={componentMeaning(worker)}>
              <Pawn />
              <span class="type">{worker.title}</span>
              <span class="cost">{money(worker.cost)}</span>
            </Spot>
          ))}
        </div>
      </div>
      <div>
        <h2>{t("partnerships")}</h2>
        <div class="cards strip">
          {view.partnerships.map((deal) => (
            <Spot
              key={deal.name}
              at={`deal:${deal.name}`}
              class={`deal ${deal.partner ? "taken" : ""}`}
              meaning={{
                title: deal.title,
                text: parts.deals.get(deal.name),
                facts: [[t("partner"), deal.partner ? nameOf(deal.partner) : t("stillFree")]],
              }}
            >
              <span class="has">
                <Coin />
                {deal.price}
              </span>
              <span aria-hidden="true">→</span>
              <AmountRow amounts={deal.ingredients} pictures={INGREDIENTS} />
              <span class="type">{deal.title}</span>
              {deal.partner && <span class={`disc small seat-${deal.partner}`}>{deal.partner}</span>}
            </Spot>
          ))}
        </div>
      </div>
      {view.collaboration && (
        <div>
          <h2>{t("collaboration")}</h2>
          <div class="cards strip">
            {view.collaboration.map((portion) => (
              <Spot
                key={portion.name}
                at={`portion:${portion.name}`}
                class={`portion ${portion.givenBy ? "taken" : ""}`}
                meaning={{
                  title: portion.title,
                  text: t("portionText", { count: portion.points, money: money(portion.money) }),
                  facts: [[t("givenBy"), portion.givenBy ? nameOf(portion.givenBy) : t("nobodyYet")]],
                }}
              >
                <span class="type">{portion.title}</span>
                {portion.givenBy && <span class={`disc small seat-${portion.givenBy}`}>{portion.givenBy}</span>}
              </Spot>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}
