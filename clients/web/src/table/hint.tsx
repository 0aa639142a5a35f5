// A hint: the move that a bot would make, the reasons for it, and the moves that come next.

import { useEffect, useState } from "preact/hooks";

import { messageOf } from "../hooks.ts";
import { percent, t } from "../words.ts";
import { considered, useAdvice, type Considered } from "./advice.ts";
import { useTable } from "./context.ts";
import { MoveButton } from "./move_button.tsx";

/** The other moves that "Why?" names. */
const OTHERS = 3;
/** From so many expected points on, the move wins; from so many below zero, it loses. */
const WINS = 30;

/** Shown anew for each version of the game. */
export function Hint() {
  const { game, hint, suggest } = useTable();
  const client = useAdvice();
  const [found, find] = useState<readonly Considered[]>([]);
  const [asks, askWhy] = useState(false);
  const [said, say] = useState("");
  const [best, ...others] = found;
  const showHint = async () => {
    if (!client) return;
    say(t("thinking"));
    try {
      const moves = await considered(client, game.gameId, () => say(t("busyThinking")));
      find(moves);
      suggest(moves[0]?.move ?? null);
      say("");
    } catch (error) {
      say(messageOf(error));
    }
  };
  useEffect(() => {
    if (hint) void showHint(); // it was shown in another language
  }, []);
  if (!client) return null;
  if (game.advice !== "ALL") return <p class="muted hint">{t("noAdvice")}</p>;
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
      <div role="status">
        {said && <p class="muted">{said}</p>}
        {hint && best && <p>{sentences(best)}</p>}
        {hint && best && asks && <Why best={best} others={others} />}
      </div>
      {hint && best && !asks && (
        <button type="button" class="quiet" data-ask="why" onClick={() => askWhy(true)}>
          {t("why")}
        </button>
      )}
    </div>
  );
}

const sentences = ({ reasons }: Considered) => reasons.map(({ sentence }) => sentence).join(" ");

/** What the search expects of the move; nothing if that is neither a result nor the end of the game. */
function expected({ expectedPoints, expectedResult }: Considered): string {
  if (expectedResult !== null) return t("whyResult", { share: percent(expectedResult) });
  if (Math.abs(expectedPoints) > WINS) return t(expectedPoints > 0 ? "whyWins" : "whyLoses");
  return "";
}

function Why({ best, others }: { best: Considered; others: readonly Considered[] }) {
  const all = others.reduce((sum, { visits }) => sum + visits, best.visits);
  const result = expected(best);
  return (
    <div class="why">
      {best.visits > 0 && <p>{t("whySearch", { count: best.visits, all })}</p>}
      {result && <p>{result}</p>}
      {others.length > 0 && <p>{t("whyOthers")}</p>}
      <ol>
        {others.slice(0, OTHERS).map((one) => (
          <li key={one.move.notation}>
            <b>{one.move.label}</b>
            {one.reasons.length > 0 && `: ${sentences(one)}`}
          </li>
        ))}
      </ol>
    </div>
  );
}
