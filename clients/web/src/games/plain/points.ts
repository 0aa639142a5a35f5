// Where moves can be clicked: at the things on the table whose values they name, and at points of a board. Points are named by
// column and row, as `d6` is in chess, or, beside the columns, as `bar1`.

import { isGroup, type Group, type Value } from "./value.ts";

const POINT = /^([A-Z]+)(\d{1,2})$/;
/** Fewer things at points are no board. */
const FEWEST = 4;

export const isPoint = (value: unknown): value is string => typeof value === "string" && POINT.test(value);

/** The place of a point, or of another thing, in the area of a seat or in one that is nobody's. */
export const placeOf = (name: string, seat: number | null): string => `${isPoint(name) ? "point:" : ""}${name}${seat === null ? "" : `:${seat}`}`;

/** The name of a thing by the path of a field, and the value that it has there. */
export const thingOf = (path: string, value: Value): string => `${path}=${String(value)}`;

/** All points that a move names, but for those that lie where other things do, in a `field` such as `write.space`. */
function pointsIn(value: unknown, named: ReadonlyMap<string, string>, field = ""): readonly string[] {
  if (isPoint(value)) return named.has(field) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  const within = field.slice(field.lastIndexOf(".") + 1);
  return Object.entries(value).flatMap(([name, one]) => pointsIn(one, named, `${within}.${name}`));
}

/** All things that a move names: where they lie is known for a move's field such as `lay.card`. */
function thingsIn(move: object, named: ReadonlyMap<string, string>): readonly string[] {
  return Object.entries(move).flatMap(([verb, fields]: [string, unknown]) =>
    typeof fields !== "object" || fields === null
      ? []
      : Object.entries(fields).flatMap(([field, value]: [string, Value | undefined]) => {
          const path = named.get(`${verb}.${field}`);
          if (path === undefined) return thingsIn({ [field]: value }, named);
          return value === null || value === undefined ? [] : [thingOf(path, value)];
        }),
  );
}

/** The seats that a move names, in fields called `seat`. */
function seatsIn(value: unknown): readonly number[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === "seat" && typeof one === "number" ? [one] : seatsIn(one)));
}

/** The most seats of a game, as in engine/vocabulary.py. */
const MOST_SEATS = 16;

/**
 * The places of a move, in areas that are nobody's and in those of the seats that it names. If it names none, these are all for
 * the points that it names, and that of the viewer for other things.
 */
export function placesOf(move: object, named: ReadonlyMap<string, string>, me: number | null): readonly string[] {
  const seats = seatsIn(move);
  const all = Array.from({ length: MOST_SEATS }, (_, index) => index + 1);
  const at = (things: readonly string[], owners: readonly (number | null)[]) =>
    things.flatMap((thing) => [...new Set([null, ...(seats.length > 0 ? seats : owners)])].map((owner) => placeOf(thing, owner)));
  return [...at(pointsIn(move, named), all), ...at(thingsIn(move, named), [me])];
}

/** The point of each thing in a list; null if they do not make a board. */
export function pointsOf(items: readonly Value[]): readonly string[] | null {
  const points = items.flatMap((item) => (isGroup(item) ? (Object.values(item).find(isPoint) ?? []) : []));
  return points.length >= FEWEST && new Set(points).size === items.length ? points : null;
}

/** Where things lie in a grid, as CSS says it: those that say their row and column, and those at points. Null for others. */
export function areasIn(items: readonly Value[]): readonly string[] | null {
  if (items.every((item) => isGroup(item) && "row" in item && "column" in item)) {
    return (items as readonly Group[]).map((item) => `${Number(item["row"])} / ${Number(item["column"])}`);
  }
  const named = pointsOf(items)?.map((point) => POINT.exec(point)?.slice(1) ?? []);
  if (!named) return null;
  // A column with a name lies behind the one that is listed before it.
  const columns = new Map<string, number>();
  let last = 0;
  for (const [column = ""] of named) {
    last = columns.get(column) ?? (column.length > 1 ? last + 0.1 : column.charCodeAt(0));
    columns.set(column, last);
  }
  const beside = [...columns].filter(([column]) => column.length > 1).map(([, at]) => at);
  const top = Math.max(...named.map(([, row]) => Number(row)));
  const left = Math.floor(Math.min(...columns.values()));
  return named.map(([column = "", row]) => {
    const at = columns.get(column) ?? 0;
    return `${top - Number(row) + 1} / ${Math.floor(at) - left + 1 + beside.filter((one) => one < at).length + (column.length > 1 ? 1 : 0)}`;
  });
}
