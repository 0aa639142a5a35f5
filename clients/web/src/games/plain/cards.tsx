// Cards of any game: a title, a text, and what else is known of them. Words are cards of their own colour.

import { CardBack } from "../../art.tsx";
import { Spot } from "../../table/spot.tsx";
import type { Meaning } from "../../table/context.ts";
import { list, t } from "../../words.ts";
import { described, useNamed, useSpoken } from "./spoken.ts";
import { contentOf, type Field, type Group, type Value } from "./table.ts";

/** The most cards that lie side by side, though some are equal. */
const APART = 8;

interface Props {
  readonly field: Field;
  readonly value: Value;
  /** How many cards there are of which nothing is known. */
  readonly hidden: number;
}

export function Cards({ field, value, hidden }: Props) {
  if (field.holds === "AMOUNTS" && !field.many) return <Amounts group={value as Group} path={field.path} />;
  if (value === null) return <Stacked field={field} value={null} count={hidden} />;
  const items = Array.isArray(value) ? (value as readonly Value[]) : [value];
  if (items.length === 0) return <p class="muted">{t("nothing")}</p>;
  const equal = new Map<string, number>();
  const stacks = items.flatMap((item) => {
    const said = JSON.stringify(item);
    const count = (equal.get(said) ?? 0) + 1;
    equal.set(said, count);
    return items.length > APART && count > 1 ? [] : [{ item, said, key: `${said}${count}` }]; // so that what is new arrives
  });
  return (
    <div class={`plain-cards ${inGrid(items[0]) ? "grid" : ""}`}>
      {stacks.map(({ item, said, key }) => (
        <span key={key} class="arrives" style={placeOf(item)}>
          <Stacked field={field} value={item} count={items.length > APART ? (equal.get(said) ?? 1) : 1} />
        </span>
      ))}
    </div>
  );
}

/** Whether things say in which row and column they lie. */
const inGrid = (item: Value | undefined): item is Group => typeof item === "object" && item !== null && "row" in item && "column" in item;
const placeOf = (item: Value) => (inGrid(item) ? { gridArea: `${Number(item["row"])} / ${Number(item["column"])}` } : {});

function Stacked({ field, value, count }: { field: Field; value: Value; count: number }) {
  const { meaning, face } = useCard(field, value);
  return (
    <Spot at={`plain:${field.path}`} class="plain-spot" meaning={count > 1 ? { ...meaning, title: `${meaning.title} (${count})` } : meaning}>
      {face}
      {count > 1 && <span class="count">{count}</span>}
    </Spot>
  );
}

/** A card, and what it means. */
function useCard(field: Field, value: Value): { meaning: Meaning; face: preact.JSX.Element } {
  const words = useNamed();
  const spoken = useSpoken();
  const hue = (one: Field | undefined, held: Value) => ({ "--hue": one?.holds === "WORD" ? words.hueOf(String(held)) : 40 });
  if (value === null) return { meaning: { title: t("hiddenCard"), text: t("hiddenCardText") }, face: <Back /> };
  if (field.holds !== "GROUP") {
    const title = spoken(field, value);
    const face = (
      <span class="plain-card small" style={hue(field, value)}>
        {field.holds === "SEAT" && <span class={`disc small seat-${Number(value)}`}>{Number(value)}</span>}
        <span class="type">{title}</span>
      </span>
    );
    return { meaning: { title, text: described(field) }, face };
  }
  const { heading, text, facts, rows } = contentOf(value as Group, field.path, words);
  if (!heading && facts.length === 0 && rows.length === 0) return { meaning: { title: t("hiddenCard"), text: t("hiddenCardText") }, face: <Back /> };
  const title = heading ? spoken(...heading) : field.title;
  const said = [
    ...facts.map(([one, held]) => [one.title, one.holds === "FLAG" ? "✓" : spoken(one, held)] as const),
    ...rows.map(([one, held]) => [one.title, listed(one, held)] as const).filter(([, line]) => line),
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
  const word = [heading, ...facts].find((one) => one?.[0].holds === "WORD");
  const face = (
    <span class="plain-card" style={hue(word?.[0], word?.[1] ?? null)}>
      <span class="type">{title}</span>
      {text && <span class="text">{text}</span>}
      {said.map(([what, line]) => (
        <span key={what} class="fact">
          <span class="muted">{what}</span> {line}
        </span>
      ))}
    </span>
  );
  return { meaning: { title, text: text || described(field), facts: said }, face };
}

const Back = () => (
  <span class="card hidden-card">
    <CardBack />
  </span>
);

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
