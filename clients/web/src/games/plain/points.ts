// Points of a board that are named by column and row, as `d6` is in chess. A move that names one is made by a click there.

import { isGroup, type Group, type Value } from "./value.ts";

const POINT = /^([A-Z])(\d{1,2})$/;
/** Fewer things at points are no board. */
const FEWEST = 4;

export const isPoint = (value: unknown): value is string => typeof value === "string" && POINT.test(value);

/** The place of a point, on the board of a seat or on one that is nobody's. */
export const placeOf = (point: string, seat: number | null): string => `point:${point}${seat === null ? "" : `:${seat}`}`;

/** All points that a move names. */
export function pointsIn(value: unknown): readonly string[] {
  if (isPoint(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(pointsIn) : [];
}

/** The seats that a move names, in fields called `seat`. */
function seatsIn(value: unknown): readonly number[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === "seat" && typeof one === "number" ? [one] : seatsIn(one)));
}

/** The most seats of a game, as in engine/vocabulary.py. */
const MOST_SEATS = 16;

/** The places of a move: the points that it names, on boards that are nobody's and on those of the seats that it names, or of all. */
export function placesOf(move: object): readonly string[] {
  const named = seatsIn(move);
  const seats = [null, ...(named.length > 0 ? named : Array.from({ length: MOST_SEATS }, (_, index) => index + 1))];
  return pointsIn(move).flatMap((point) => seats.map((seat) => placeOf(point, seat)));
}

/** The point of each thing in a list; null if they do not make a board. */
export function pointsOf(items: readonly Value[]): readonly string[] | null {
  const points = items.flatMap((item) => (isGroup(item) ? (Object.values(item).find(isPoint) ?? []) : []));
  return points.length >= FEWEST && new Set(points).size === items.length ? points : null;
}

/** All points of the boards on a table. */
export function pointsOn(table: Value): readonly string[] {
  const here = Array.isArray(table) ? pointsOf(table as readonly Value[]) : null;
  return here ?? (typeof table === "object" && table !== null ? Object.values(table as Group).flatMap(pointsOn) : []);
}

/** Where things lie in a grid, as CSS says it: those that say their row and column, and those at points. Null for others. */
export function areasIn(items: readonly Value[]): readonly string[] | null {
  if (items.every((item) => isGroup(item) && "row" in item && "column" in item)) {
    return (items as readonly Group[]).map((item) => `${Number(item["row"])} / ${Number(item["column"])}`);
  }
  const places = pointsOf(items)?.map((point) => ({ row: Number(point.slice(1)), column: point.charCodeAt(0) - 64 }));
  if (!places) return null;
  const [top, left] = [Math.max(...places.map(({ row }) => row)), Math.min(...places.map(({ column }) => column))];
  return places.map(({ row, column }) => `${top - row + 1} / ${column - left + 1}`);
}
