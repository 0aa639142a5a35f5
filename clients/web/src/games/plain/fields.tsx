// The fields of a group: numbers and words as counters, and below them a row for each list, group and amount.

import { Cards } from "./cards.tsx";
import { isDie } from "./die.tsx";
import { described, isSingle, useNamed, useSpoken } from "./spoken.ts";
import { contentOf, type Field } from "./table.ts";
import type { Group, Value } from "./value.ts";

interface Props {
  readonly group: Group;
  /** The group as it is, if another one is previewed: what differs is marked. */
  readonly before: Group | null;
  readonly path: string;
  /** Whether an only row has no title, because the group has it. */
  readonly titled?: boolean;
}

/** The name of a field in its group. */
const nameOf = ({ path }: Field) => path.slice(path.lastIndexOf(".") + 1);
const same = (one: Value | undefined, other: Value | undefined) => JSON.stringify(one) === JSON.stringify(other);

export function Fields({ group, before, path, titled = false }: Props) {
  const words = useNamed();
  const found = words.within(group, path);
  const rows = found.filter(([field]) => !isSingle(field) || field.many || field.namedBy.length > 0 || isDie(field));
  const hand = rows.find(([field, value]) => field.many && words.names(field) && value !== null)?.[0];
  const sizes = new Set(rows.map(([field]) => sizeNameOf(field, group)));
  const single = found.filter((one) => !rows.includes(one) && one[1] !== null && one[1] !== false && !sizes.has(nameOf(one[0])));
  const was = (field: Field) => (before === null ? undefined : (before[nameOf(field)] ?? null));
  return (
    <>
      {single.length > 0 && (
        <dl class="counters">
          {single.map(([field, value]) => (
            <Counter key={field.path} field={field} value={value} before={was(field)} />
          ))}
        </dl>
      )}
      {rows.map(([field, value]) => (
        <Row
          key={field.path}
          field={field}
          value={value}
          before={was(field)}
          hidden={Number(group[sizeNameOf(field, group) ?? ""] ?? 0)}
          title={titled && rows.length === 1 ? null : field.title}
          hand={field === hand}
        />
      ))}
    </>
  );
}

interface CounterProps {
  readonly field: Field;
  readonly value: Value;
  /** The value as it is, if another one is previewed. */
  readonly before: Value | undefined;
}

function Counter({ field, value, before }: CounterProps) {
  const spoken = useSpoken();
  const seat = field.holds === "SEAT" ? Number(value) : null;
  const changed = before !== undefined && before !== value;
  return (
    <div class={`counter ${field.holds.toLowerCase()} ${changed ? "changed" : ""}`} title={described(field)}>
      <dt>{field.title}</dt>
      <dd key={String(value)} class="arrives">
        {changed && typeof before === "number" && seat === null && <span class="was">{before} →</span>}
        {seat !== null && (
          <span class={`disc small seat-${seat}`} aria-hidden="true">
            {seat}
          </span>
        )}
        {field.holds === "FLAG" ? "✓" : spoken(field, value)}
      </dd>
    </div>
  );
}

/** The number beside a list that counts it, also where it is hidden: `handSize` of `handGrains`, or `size` of `cards`. */
function sizeNameOf(field: Field, group: Group): string | undefined {
  if (!field.many) return undefined;
  return Object.keys(group).find((key) => key === "size" || (key.endsWith("Size") && nameOf(field).startsWith(key.slice(0, -4))));
}

interface RowProps extends CounterProps {
  readonly hidden: number;
  readonly title: string | null;
  /** Whether these are the things that moves name, which a phone keeps in sight. */
  readonly hand: boolean;
}

function Row({ field, value, before, hidden, title, hand }: RowProps) {
  const words = useNamed();
  if (value === null && !(field.many && hidden > 0)) return null;
  const group = field.holds === "GROUP" && !field.many ? (value as Group) : null;
  const nested = group !== null && contentOf(group, field.path, words).heading === null;
  const changed = before !== undefined && !same(before, value);
  const empty = Array.isArray(value) && value.length === 0;
  return (
    <div role="group" class={`plain-row ${changed ? "changed" : ""} ${empty ? "empty" : ""}`} aria-label={field.title}>
      {title !== null && <p class="row-title" aria-hidden="true" title={described(field)}>{title}</p>}
      {nested ? (
        <Fields group={group} before={(before as Group | null | undefined) ?? null} path={field.path} titled />
      ) : (
        <Cards field={field} value={value} hidden={hidden} hand={hand} />
      )}
    </div>
  );
}
