// What became of a seat that the viewer had.

import type { TableFragment } from "@taphouse/client";

export function LostNote({ game }: { game: TableFragment }) {
  const { lost } = game.viewer;
  return lost ? (
    <p class="note" role="status" data-lost={lost.reason}>
      {lost.message}
    </p>
  ) : null;
}
