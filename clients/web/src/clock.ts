// Two clocks, of which neither is the device's: that of the store, by which games run, and the time that has passed here.

import { NowDocument } from "@taphouse/client";
import { useEffect, useState } from "preact/hooks";

import { anyone } from "./api.ts";

const FRESH = 5 * 60_000;
const TICK = 250;
/** The browser counts on while the device's clock is set, but not while the device sleeps: by so many ms the two may part. */
const APART = 1_000;

/** By how much the store's time is ahead of what the browser counts; null until it is known. */
let ahead: number | null = null;
let asked = -Infinity;
let apart = Date.now() - performance.now();

/** Asks unless the last answer is fresh. It is taken to be from the middle of the time that it took. */
async function ask(): Promise<void> {
  const begun = performance.now();
  const now = Date.now() - begun;
  if (Math.abs(now - apart) > APART) asked = -Infinity;
  apart = now;
  if (begun - asked < FRESH) return;
  asked = begun;
  try {
    const { now: answer } = await anyone().query(NowDocument, {});
    ahead = Date.parse(answer.time) - (begun + performance.now()) / 2;
  } catch {
    asked = -Infinity; // with the next tick again
  }
}

addEventListener("visibilitychange", () => {
  if (document.hidden || asked === -Infinity) return; // nobody has asked for the time
  asked = -Infinity;
  void ask();
});

/** The store's time in ms; null until it is known. */
export function storeTime(): number | null {
  void ask();
  return ahead === null ? null : performance.now() + ahead;
}

/** The store's time, again and again while something counts down. */
export function useStoreTime(counts: boolean): number | null {
  const [now, set] = useState(() => (counts ? storeTime() : null));
  useEffect(() => {
    if (!counts) return;
    const tick = () => set(storeTime());
    tick();
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, [counts]);
  return now;
}
