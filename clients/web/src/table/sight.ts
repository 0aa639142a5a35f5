// Brings what can be chosen on the board into sight when a decision comes.

import { movesLittle } from "../hooks.ts";

/** Where the page is scrolling to; null while it stands, or once the reader has scrolled. */
let heading: number | null = null;
const stopped = () => (heading = null);

/** Where the page will stand, from its top. */
export const standing = (): number => heading ?? scrollY;

export function scrollPage(top: number): void {
  const most = document.documentElement.scrollHeight - innerHeight;
  heading = Math.max(0, Math.min(top, most));
  for (const how of ["scrollend", "wheel", "touchmove"]) addEventListener(how, stopped, { once: true, passive: true });
  scrollTo({ top: heading, behavior: movesLittle() ? "instant" : "smooth" });
}

/** What can be chosen on the board; what a comment points at, if that is among it. */
function choicesIn(part: ParentNode): Element[] {
  const pointed = part.querySelector(".board-area [data-pointed]");
  return pointed ? [pointed] : [...part.querySelectorAll(".board-area .spot.playable")];
}

const docked = (spot: Element) => {
  const hand = spot.closest(".hand");
  return hand !== null && getComputedStyle(hand).position === "fixed";
};

/** Brings something that can be chosen into sight in each row that is swiped, and in a hand at the lower edge. */
export function showSwiped(): void {
  for (const row of document.querySelectorAll(".strip, .mine .hand")) {
    const [first, ...more] = choicesIn(row);
    const { left, right } = row.getBoundingClientRect();
    const seen = (spot: Element) => spot.getBoundingClientRect().left < right - 1 && spot.getBoundingClientRect().right > left + 1;
    if (first && ![first, ...more].some(seen)) row.scrollLeft += first.getBoundingClientRect().left - left;
  }
}

/** The part of the window in which the board is seen: below the regions, and above a panel or a hand at its lower edge. */
function opening(): readonly [top: number, bottom: number] {
  const regions = document.querySelector(".regions");
  const covers = [...document.querySelectorAll(".deciding, .area.mine .hand")].filter((part) => ["sticky", "fixed"].includes(getComputedStyle(part).position));
  return [regions?.clientHeight ?? 0, Math.min(innerHeight, ...covers.map((part) => part.getBoundingClientRect().top))];
}

/** Where the page has to stand for something that can be chosen to be seen. Where it stands, if that is enough. */
export function whereSeen(from: number): number {
  const spots = choicesIn(document);
  if (spots.length === 0 || spots.some(docked)) return from;
  const [top, bottom] = opening();
  const middles = spots.map((spot) => {
    const place = spot.getBoundingClientRect();
    return place.top + scrollY + place.height / 2;
  });
  if (middles.some((middle) => middle - from > top && middle - from < bottom)) return from;
  const wanted = from + (top + bottom) / 2;
  const nearest = middles.reduce((one, other) => (Math.abs(other - wanted) < Math.abs(one - wanted) ? other : one));
  return nearest - (top + bottom) / 2;
}
