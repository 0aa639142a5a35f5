// A dialog with the meaning of a thing at the table, and the moves that are legal there, or why none is.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { t } from "../words.ts";
import { useTable, type Meaning } from "./context.ts";
import { MoveButton } from "./move_button.tsx";
import type { Move } from "./session.ts";
import { WhyNot } from "./why_not.tsx";

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.addEventListener("close", close);
    shown?.showModal();
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
    <dialog ref={dialog} class="sheet" aria-labelledby="sheet-title" onCancel={escaped} onClick={outside}>
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

interface SheetProps {
  readonly meaning: Meaning;
  readonly moves: readonly Move[];
  readonly place: string;
  readonly close: () => void;
}

export function Sheet({ meaning, moves, place, close }: SheetProps) {
  const { game, me, parts } = useTable();
  const tries = (me !== null && parts.tries?.(place, game, me)) || [];
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
      <div class="buttons">
        {moves.map((move) => (
          <MoveButton key={move.notation} move={move} class="primary" done={close} />
        ))}
      </div>
    </Dialog>
  );
}
