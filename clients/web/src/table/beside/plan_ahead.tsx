// The way to plan ahead, in a game that leaves time for it.

import { offers } from "../../offers.ts";
import { t } from "../../words.ts";
import { useTable } from "../context.ts";

/** The least seconds of each seat with which the service takes orders. */
const A_DAY = 86_400;

export function PlanAhead({ plan }: { plan: () => void }) {
  const { game, me } = useTable();
  const { clock } = game;
  const slow = !clock || (!clock.paused && (clock.bank ?? clock.perMove ?? 0) >= A_DAY);
  if (me === null || game.status !== "RUNNING" || !slow || !offers("orders")) return null;
  return (
    <button type="button" class="quiet plan-ahead" data-plan="ahead" onClick={plan}>
      {t("planAhead")}
    </button>
  );
}
