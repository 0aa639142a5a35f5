// The time by which clocks run is that of the store. This keeps by how much it is ahead of the browser's own.

import { NowDocument } from "@taphouse/client";
import { useEffect, useState } from "preact/hooks";

import { anyone } from "../../api.ts";

const FRESH = 5 * 60_000;
const TICK = 250;

let ahead: number | null = null;
let asked = -Infinity;

/** Asks again if the last answer is old. The answer is taken to be from the middle of the time that it took. */
async function ask(): Promise<void> {
  const begun = performance.now();
  if (begun - asked < FRESH) return;
  asked = begun;
  try {
    const { now } = await anyone().query(NowDocument, {});
    ahead = Date.parse(now.time) + (performance.now() - begun) / 2 - Date.now();
  } catch {
    asked = -Infinity; // with the next tick again
  }
}

/** The store's time in ms, as well as it is known here. */
export const storeTime = (): number => Date.now() + (ahead ?? 0);

/** The store's time, again and again while something counts down; null until it is known. */
export function useStoreTime(counts: boolean): number | null {
  const known = () => (ahead === null ? null : storeTime());
  const [now, set] = useState(known);
  useEffect(() => {
    if (!counts) return;
    const tick = () => {
      void ask();
      set(known());
    };
    tick();
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, [counts]);
  return now;
}
