// A kind of game without a board of its own: its table is shown by the types of its fields, and every move is a button.

import type { TableFragment } from "@taphouse/client";

import { useLoaded } from "../../hooks.ts";
import type { GameParts } from "../../table/context.ts";
import { t } from "../../words.ts";

/** The board is loaded when a table needs it: the games with boards of their own do not. */
function Board({ game }: { game: TableFragment }) {
  const { value, error } = useLoaded(() => import("./board.tsx"), []);
  if (error) return <p class="problem">{error}</p>;
  return value ? <value.Board game={game} /> : <p class="muted">{t("loading")}</p>;
}

export const plain: GameParts = {
  Board,
  places: () => [],
  amounts: () => null,
  pictures: {},
  flights: () => [],
  points: () => new Map(),
};
