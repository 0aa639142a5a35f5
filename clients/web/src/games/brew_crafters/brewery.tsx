// A player's brewery: vessels, storehouse, rooms, staff, research.

import type { BrewCraftersStyle } from "@taphouse/client";

import { Coin, Pawn } from "../../art.tsx";
import { Avatar } from "../../avatar.tsx";
import { Spot } from "../../table/spot.tsx";
import { useTable } from "../../table/context.ts";
import { list, money, t } from "../../words.ts";
import { AmountRow, eachOf } from "../amounts.tsx";
import { Title } from "../title.tsx";
import { Bottles, INGREDIENTS, Pub, Room, Tank, ingredient } from "./art.tsx";
import { componentMeaning, trackMeaning, type Parts, type Player, type View } from "./meanings.ts";

interface Props {
  readonly player: Player;
  readonly view: View;
  readonly parts: Parts;
  readonly mine: boolean;
}

type Batch = Player["tanks"][number];

export function Brewery({ player, view, parts, mine }: Props) {
  const { nameOf } = useTable();
  const name = nameOf(player.seat);
  const score = player.scoreByCategory.reduce((sum, { points }) => sum + points, 0);
  return (
    <section class={`area brewery ${mine ? "mine" : ""}`} aria-label={t("breweryOf", { name })}>
      <h2>
        <Avatar name={name} seat={player.seat} />
        {name} <span class="muted">{t("pointsCount", { count: score })}</span>
      </h2>
      <Money player={player} />
      <Storehouse player={player} />
      <Vessels player={player} view={view} parts={parts} />
      <Rooms player={player} parts={parts} mine={mine} />
      <Research player={player} view={view} />
      <Staff player={player} view={view} parts={parts} />
    </section>
  );
}

function Money({ player }: { player: Player }) {
  const winter = player.nextWinter;
  const lines = player.runningCosts.map((line) => [line.what, money(line.money)] as const);
  const outlook = winter ? ([[t("leftAfterWinter"), money(winter.money)], [t("loans"), String(player.loans + winter.loans)]] as const) : [];
  return (
    <Spot at={`money:${player.seat}`} class="money" meaning={{ title: t("money"), text: t("moneyText"), facts: [...lines, ...outlook] }}>
      <Coin />
      <b>{money(player.money)}</b>
      {winter && <span class="muted">{t("winterCosts", { money: money(winter.costs) })}</span>}
      {player.loans > 0 && <span class="warn">{t("loansCount", { count: player.loans })}</span>}
    </Spot>
  );
}

function Storehouse({ player }: { player: Player }) {
  const { word } = useTable();
  const held = Object.values(player.ingredients).reduce<number>((sum, count) => sum + (typeof count === "number" ? count : 0), 0);
  return (
    <Spot
      at={`stock:${player.seat}`}
      class="stock storehouse"
      meaning={{ title: t("storehouse"), text: t("stored", { held, room: player.storage }), facts: eachOf(player.ingredients, word) }}
    >
      <AmountRow amounts={player.ingredients} pictures={INGREDIENTS} all />
      <span class="muted stored">{t("stored", { held, room: player.storage })}</span>
    </Spot>
  );
}

function Vessels({ player, view, parts }: Pick<Props, "player" | "view" | "parts">) {
  const known = new Map(view.recipes.map(({ recipe }) => [recipe.name, recipe]));
  const styleOf = (batch: Batch | null | undefined): BrewCraftersStyle | null => (batch ? (known.get(batch.recipe)?.style ?? "ALE") : null);
  const titleOf = ({ recipe }: Batch) => known.get(recipe)?.title ?? recipe;
  const pubTitle = parts.tiles.find(({ name }) => name === "brewpub")?.title ?? "";
  const pub = player.tiles.some(({ name }) => name === "brewpub") || player.brewpub !== null;
  const tanks = Math.max(1, player.tanks.length, player.vessels - (pub ? 1 : 0));
  const vessel = (place: string, name: string, batch: Batch | null | undefined, text: string, picture: preact.JSX.Element, index: number) => (
    <Spot
      key={`${place}${index}`}
      at={`${place}:${player.seat}`}
      class="vessel-spot"
      meaning={{
        title: name,
        text,
        facts: batch
          ? [
              [t("beer"), titleOf(batch)],
              [t("points"), String(batch.points)],
            ]
          : [],
      }}
    >
      {picture}
      <span class="type">{batch ? titleOf(batch) : "–"}</span>
    </Spot>
  );
  return (
    <div class="vessels" role="group" aria-label={t("vessels")}>
      {Array.from({ length: tanks }, (_, index) =>
        vessel("tank", t("tank"), player.tanks[index], t("tankText"), <Tank style={styleOf(player.tanks[index])} />, index),
      )}
      <span class="flow" aria-hidden="true">
        →
      </span>
      {Array.from({ length: Math.max(1, player.bottlingLine.length) }, (_, index) =>
        vessel("bottles", t("bottles"), player.bottlingLine[index], t("bottlesText"), <Bottles style={styleOf(player.bottlingLine[index])} />, index),
      )}
      {pub && vessel("pub", pubTitle, player.brewpub, t("pubText"), <Pub style={styleOf(player.brewpub)} />, 0)}
      <Spot
        at={`shipped:${player.seat}`}
        class="shipped"
        meaning={{ title: t("shipped", { count: player.shipped.length }), text: list(player.shipped.map(titleOf)) }}
      >
        <span class="muted">{t("brewed", { count: player.batchesBrewed })}</span>
        <span class="muted">{t("shipped", { count: player.shipped.length })}</span>
      </Spot>
    </div>
  );
}

/** All places of the viewer's own board; of other boards, what is built. */
function Rooms({ player, parts, mine }: Pick<Props, "player" | "parts" | "mine">) {
  const { movesAt } = useTable();
  const built = new Map(player.tiles.map((tile) => [tile.name, player.tiles.filter(({ name }) => name === tile.name).length]));
  const extra = player.tiles.filter(({ name }, index, all) => !parts.tiles.some((tile) => tile.name === name) && all.findIndex((one) => one.name === name) === index);
  return (
    <div class="rooms" role="group" aria-label={t("rooms")}>
      {[...parts.tiles, ...extra].map((tile) => {
        const count = built.get(tile.name) ?? 0;
        if (!mine && count === 0) return null;
        const open = movesAt(`tile:${player.seat}:${tile.name}`).length > 0;
        return (
          <Spot
            key={tile.name}
            at={`tile:${player.seat}:${tile.name}`}
            class={`room ${count > 0 ? "built" : open ? "open" : ""}`}
            meaning={{ ...componentMeaning(tile), title: `${tile.title}${count > 0 ? ` (${t("built")})` : ""}` }}
          >
            <Room name={tile.name} />
            <Title of={tile.title} />
            {count > 1 && <span class="count">{count}</span>}
          </Spot>
        );
      })}
    </div>
  );
}

function Research({ player, view }: Pick<Props, "player" | "view">) {
  const known = new Map(view.tracks.map(({ name, steps }) => [name, steps]));
  return (
    <div class="research" role="group" aria-label={t("research")}>
      {player.research.map((track) => {
        const steps = known.get(track.name) ?? [];
        return (
          <Spot key={track.name} at={`track:${player.seat}:${track.name}`} class="research-track" meaning={trackMeaning(track, steps)}>
            <span class="type">{track.title}</span>
            <span class="pips" aria-hidden="true">
              {steps.map(({ kind }) => (
                <i key={kind} class={track.steps.includes(kind) ? "taken" : ""} />
              ))}
            </span>
          </Spot>
        );
      })}
    </div>
  );
}

function Staff({ player, view, parts }: Pick<Props, "player" | "view" | "parts">) {
  const { word } = useTable();
  const deals = view.partnerships.filter(({ name }) => player.partnerships.includes(name));
  return (
    <div class="staff" role="group" aria-label={t("staff")}>
      <Spot at={`shifts:${player.seat}`} class="has" meaning={{ title: t("shiftsCount", { count: player.shifts }), text: t("shiftsText") }}>
        {Array.from({ length: player.shifts }, (_, index) => (
          <span key={index} class={`seat-${player.seat} shift`}>
            <Pawn />
          </span>
        ))}
        <span>{t("shiftsCount", { count: player.shifts })}</span>
      </Spot>
      {player.marketTokens > 0 && <span class="muted">{t("tokensLeft", { count: player.marketTokens })}</span>}
      {player.planted && (
        <span class="has">
          {ingredient(player.planted)} {word(player.planted)} {t("planted")}
        </span>
      )}
      {player.workers.map((worker) => (
        <Spot key={worker.name} at={`staff:${player.seat}:${worker.name}`} class="worker hired" meaning={componentMeaning(worker)}>
          <Pawn />
          <span class="type">{worker.title}</span>
        </Spot>
      ))}
      {deals.map(({ name, title }) => (
        <Spot key={name} at={`partner:${player.seat}:${name}`} class="worker hired" meaning={{ title, text: parts.deals.get(name) }}>
          <span class="type">{title}</span>
        </Spot>
      ))}
    </div>
  );
}
