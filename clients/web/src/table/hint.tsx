// A hint: the move that a bot would make, and what a search found out about it and the others.

import type { Taphouse } from "@taphouse/client";
import { useState } from "preact/hooks";

import { messageOf } from "../hooks.ts";
import { percent, signed, t } from "../words.ts";
import { considered, suggested, useAdvice, type Considered } from "./advice.ts";
import { useTable } from "./context.ts";
import { MoveButton } from "./move_button.tsx";

/** The moves that "Why?" tells of. */
const TOLD = 4;
/** From so many expected points on, the move wins; from so many below zero, it loses. */
const WINS = 30;

/** Shown anew for each version of the game. */
export function Hint() {
  const { game, hint, suggest } = useTable();
  const client = useAdvice();
  const [found, find] = useState<readonly Considered[] | null>(null);
  const [said, say] = useState("");
  if (!client) return null;
  if (game.advice !== "ALL") return <p class="muted hint">{t("noAdvice")}</p>;
  const ask = async (work: (client: Taphouse, gameId: string, onRetry: () => void) => Promise<void>) => {
    say(t("thinking"));
    try {
      await work(client, game.gameId, () => say(t("busyThinking")));
      say("");
    } catch (error) {
      say(messageOf(error));
    }
  };
  const showHint = () => ask(async (...asking) => suggest(await suggested(...asking)));
  const showWhy = () => ask(async (...asking) => find(await considered(...asking)));
  return (
    <div class="hint">
      {!hint && (
        <button type="button" class="quiet" data-ask="hint" onClick={showHint}>
          {t("hint")}
        </button>
      )}
      {hint && (
        <p>
          {t("hint")}: <MoveButton move={hint} />
        </p>
      )}
      {hint && !found && (
        <button type="button" class="quiet" data-ask="why" onClick={showWhy}>
          {t("why")}
        </button>
      )}
      <div role="status">
        {said && <p class="muted">{said}</p>}
        {hint && found && <Why found={found} hinted={hint.notation} />}
      </div>
    </div>
  );
}

/** What the search expects of a move: nothing of one that it did not try. */
function expected({ visits, expectedPoints, expectedResult }: Considered): string[] {
  if (!visits) return [];
  if (expectedResult !== null) return [t("whyResult", { share: percent(expectedResult) })];
  if (Math.abs(expectedPoints) > WINS) return [t(expectedPoints > 0 ? "whyWins" : "whyLoses")];
  return [t("whyPoints", { points: signed(expectedPoints) })];
}

function Why({ found, hinted }: { found: readonly Considered[]; hinted: string }) {
  const [best] = found;
  const count = found.reduce((sum, { visits }) => sum + visits, 0);
  return (
    <div class="why">
      <p>{t("whySearch", { count })}</p>
      {best && best.move.notation !== hinted && <p>{t("whyBetter", { label: best.move.label })}</p>}
      <ol>
        {found.slice(0, TOLD).map((one) => (
          <li key={one.move.notation}>
            <b>{one.move.label}</b>: {[t("whyTried", { count: one.visits }), ...expected(one)].join(", ")}
          </li>
        ))}
      </ol>
    </div>
  );
}
