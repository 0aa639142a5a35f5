// Animates what happens. A card moves itself: it begins where it lay before, and the hand closes up or makes room afterwards.
// Pieces that are only counted on the board fly as tokens above it.

import type { EntryFragment, TableFragment } from "@taphouse/client";
import { render, type VNode } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { Table, type AtTable, type Flight } from "./context.ts";
import { stay } from "./following/pace.ts";
import { scrollPage, showSwiped, standing, whereSeen } from "./sight.ts";

const DURATION = 620;
const APART = 90;
const MOST = 12;
/** When a hand closes up, in ms after a card has left it. */
const AFTERWARDS = 350;
const EASING = "cubic-bezier(.3,.1,.2,1)";

const inAir = new Set<HTMLElement>();
/** Where the reader was before the page scrolled to what moved; null if they have scrolled since. */
let home: number | null = null;
let goHome: ReturnType<typeof setTimeout> | undefined;

/** A part of the board, in coordinates of the page, so that it may scroll meanwhile. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Lain {
  readonly card: string | undefined;
  readonly box: Box;
  readonly hand: Element | null;
}

/** The board before the version that is shown; null if nothing moves to that. */
let before: { readonly cards: ReadonlyMap<HTMLElement, Lain>; readonly places: ReadonlyMap<string, Box> } | null = null;
/** The cards that have come with this version, as far as none of the same name has gone: their flights tell where from. */
const arrived = new Set<HTMLElement>();
const moving = new Set<Animation>();

function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, width, height };
}

const cards = () => [...document.querySelectorAll<HTMLElement>(".board-area .card")];

/** A place on the page; null where it is not shown. */
function spot(place: string): Element | null {
  const found = document.querySelector(`[data-spot="${CSS.escape(place)}"]`);
  return found && found.getBoundingClientRect().width > 0 ? found : null;
}

function look(): typeof before {
  const spots = [...document.querySelectorAll<HTMLElement>("[data-spot]")];
  return {
    cards: new Map(cards().map((card) => [card, { card: card.dataset["card"], box: boxOf(card), hand: card.closest(".hand") }])),
    places: new Map(spots.map((place) => [place.dataset["spot"] ?? "", boxOf(place)])),
  };
}

function stop(): void {
  for (const one of moving) one.cancel();
  moving.clear();
}

const withOutline = (card: HTMLElement) => card.closest<HTMLElement>(".held") ?? card;

/** Moves a card from a box to where it lies, with its outline. */
function move(card: HTMLElement, from: Box, delay: number): void {
  const to = boxOf(card);
  const [x, y, scale] = [from.left - to.left, from.top - to.top, from.width / (to.width || 1)];
  if (Math.abs(x) + Math.abs(y) < 1 && Math.abs(scale - 1) < 0.01) return;
  for (const arrival of card.closest(".arrives")?.getAnimations() ?? []) arrival.cancel();
  const above = { transformOrigin: "0 0", zIndex: 30 };
  const frames = [
    { ...above, transform: `translate(${x}px, ${y}px) scale(${scale})` },
    { ...above, transform: "none" },
  ];
  const moved = withOutline(card).animate(frames, { duration: DURATION, delay, easing: EASING, fill: "backwards" });
  moving.add(moved);
  moved.onfinish = () => moving.delete(moved);
}

/** Moves the cards that lie elsewhere than before: those whose names are seen, whatever led to it. */
function moveCards(): void {
  const stopped = new Set([...moving].map(({ effect }) => (effect as KeyframeEffect).target));
  stop();
  arrived.clear();
  if (!before) return;
  const lain = before.cards;
  const now = cards();
  const isSame = (card: HTMLElement, was: Lain | undefined) => was?.card !== undefined && was.card === card.dataset["card"];
  const gone = [...lain].filter(([card, was]) => was.card !== undefined && !(card.isConnected && isSame(card, was)));
  for (const card of now) {
    const was = lain.get(card);
    if (was && (isSame(card, was) || (was.card === undefined && card.dataset["card"] === undefined))) {
      if (stopped.has(withOutline(card))) move(card, was.box, 0);
      continue;
    }
    const found = gone.findIndex(([, left]) => isSame(card, left));
    const [left] = found < 0 ? [] : gone.splice(found, 1);
    if (left) move(card, left[1].box, left[1].hand && left[1].hand === card.closest(".hand") ? AFTERWARDS : 0);
    else arrived.add(card);
  }
}

/** Moves cards whenever a board shows a later version than before. */
export function useMovingCards(game: TableFragment, past: boolean): void {
  const wasPast = useRef(past);
  useMemo(() => {
    before = !past && !wasPast.current && stay(false) > 0 ? look() : null; // the page still shows the version before
  }, [game.version]);
  useLayoutEffect(() => {
    wasPast.current = past;
    moveCards();
  }, [game.version]);
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
    all.forEach((flight, index) => (flight.token ? launch(flight.token, flight, table, index * APART) : bring(flight, index * APART)));
  });
}

/** Moves a card that has arrived at a place, from where its flight begins. */
function bring({ from, to }: Flight, delay: number): void {
  const end = spot(to);
  const start = before?.places.get(from);
  const card = [...arrived].find((one) => end?.contains(one));
  if (!card || !start) return;
  arrived.delete(card);
  const { width, height } = boxOf(card);
  move(card, { left: start.left + (start.width - width) / 2, top: start.top + (start.height - height) / 2, width, height }, delay);
}

function launch(token: VNode, { from, to }: Flight, table: AtTable, delay: number): void {
  const [start, end] = [spot(from), spot(to)];
  if (!start || !end) return;
  const flying = document.createElement("div");
  flying.className = "flying";
  flying.setAttribute("aria-hidden", "true");
  render(<Table.Provider value={table}>{token}</Table.Provider>, flying);
  document.body.append(flying);
  inAir.add(flying);
  const { width, height } = flying.getBoundingClientRect();
  const at = (place: Element, scale: number) => {
    const box = boxOf(place);
    return `translate(${box.left + box.width / 2 - width / 2}px, ${box.top + box.height / 2 - height / 2}px) scale(${scale})`;
  };
  const frames = [
    { transform: at(start, 0.9), opacity: 0 },
    { transform: at(start, 1.1), opacity: 1, offset: 0.15 },
    { transform: at(end, 0.85), opacity: 1, offset: 0.85 },
    { transform: at(end, 0.5), opacity: 0 },
  ];
  const timing = { duration: DURATION, delay, easing: EASING, fill: "both" as const };
  flying.animate(frames, timing).onfinish = () => take(flying);
}

function take(flying: HTMLElement): void {
  render(null, flying);
  flying.remove();
  inAir.delete(flying);
}

/** Ends all that moves, and leaves the page where it is: the board has gone, or shows something else. */
export function land(): void {
  stop();
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
