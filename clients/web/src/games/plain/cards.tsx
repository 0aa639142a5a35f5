// Cards of any game: a title, a text, and what else is known of them. Words are cards of their own colour.

import { useContext } from "preact/hooks";

import { CardBack } from "../../art.tsx";
import { Spot } from "../../table/spot.tsx";
import type { Meaning } from "../../table/context.ts";
import { list, t } from "../../words.ts";
import { Title } from "../title.tsx";
import { Die, isDie, isFace } from "./die.tsx";
import { areasIn, placeOf, pointsOf } from "./points.ts";
import { described, Owner, useColour, useNamed, useSpoken } from "./spoken.ts";
import { contentOf, type Field } from "./table.ts";
import type { Group, Value } from "./value.ts";

/** The most cards that lie side by side, though some are equal. Of more, equal ones lie where the last of them does. */
const APART = 8;
/** The most columns of a board whose points are square on a phone. */
const SQUARE = 8;

interface Props {
  readonly field: Field;
  readonly value: Value;
  /** How many cards there are of which nothing is known. */
  readonly hidden: number;
  readonly hand: boolean;
}

export function Cards({ field, value, hidden, hand }: Props) {
  if (field.holds === "AMOUNTS" && !field.many) return <Amounts group={value as Group} path={field.path} />;
  if (value === null) return <Stacked field={field} value={null} count={hidden} />;
  const items = Array.isArray(value) ? (value as readonly Value[]) : [value];
  if (items.length === 0) return <p class="muted">{t("nothing")}</p>;
  const areas = areasIn(items);
  const points = pointsOf(items);
  const wide = areas?.some((area) => Number(area.split("/")[1]) > SQUARE);
  const equal = new Map<string, number>();
  const counted = items.map((item, number) => {
    const said = JSON.stringify(item);
    const count = (equal.get(said) ?? 0) + 1;
    equal.set(said, count);
    return { item, said, number, count, key: `${said}${count}` }; // so that what is new arrives
  });
  const stacked = items.length > APART;
  const stacks = stacked ? counted.filter(({ said, count }) => count === equal.get(said)) : counted;
  return (
    <div class={`plain-cards ${areas ? "grid" : ""} ${points ? "points" : ""} ${wide ? "wide" : ""} ${hand && !areas ? "hand" : ""}`}>
      {stacks.map(({ item, count, number, key }) => (
        <span key={key} class={`arrives ${hand && !areas ? "held" : ""}`} style={areas ? { gridArea: areas[number] } : {}}>
          <Stacked field={field} value={item} count={stacked ? count : 1} point={points?.[number]} />
        </span>
      ))}
    </div>
  );
}

interface StackedProps {
  readonly field: Field;
  readonly value: Value;
  readonly count: number;
  /** The point at which it lies. */
  readonly point?: string | undefined;
}

function Stacked({ field, value, count, point }: StackedProps) {
  const { meaning, face } = useCard(field, value, point !== undefined);
  const owner = useContext(Owner);
  const places = [...(point ? [placeOf(point, owner)] : []), ...useNamed().placesOf(field, value, owner)];
  return (
    <Spot at={places.join(" ") || `plain:${field.path}`} class="plain-spot" meaning={count > 1 ? { ...meaning, title: `${meaning.title} (${count})` } : meaning}>
      {face}
      {count > 1 && <span class="count">{count}</span>}
    </Spot>
  );
}

/** A card or a point, and what it means. */
function useCard(field: Field, value: Value, atPoint: boolean): { meaning: Meaning; face: preact.JSX.Element } {
  const words = useNamed();
  const spoken = useSpoken();
  const colourOf = useColour();
  const tint = (one: Field | undefined, held: Value) => ({ "--tint": (one && colourOf(one, held)) ?? "var(--card)" });
  if (value === null) return { meaning: { title: t("hiddenCard"), text: t("hiddenCardText") }, face: <Back /> };
  if (field.holds !== "GROUP") {
    const title = spoken(field, value);
    if (isDie(field) && isFace(value)) return { meaning: { title, text: described(field) }, face: <Die face={value} /> };
    const face = (
      <span class="plain-card small" style={tint(field, value)}>
        {field.holds === "SEAT" && <span class={`disc small seat-${Number(value)}`}>{Number(value)}</span>}
        <Title of={title} />
      </span>
    );
    return { meaning: { title, text: described(field) }, face };
  }
  const { heading, text, facts, rows } = contentOf(value as Group, field.path, words);
  if (!heading && facts.length === 0 && rows.length === 0) return { meaning: { title: t("hiddenCard"), text: t("hiddenCardText") }, face: <Back /> };
  const title = heading ? spoken(...heading) : words.hides(value as Group, field.path) ? t("hiddenCard") : field.title;
  const said = [
    ...facts.map(([one, held]) => [one, held, one.holds === "FLAG" ? "✓" : spoken(one, held)] as const),
    ...rows.map(([one, held]) => [one, held, listed(one, held)] as const).filter(([, , line]) => line),
  ];
  /** A list within a card, in a line. */
  function listed(one: Field, held: Value): string {
    if (one.holds === "AMOUNTS") {
      const amounts = words.within(held as Group, one.path).filter(([, count]) => count !== 0);
      return list(amounts.map(([kind, count]) => `${String(count)} ${kind.title}`));
    }
    const items = Array.isArray(held) ? (held as readonly Value[]) : [held];
    return items.map((item) => (one.holds === "GROUP" ? lineOf(item as Group, one.path) : spoken(one, item))).join(" · ");
  }
  function lineOf(group: Group, path: string): string {
    const inner = contentOf(group, path, words);
    return inner.text || [inner.heading && spoken(...inner.heading), ...inner.facts.map((fact) => spoken(...fact))].filter(Boolean).join(", ");
  }
  const meaning = { title, text: text || described(field), facts: said.map(([one, , line]) => [one.title, line] as const) };
  if (atPoint && !text && rows.length === 0) {
    const there = facts.filter(([, held]) => held !== 0);
    const word = there.find(([one]) => one.holds === "WORD");
    const seat = there.find(([one]) => one.holds === "SEAT");
    const number = there.find(([one]) => one.holds === "NUMBER");
    const others = there.filter((one) => !seat || (one !== seat && one !== number));
    const face = (
      <span class={`plain-point ${there.length > 0 ? "taken" : ""} ${word ? "word" : ""}`} style={word && tint(...word)}>
        <span class="name">{title}</span>
        {seat && <Pile seat={Number(seat[1])} count={number ? Number(number[1]) : 1} />}
        {others.map((one) => spoken(...one))}
      </span>
    );
    return { meaning, face };
  }
  const coloured = [heading, ...facts].find((one) => one && colourOf(...one));
  const style = tint(coloured?.[0], coloured?.[1] ?? null);
  const [fact, ...further] = facts;
  if (heading?.[0].holds === "WORD" && fact?.[0].holds === "NUMBER" && further.length === 0 && rows.length === 0 && !text) {
    const face = (
      <span class="plain-card small" style={style}>
        <b class="rank">{String(fact[1])}</b>
        <Title of={title} />
      </span>
    );
    return { meaning, face };
  }
  const face = (
    <span class="plain-card" style={style}>
      <Title of={title} />
      {text && <span class="text">{text}</span>}
      {said.map(([one, held, line]) => (
        <span key={one.path} class="fact">
          <span class="muted">{one.title}</span> {words.areColours(one, held) ? <Colours of={held} said={line} /> : line}
        </span>
      ))}
    </span>
  );
  return { meaning, face };
}

/** Colours as spots with their initials: in words, those that a card may have would fill it. */
function Colours({ of, said }: { of: readonly string[]; said: string }) {
  const words = useNamed();
  return (
    <>
      <span class="unseen">{said}</span>
      <span class="colours" aria-hidden="true" title={said}>
        {of.map((word) => (
          <span key={word} style={{ "--tint": words.colourOf(word) }}>
            {words.titleOf(word).charAt(0)}
          </span>
        ))}
      </span>
    </>
  );
}

const Back = () => (
  <span class="card hidden-card">
    <CardBack />
  </span>
);

/** The most pieces of a pile that are drawn. */
const DRAWN = 5;

/** The pieces of a seat at a point. */
function Pile({ seat, count }: { seat: number; count: number }) {
  return (
    <>
      <span class={`plain-pile ${count > 1 ? "several" : ""}`}>
        {Array.from({ length: Math.min(count, DRAWN) }, (_, number) => (
          <span key={number} class={`disc seat-${seat}`}>
            {seat}
          </span>
        ))}
      </span>
      {count > 1 && <span class="count">{count}</span>}
    </>
  );
}

/** A number for each of several names. */
function Amounts({ group, path }: { group: Group; path: string }) {
  return (
    <dl class="counters">
      {useNamed()
        .within(group, path)
        .map(([field, count]) => (
          <div key={field.path} class={`counter ${count === 0 ? "none" : ""}`}>
            <dt>{field.title}</dt>
            <dd>{String(count)}</dd>
          </div>
        ))}
    </dl>
  );
}
