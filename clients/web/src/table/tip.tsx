// The tip beside what the pointer or the focus is on. There is one on the page.

import { render } from "preact";

import { t } from "../words.ts";
import type { Meaning } from "./context.ts";
import type { Move } from "./session.ts";

let box: HTMLDivElement | null = null;
let owner: Element | null = null;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** How long the pointer rests on a thing before its tip is shown, in ms. */
const REST = 500;

const escape = (event: KeyboardEvent) => event.key === "Escape" && hideTip();

export function showTip(by: Element, meaning: Meaning, moves: readonly Move[]): void {
  hideTip();
  box = document.createElement("div");
  box.className = "tip";
  box.id = "tip";
  box.setAttribute("role", "tooltip");
  (document.getElementById("main") ?? document.body).append(box);
  owner = by;
  owner.setAttribute("aria-describedby", "tip");
  renewTip(owner, meaning, moves);
  addEventListener("keydown", escape);
  addEventListener("scroll", place, true);
}

/** Shows the tip of a thing on which the pointer rests, unless it leaves first. */
export function showTipSoon(by: Element, meaning: Meaning, moves: readonly Move[]): void {
  hideTip();
  waiting = setTimeout(() => by.isConnected && showTip(by, meaning, moves), REST);
}

/** Says in the tip of a thing what it means now. */
export function renewTip(of: Element | null, meaning: Meaning, moves: readonly Move[]): void {
  if (!box || of !== owner) return;
  render(<Explained meaning={meaning} moves={moves} />, box);
  place();
}

const overlaps = (one: DOMRect, other: DOMRect) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Puts the tip beside its owner, or above or below: where it covers the fewest things that can be chosen. */
function place(): void {
  if (!box || !owner) return;
  const at = owner.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - 8));
  const top = Math.max(8, Math.min(at.top + at.height / 2 - height / 2, innerHeight - height - 8));
  const choices = [...document.querySelectorAll(".spot.playable")].map((spot) => spot.getBoundingClientRect());
  const places = [
    [at.right + 10, top],
    [at.left - width - 10, top],
    [left, at.top - height - 10],
    [left, at.bottom + 10],
  ].map(([x = 0, y = 0]) => new DOMRect(x, y, width, height));
  const inside = places.filter((one) => one.left >= 0 && one.top >= 0 && one.right <= innerWidth && one.bottom <= innerHeight);
  const covered = (one: DOMRect) => choices.filter((choice) => overlaps(one, choice)).length;
  const best = inside.reduce<DOMRect | null>((found, one) => (found && covered(found) <= covered(one) ? found : one), null);
  box.style.left = `${best?.left ?? left}px`;
  box.style.top = `${best?.top ?? top}px`;
}

/** Hides the tip, whatever it is about, or only that of one thing. */
export function hideTip(of = owner): void {
  clearTimeout(waiting);
  if (of !== owner) return;
  owner?.removeAttribute("aria-describedby");
  if (box) render(null, box);
  box?.remove();
  box = owner = null;
  removeEventListener("keydown", escape);
  removeEventListener("scroll", place, true);
}

function Explained({ meaning, moves }: { meaning: Meaning; moves: readonly Move[] }) {
  const [only] = moves;
  return (
    <>
      <b>{meaning.title}</b>
      {meaning.text && <p>{meaning.text}</p>}
      {meaning.facts?.map(([what, value]) => (
        <p key={what}>
          {what}: {value}
        </p>
      ))}
      {only && <p class="do">{moves.length === 1 ? `${t("click")}: ${only.label}` : t("choices", { count: moves.length })}</p>}
    </>
  );
}
