// A dialog with the meaning of a thing at the table, and the moves that are legal there, or why none is.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { canHover } from "../hooks.ts";
import { t } from "../words.ts";
import { useTable, type Meaning } from "./context.ts";
import { MoveButton } from "./move_button.tsx";
import type { Move } from "./session.ts";
import { WhyNot } from "./why_not.tsx";

/** Puts a dialog above a thing, or below where there is no room. */
function standAt(dialog: HTMLElement, { left, top, bottom, width }: DOMRect): void {
  const above = top - dialog.offsetHeight - 6;
  dialog.style.left = `${Math.max(6, Math.min(left + width / 2 - dialog.offsetWidth / 2, innerWidth - dialog.offsetWidth - 6))}px`;
  dialog.style.top = `${above > 6 ? above : Math.min(bottom + 6, innerHeight - dialog.offsetHeight - 6)}px`;
}

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  /** What it stands at, without darkening the table; in the middle if left out. */
  readonly at?: Element | null;
  readonly children: ComponentChildren;
}

export function Dialog({ title, close, at, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.addEventListener("close", close);
    shown?.showModal();
    if (shown && at) standAt(shown, at.getBoundingClientRect());
    return () => {
      shown?.removeEventListener("close", close); // it is told late, and would close what was opened meanwhile
      shown?.close(); // while it is open, nothing outside it can have the focus
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const outside = (event: MouseEvent) => event.target === dialog.current && close();
  const escaped = (event: Event) => {
    event.preventDefault(); // the browser would close it at once, and tell it late
    close();
  };
  return (
    <dialog ref={dialog} class={at ? "sheet beside" : "sheet"} aria-labelledby="sheet-title" onCancel={escaped} onClick={outside}>
      <div class="inside">
        <header>
          <h2 id="sheet-title">{title}</h2>
          <button type="button" class="quiet" onClick={close} aria-label={t("close")}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** So many moves of a thing are shown at it; more need a dialog with room. */
const FEW = 6;

interface SheetProps {
  readonly meaning: Meaning;
  readonly moves: readonly Move[];
  readonly place: string;
  readonly close: () => void;
}

export function Sheet({ meaning, moves, place, close }: SheetProps) {
  const { game, me, parts } = useTable();
  const tries = (me !== null && parts.tries?.(place, game, me)) || [];
  if (moves.length > 1 && moves.length <= FEW && canHover()) {
    return (
      <Dialog title={meaning.title} close={close} at={document.querySelector(`[data-spot="${CSS.escape(place)}"]`)}>
        <Choices moves={moves} close={close} />
      </Dialog>
    );
  }
  return (
    <Dialog title={meaning.title} close={close}>
      {meaning.text && <p>{meaning.text}</p>}
      {meaning.facts && meaning.facts.length > 0 && (
        <dl class="facts">
          {meaning.facts.map(([what, value]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {moves.length === 0 && <WhyNot tries={tries} />}
      <Choices moves={moves} close={close} />
    </Dialog>
  );
}

const Choices = ({ moves, close }: Pick<SheetProps, "moves" | "close">) => (
  <div class="buttons">
    {moves.map((move) => (
      <MoveButton key={move.notation} move={move} class="primary" done={close} />
    ))}
  </div>
);
