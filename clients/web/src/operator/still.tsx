// A position to look at, without its game: nothing can be done in it.

import type { TableFragment } from "@taphouse/client";
import { useMemo, useState } from "preact/hooks";

import { boardOf } from "../games/parts.ts";
import { Part, usePart } from "../part.ts";
import { t } from "../words.ts";
import { Table, type AtTable, type GameParts, type Meaning } from "../table/context.ts";
import { Sheet } from "../table/sheet.tsx";

/** What the table has already, so that the page of a table has no more than it needs. */
const TABLE = new Part(() => import("../table/at_table.tsx"));

export function Still({ game }: { game: TableFragment }) {
  const { value: parts, error } = usePart(boardOf(game.kind));
  const { value: table, error: failed } = usePart(TABLE);
  const problem = error ?? failed;
  if (!parts || !table) return <p class={problem ? "problem" : "muted"}>{problem ?? t("loading")}</p>;
  return <Position game={game} parts={parts} useNames={table.useNames} />;
}

interface Props {
  readonly game: TableFragment;
  readonly parts: GameParts;
  readonly useNames: typeof import("../table/names.ts").useNames;
}

function Position({ game, parts, useNames }: Props) {
  const names = useNames(game);
  const [explained, explain] = useState<{ readonly meaning: Meaning; readonly place: string } | null>(null);
  const table = useMemo<AtTable>(
    () => ({
      ...names,
      game,
      parts,
      me: game.viewer.seat,
      moves: [],
      busy: false,
      hint: null,
      suggest: () => {},
      movesAt: () => [],
      play: () => {},
      change: () => Promise.resolve(false),
      explain: (meaning, _, place) => explain({ meaning, place }),
    }),
    [names, game, parts],
  );
  return (
    <Table.Provider value={table}>
      <div class="board-area still" role="region" aria-label={t("board")}>
        <parts.Board game={game} />
      </div>
      {explained && <Sheet {...explained} moves={[]} close={() => explain(null)} />}
    </Table.Provider>
  );
}
