// A place on the board: shows what it means, and plays the moves that are legal there.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { canHover } from "../hooks.ts";
import { t } from "../words.ts";
import { useTable, type Meaning } from "./context.ts";
import { hideTip, renewTip, showTip, showTipSoon } from "./tip.tsx";

interface Props {
  readonly at: string;
  readonly meaning: Meaning;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/**
 * With a mouse or the keyboard, a click plays the only move of a place, and the meaning is shown on hover and focus. On a
 * touch screen, and where there is a choice, a click opens a sheet with the meaning and the moves.
 */
export function Spot({ at, meaning, class: name = "", children }: Props) {
  const table = useTable();
  const moves = table.movesAt(at);
  const [only] = moves;
  const hinted = moves.some(({ notation }) => notation === table.hint?.notation);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const here = button.current;
    return () => hideTip(here);
  }, [at]); // it may become another place
  useLayoutEffect(() => renewTip(button.current, meaning, moves));
  const click = () => {
    hideTip();
    if (moves.length === 1 && only && canHover()) table.play(only);
    else table.explain(meaning, moves, at);
  };
  const facts = (meaning.facts ?? []).map(([what, value]) => `${what}: ${value}`);
  const label = [meaning.title, ...facts, moves.length === 1 && only ? only.label : moves.length > 1 ? t("choices", { count: moves.length }) : "", hinted ? t("hint") : ""];
  return (
    <button
      ref={button}
      type="button"
      class={`spot ${name} ${moves.length > 0 ? "playable" : ""} ${hinted ? "hinted" : ""}`}
      data-spot={at}
      data-moves={moves.length}
      aria-disabled={table.busy && moves.length > 0}
      aria-description={meaning.text}
      onClick={click}
      onPointerEnter={(event) => event.pointerType === "mouse" && showTipSoon(event.currentTarget, meaning, moves)}
      onPointerLeave={() => hideTip()}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && showTip(event.currentTarget, meaning, moves)}
      onBlur={() => hideTip()}
    >
      <span class="picture-of" aria-hidden="true">
        {children}
      </span>
      <span class="unseen">{label.filter(Boolean).map((part) => part.replace(/\.$/, "")).join(". ")}</span>
    </button>
  );
}
