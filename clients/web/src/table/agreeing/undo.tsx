// Taking back the viewer's last move: by themselves if it told nobody anything, else by asking the others.

import { UndoDocument, type EntryFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { t } from "../../words.ts";
import { useTable } from "../context.ts";
import { usePropose } from "./proposals.tsx";

const FARTHEST = 64;

interface LastMove {
  /** The version before it. */
  readonly before: number;
  /** Whether no other seat has moved since. */
  readonly newest: boolean;
}

/** The last move of a seat that stands; null if there is none within reach. */
export function lastMove(entries: readonly EntryFragment[], seat: number): LastMove | null {
  let standing: EntryFragment[] = [];
  for (const entry of entries) {
    for (const event of "events" in entry ? entry.events : []) {
      if (event.__typename === "MovesUndone") standing = standing.filter(({ version }) => version <= event.backTo);
    }
    if (entry.notation !== null && !entry.automatic) standing.push(entry);
  }
  const found = standing.findLast((entry) => entry.seat === seat);
  const latest = entries.at(-1)?.version ?? 0;
  if (!found || latest - found.version + 1 > FARTHEST) return null;
  return { before: found.version - 1, newest: found === standing.at(-1) };
}

/** The reasons for which the others can still allow it. */
const OTHERS_DECIDE = { NO_CONSENT: "undoNO_CONSENT", NOT_YOURS: "undoNOT_YOURS", REVEALED: "undoREVEALED" } as const;

export function TakeBack({ entries }: { entries: readonly EntryFragment[] }) {
  const { game, me, change, busy } = useTable();
  const propose = usePropose();
  const [asks, ask] = useState<number | null>(null);
  const last = me === null ? null : lastMove(entries, me);
  const open = game.proposals.some(({ kind }) => kind === "UNDO");
  if (!last || game.undo === "NEVER" || game.status !== "RUNNING" || open) return null;
  const byMyself = game.undo === "FREE" && last.newest && asks !== last.before;
  const takeBack = async () => {
    if (busy) return;
    if (!byMyself) return void propose({ undo: last.before });
    await change(async (client) => {
      const { undo } = await client.mutate(UndoDocument, { gameId: game.gameId, to: last.before, expectedVersion: game.version });
      if (undo.__typename !== "UndoRefused" || !(undo.undoReason in OTHERS_DECIDE)) return undo;
      ask(last.before);
      return { message: t(OTHERS_DECIDE[undo.undoReason as keyof typeof OTHERS_DECIDE]) };
    });
  };
  return (
    <button type="button" class="quiet take-back" aria-disabled={busy} onClick={() => void takeBack()}>
      {byMyself ? t("takeBack") : t("askTakeBack")}
    </button>
  );
}
