// Animates what happens: things fly from place to place above the board, which already shows where they have come to lie.

import type { EntryFragment } from "@taphouse/client";
import { render } from "preact";

import { Table, type AtTable, type Flight } from "./context.ts";
import { stay } from "./following/pace.ts";
import { scrollPage, showSwiped, standing, whereSeen } from "./sight.ts";

const DURATION = 620;
const APART = 90;
const MOST = 12;

const inAir = new Set<HTMLElement>();
/** Where the reader was before the page scrolled to what moved; null if they have scrolled since. */
let home: number | null = null;
let goHome: ReturnType<typeof setTimeout> | undefined;

/** A place on the page; null where it is not shown. */
function spot(place: string): Element | null {
  const found = document.querySelector(`[data-spot="${CSS.escape(place)}"]`);
  return found && found.getBoundingClientRect().width > 0 ? found : null;
}

/** Shows the events of a version. Those of others are brought into view. */
export function fly(entry: EntryFragment, table: AtTable): void {
  const stays = stay(false);
  if (!stays) return;
  const events = "events" in entry ? entry.events : []; // a kind of game that this page does not know has none here
  const all = events.flatMap((event) => table.parts.flights(event)).slice(0, MOST);
  clearTimeout(goHome);
  goHome = setTimeout(comeHome, 1.5 * stays); // unless another version comes first
  requestAnimationFrame(() => {
    if (entry.seat !== table.me) reveal(all);
    all.forEach((flight, index) => launch(flight, table, index * APART));
  });
}

function launch({ from, to, face }: Flight, table: AtTable, delay: number): void {
  const [start, end] = [spot(from), spot(to)];
  if (!start || !end) return;
  const flying = document.createElement("div");
  flying.className = "flying";
  flying.setAttribute("aria-hidden", "true");
  render(<Table.Provider value={table}>{face}</Table.Provider>, flying);
  document.body.append(flying);
  inAir.add(flying);
  const { width, height } = flying.getBoundingClientRect();
  // In coordinates of the page, so that it may scroll meanwhile.
  const at = (place: Element, scale: number) => {
    const rect = place.getBoundingClientRect();
    const [left, top] = [rect.left + scrollX + rect.width / 2 - width / 2, rect.top + scrollY + rect.height / 2 - height / 2];
    return `translate(${left}px, ${top}px) scale(${scale})`;
  };
  const frames = [
    { transform: at(start, 0.9), opacity: 0 },
    { transform: at(start, 1.1), opacity: 1, offset: 0.15 },
    { transform: at(end, 0.85), opacity: 1, offset: 0.85 },
    { transform: at(end, 0.5), opacity: 0 },
  ];
  const timing = { duration: DURATION, delay, easing: "cubic-bezier(.3,.1,.2,1)", fill: "both" as const };
  flying.animate(frames, timing).onfinish = () => take(flying);
}

function take(flying: HTMLElement): void {
  render(null, flying);
  flying.remove();
  inAir.delete(flying);
}

/** Takes everything out of the air, and leaves the page where it is: the board has gone, or shows something else. */
export function land(): void {
  inAir.forEach(take);
  clearTimeout(goHome);
  home = null;
}

const scrolled = () => (home = null);

/** Scrolls to where the first thing comes to lie, unless that is seen. */
function reveal(flights: readonly Flight[]): void {
  const target = flights.map(({ to }) => spot(to)).find((found) => found !== null);
  if (!target) return;
  const { left, top, width, height } = target.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  if (seen && (seen.contains(target) || target.contains(seen))) return;
  home ??= standing();
  for (const how of ["wheel", "touchmove"]) addEventListener(how, scrolled, { once: true, passive: true });
  target.scrollIntoView({ block: "center", behavior: "smooth" });
}

/** Scrolls back to where the reader was before, or from there to what can be chosen now. */
export function comeHome(): void {
  if (home !== null) scrollPage(whereSeen(home));
  home = null;
}

/** Brings something that can be chosen into sight: at once, or when the page comes back from what moved. */
export function showChoices(): void {
  showSwiped();
  if (home !== null) return;
  const from = standing();
  const to = whereSeen(from);
  if (to !== from) scrollPage(to);
}
