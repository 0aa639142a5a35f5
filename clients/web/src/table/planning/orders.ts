// Standing orders as lists of moves in notation.

import type { StandingOrderInput } from "@taphouse/client";

export interface Step {
  readonly seat: number;
  readonly notation: string;
  readonly label: string;
}

export const whole = ({ after, play }: StandingOrderInput): readonly string[] => [...after, ...play];

const begins = (moves: readonly string[], other: readonly string[]): boolean => other.every((move, place) => moves[place] === move);

/** The orders of a line: one for each row of a seat's own moves, after all moves before it. */
export function ordersOf(line: readonly Step[], me: number): readonly StandingOrderInput[] {
  const moves = line.map(({ notation }) => notation);
  const first = line.map(({ seat }, at) => seat === me && line[at - 1]?.seat !== me && at).filter((at) => at !== false);
  return first.map((at) => {
    const end = line.findIndex(({ seat }, place) => place > at && seat !== me);
    return { after: moves.slice(0, at), play: moves.slice(at, end < 0 ? moves.length : end) };
  });
}

/** Orders with others beside them, which count where both answer the same moves. */
export function withMore(orders: readonly StandingOrderInput[], more: readonly StandingOrderInput[]): readonly StandingOrderInput[] {
  const differs = (one: StandingOrderInput) =>
    more.some((other) => begins(one.after, other.after) && !agree(whole(one).slice(other.after.length), other.play));
  const known = new Set(more.map((one) => JSON.stringify(whole(one))));
  return [...orders.filter((one) => !differs(one) && !known.has(JSON.stringify(whole(one)))), ...more];
}

const agree = (one: readonly string[], other: readonly string[]): boolean => begins(one, other.slice(0, one.length));

/** Orders without one, and without those that go on from it. */
export const without = (orders: readonly StandingOrderInput[], gone: StandingOrderInput): readonly StandingOrderInput[] =>
  orders.filter((one) => one !== gone && !(one.after.length > gone.after.length && begins(one.after, whole(gone))));

/** What is left of orders once some moves are made: those that expect them, from there on. */
export const onward = (orders: readonly StandingOrderInput[], made: readonly string[]): readonly StandingOrderInput[] =>
  orders
    .filter(({ after }) => after.length > made.length && begins(after, made))
    .map(({ after, play }) => ({ after: after.slice(made.length), play }));
