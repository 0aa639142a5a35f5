// The face of a die, as a number in a field called `die` or `dice` has it.

import type { Field } from "./table.ts";
import type { Value } from "./value.ts";

/** The cells of three by three that have a pip, for each number. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

/** True for a number called `die`, such as `blackDie`, and for a list of them called `dice`. */
export const isDie = ({ path, holds, many }: Field): boolean => holds === "NUMBER" && path.toLowerCase().endsWith(many ? "dice" : "die");

/** A face that a die can have. */
export const isFace = (value: Value): value is number => typeof value === "number" && value >= 1 && value < PIPS.length;

export function Die({ face }: { face: number }) {
  return (
    <span class="plain-die">
      {Array.from({ length: 9 }, (_, cell) => (
        <span key={cell} class={PIPS[face]?.includes(String(cell)) ? "pip" : ""} />
      ))}
    </span>
  );
}
