// How fast the page shows what others did, version by version. The choice is kept in this browser.

import { movesLittle } from "../../hooks.ts";
import { kept } from "../../kept.ts";

export const PACES = ["CALM", "QUICK", "NONE"] as const;
export type Pace = (typeof PACES)[number];

const KEY = "taphouse.pace";
const STAYS: Readonly<Record<Pace, number>> = { CALM: 1_400, QUICK: 700, NONE: 0 };

export const pace = (): Pace => PACES.find((one) => one === kept.getItem(KEY)) ?? "CALM";
export const choosePace = (chosen: Pace): void => void kept.setItem(KEY, chosen);

/** How long a version stays before the next one, in ms; 0 to go to the newest at once. Who plays by a clock is in a hurry. */
export function stay(clock: boolean): number {
  if (movesLittle() || document.hidden) return 0;
  return Math.min(STAYS[pace()], clock ? STAYS.QUICK : Infinity);
}
