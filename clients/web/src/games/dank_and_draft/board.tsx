// The board of Dank & Draft: the nine taps with their handles, the piles, and every player's taproom and hand.

import type { DankAndDraftTableFragment, TableFragment } from "@taphouse/client";

import { Avatar } from "../../avatar.tsx";
import { Spot } from "../../table/spot.tsx";
import { useTable } from "../../table/context.ts";
import { t } from "../../words.ts";
import { Regions } from "../regions.tsx";
import { Glass, TapHandle } from "./art.tsx";
import { BeerCard, Card, HiddenCard, TYPES, meaningOf, typeName } from "./cards.tsx";

type View = DankAndDraftTableFragment;
type Player = View["players"][number];

export function Board({ game }: { game: TableFragment }) {
  const { me } = useTable();
  if (game.__typename !== "DankAndDraftGame" || !game.table) return null;
  const view = game.table;
  const own = view.players.find(({ seat }) => seat === me);
  const others = own ? [...view.players.slice(own.seat), ...view.players.slice(0, own.seat - 1)] : view.players;
  return (
    <div class="dank">
      <Regions of={[[".bar-counter", t("taps")], [".others", t("others")], ...(own ? ([[".area.mine", t("you")]] as const) : []), [".log", t("regionLog")]]} />
      <div class="bar-counter">
        <Piles view={view} />
        <Taps view={view} />
      </div>
      <div class="others">
        {others.map((player) => (
          <PlayerArea key={player.seat} player={player} mine={false} />
        ))}
      </div>
      {own && <PlayerArea player={own} mine />}
    </div>
  );
}

const LINES = [1, 2, 3] as const;

function Taps({ view }: { view: View }) {
  return (
    <section class="taps" aria-label={t("taps")}>
      <span class="corner" aria-hidden="true" />
      {LINES.map((column) => (
        <Line key={column} line={`COLUMN_${column}`} title={t("column", { number: column })} turn={0} />
      ))}
      {LINES.map((row) => [
        <Line key={`row-${row}`} line={`ROW_${row}`} title={t("row", { number: row })} turn={-90} />,
        ...view.taps.filter((tap) => tap.row === row).map((tap) => <Tap key={tap.position} tap={tap} />),
      ])}
    </section>
  );
}

function Line({ line, title, turn }: { line: string; title: string; turn: number }) {
  return (
    <Spot at={`line:${line}`} class={`line ${turn ? "of-row" : "of-column"}`} meaning={{ title, text: t("lineText") }}>
      <TapHandle turn={turn} />
    </Spot>
  );
}

function Tap({ tap }: { tap: View["taps"][number] }) {
  const table = useTable();
  if (!tap.card) {
    const meaning = { title: t("emptyTap", { position: tap.position }), text: t("emptyTapText") };
    return <Spot at={`tap:${tap.position}`} class="slot tap gap" meaning={meaning} />;
  }
  const meaning = meaningOf(tap.card, table);
  return (
    <Spot at={`tap:${tap.position}`} class="tap" meaning={{ ...meaning, title: `${t("tap", { position: tap.position })}: ${meaning.title}` }}>
      <span class="arrives" key={`${tap.card.type}${tap.card.brewery}`}>
        <Card card={tap.card} />
      </span>
    </Spot>
  );
}

function Piles({ view }: { view: View }) {
  const table = useTable();
  const top = view.discardPile.at(-1) ?? null;
  const lying = TYPES.map((type) => [typeName(type, table), String(view.discardPile.filter((card) => card.type === type).length)] as const);
  return (
    <section class="piles" aria-label={t("piles")}>
      <Spot at="draw" class="pile" meaning={{ title: t("drawPile"), text: t("cards", { count: view.drawPile.size }) }}>
        {view.drawPile.size > 0 ? <HiddenCard /> : <span class="slot" />}
        <span class="count">{view.drawPile.size}</span>
      </Spot>
      <Spot at="discard" class="pile" meaning={{ title: t("discardPile"), text: t("cards", { count: view.discardPile.length }), facts: lying }}>
        {top ? <Card card={top} /> : <span class="slot" />}
        <span class="count">{view.discardPile.length}</span>
      </Spot>
      {view.inPlay && (
        <Spot at="in-play" class="pile in-play" meaning={{ ...meaningOf({ ...view.inPlay.card, type: null }, table), facts: [] }}>
          <Card card={{ ...view.inPlay.card, type: null }} />
          <span class="count word">{t("inPlay")}</span>
        </Spot>
      )}
      <p class="turn-note">
        {t("turn", { turn: view.turn })}
        {view.extraTurn && <b> · {t("extraTurn")}</b>}
        {view.extraTurnOwed && <b> · {t("extraTurnOwed")}</b>}
      </p>
    </section>
  );
}

function PlayerArea({ player, mine }: { player: Player; mine: boolean }) {
  const table = useTable();
  const name = table.nameOf(player.seat);
  return (
    <section class={`area ${mine ? "mine" : ""}`} aria-label={t("areaOf", { name })}>
      <h2>
        <Avatar name={name} seat={player.seat} />
        {name} <span class="muted">{t("pointsCount", { count: player.score })}</span>
      </h2>
      <div class="hand" role="group" aria-label={t("handOf", { name, count: player.hand.size })} data-spot={`hand:${player.seat}`}>
        <Hand player={player} />
      </div>
      <div class="taproom" role="group" aria-label={t("taproom")} data-spot={`taproom:${player.seat}`}>
        {TYPES.map((type) => {
          const stack = player.taproom.find((one) => one.type === type);
          const title = typeName(type, table);
          const closed = player.closedTypes.includes(type);
          const facts = (stack?.cards ?? []).map((card, index) => [`${index + 1}`, card.brewery ?? title] as const);
          return (
            <Spot
              key={type}
              at={`stack:${player.seat}:${type}`}
              class={`stack ${type.toLowerCase()} ${stack ? "" : "empty"} ${closed ? "closed" : ""}`}
              meaning={{
                title: t("stackOf", { type: title, count: stack?.cards.length ?? 0 }),
                text: closed ? t("closedType") : t("openType"),
                facts,
              }}
            >
              <span class="fan">
                {stack?.cards.slice(-5).map((card, index) => (
                  <span key={index} class="fanned">
                    <BeerCard type={type} title={title} brewery={card.brewery} />
                  </span>
                ))}
                {!stack && (
                  <span class="slot">
                    <Glass type={type} />
                    <span class="type">{title}</span>
                  </span>
                )}
              </span>
              {stack && <span class="count">{stack.cards.length}</span>}
            </Spot>
          );
        })}
      </div>
    </section>
  );
}

function Hand({ player: { seat, hand } }: { player: Player }) {
  const table = useTable();
  if (hand.size === 0) return <span class="muted">{t("emptyHand")}</span>;
  const cards = hand.cards ?? Array.from({ length: hand.size }, () => null);
  return (
    <>
      {cards.map((card, index) => (
        <Spot key={index} at={card?.type ? `own:${seat}:${card.type}` : `theirs:${seat}:${card?.action ?? ""}`} class="held" meaning={meaningOf(card, table)}>
          <Card card={card} />
        </Spot>
      ))}
    </>
  );
}
