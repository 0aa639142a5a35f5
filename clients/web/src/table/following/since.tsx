// What the others did since the viewer's last move, told by the events.

import type { EntryFragment } from "@taphouse/client";

import { t } from "../../words.ts";
import { told } from "../announcer.tsx";
import { useTable } from "../context.ts";

/** The moves since the last one that a seat made by itself. */
export function since(entries: readonly EntryFragment[], seat: number | null): readonly EntryFragment[] {
  if (seat === null) return [];
  const last = entries.findLastIndex((entry) => entry.seat === seat && entry.notation !== null && !entry.automatic);
  return entries.slice(last + 1).filter(({ notation }) => notation !== null);
}

const wide = () => matchMedia("(min-width: 1001px)").matches;

/** Sums up what the others did, as the viewer's turn begins. */
export function Since({ entries }: { entries: readonly EntryFragment[] }) {
  const { me } = useTable();
  const missed = since(entries, me);
  if (missed.length === 0) return null;
  return (
    <details class="since" open={wide()}>
      <summary>{t("sinceYourTurn", { count: missed.length })}</summary>
      <ol>
        {missed.map((entry) => (
          <li key={entry.version}>
            <span class={`disc small seat-${entry.seat}`} aria-hidden="true">
              {entry.seat}
            </span>
            <span>{told(entry).join(" ")}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
