import { t } from "../words.ts";
import { useTable } from "./context.ts";
import type { Move } from "./session.ts";

/** Makes a legal move. It is marked if it is the hint. */
export function MoveButton({ move, class: name = "", done }: { move: Move; class?: string; done?: () => void }) {
  const { play, busy, hint } = useTable();
  const hinted = hint?.notation === move.notation;
  const click = () => {
    done?.();
    play(move);
  };
  return (
    <button type="button" class={`move ${name} ${hinted ? "hinted" : ""}`} data-move={move.notation} aria-disabled={busy} onClick={click}>
      {move.label}
      {hinted && <span class="unseen"> ({t("hint")})</span>}
    </button>
  );
}
