// What happened, the newest first, each entry a link to the table as it was then.

import type { EntryFragment } from "@taphouse/client";

import * as route from "../route.ts";
import { t, time } from "../words.ts";
import { told } from "./announcer.tsx";
import { useTable } from "./context.ts";
import { since } from "./following/since.tsx";

interface Props {
  readonly entries: readonly EntryFragment[];
  readonly at: number | null;
  readonly gameId: string;
}

const MOST = 200;

export function Log({ entries, at, gameId }: Props) {
  const { me } = useTable();
  const missed = new Set(since(entries, me));
  return (
    <section class="log" aria-label={t("log")}>
      <h2>{t("log")}</h2>
      <ol>
        {entries
          .slice(-MOST)
          .reverse()
          .map((entry) => (
            <li key={entry.version} class={missed.has(entry) ? "new" : ""}>
              <a
                href={route.table(gameId, entry.version)}
                aria-current={at === entry.version ? "step" : undefined}
                title={`${time(entry.at)} ${entry.sentence}`}
              >
                {entry.seat && (
                  <span class={`disc small seat-${entry.seat}`} aria-hidden="true">
                    {entry.seat}
                  </span>
                )}
                <span>
                  {told(entry).map((sentence, index) => (
                    <span key={index} class="told">
                      {sentence}
                    </span>
                  ))}
                  {missed.has(entry) && <span class="unseen"> {t("newEntry")}</span>}
                </span>
              </a>
            </li>
          ))}
      </ol>
    </section>
  );
}
