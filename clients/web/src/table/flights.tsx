// Animates what happens: things fly from place to place above the board, which already shows where they have come to lie.

import type { EntryFragment } from "@taphouse/client";
import { render } from "preact";

import { partsOf } from "../games/parts.ts";
import { movesLittle } from "../hooks.ts";
import { Table, type AtTable, type Flight } from "./context.ts";

const DURATION = 620;
const APART = 90;
const MOST = 12;

/** The box of a place on the page; null where it is not shown. */
function box(place: string): DOMRect | null {
  const found = document.querySelector(`[data-spot="${CSS.escape(place)}"]`);
  const rect = found?.getBoundingClientRect();
  return rect && rect.width > 0 ? rect : null;
}

export function fly(entry: EntryFragment, table: AtTable): void {
  if (movesLittle() || document.hidden) return;
  const { flights } = partsOf(entry);
  const events = "events" in entry ? entry.events : []; // a kind of game that this page does not know has none here
  const all = events.flatMap((event) => flights(event)).slice(0, MOST);
  requestAnimationFrame(() => all.forEach((flight, index) => launch(flight, table, index * APART)));
}

function launch({ from, to, face }: Flight, table: AtTable, delay: number): void {
  const [start, end] = [box(from), box(to)];
  if (!start || !end) return;
  const flying = document.createElement("div");
  flying.className = "flying";
  flying.setAttribute("aria-hidden", "true");
  render(<Table.Provider value={table}>{face}</Table.Provider>, flying);
  document.body.append(flying);
  const { width, height } = flying.getBoundingClientRect();
  const at = (rect: DOMRect, scale: number) =>
    `translate(${rect.left + rect.width / 2 - width / 2}px, ${rect.top + rect.height / 2 - height / 2}px) scale(${scale})`;
  const frames = [
    { transform: at(start, 0.9), opacity: 0 },
    { transform: at(start, 1.1), opacity: 1, offset: 0.15 },
    { transform: at(end, 0.85), opacity: 1, offset: 0.85 },
    { transform: at(end, 0.5), opacity: 0 },
  ];
  const timing = { duration: DURATION, delay, easing: "cubic-bezier(.3,.1,.2,1)", fill: "both" as const };
  flying.animate(frames, timing).onfinish = () => {
    render(null, flying);
    flying.remove();
  };
}
