// The tip beside what the pointer or the focus is on. There is one on the page.

import { render } from "preact";

import { t } from "../words.ts";
import type { Meaning } from "./context.ts";
import type { Move } from "./session.ts";

let box: HTMLDivElement | null = null;
let owner: Element | null = null;

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

/** Says in the tip of a thing what it means now. */
export function renewTip(of: Element | null, meaning: Meaning, moves: readonly Move[]): void {
  if (!box || of !== owner) return;
  render(<Explained meaning={meaning} moves={moves} />, box);
  place();
}

/** Puts the tip above its owner, or below where there is no room. */
function place(): void {
  if (!box || !owner) return;
  const at = owner.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - 8));
  const above = at.top - height - 8;
  box.style.left = `${left}px`;
  box.style.top = `${above >= 8 ? above : Math.min(at.bottom + 8, innerHeight - height - 8)}px`;
}

/** Hides the tip, whatever it is about, or only that of one thing. */
export function hideTip(of = owner): void {
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
