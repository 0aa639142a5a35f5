// Tells screen readers what is shown: each new version once, in order, and then whose turn it is.

import type { EntryFragment, TableFragment } from "@taphouse/client";
import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../words.ts";
import { useTable } from "./context.ts";

/** What happened in a version: its events as sentences. */
export const told = ({ sentence, sentences }: EntryFragment): readonly string[] => (sentences.length > 0 ? sentences : [sentence]);

interface Said {
  readonly key: number;
  readonly text: string;
}

/** The most lines that stay: after a long absence, the newest ones are read. */
const MOST = 20;

interface Props {
  readonly entries: readonly EntryFragment[];
  /** The game as it is, also while the past is looked at. */
  readonly game: TableFragment;
}

export function Announcer({ entries, game }: Props) {
  const { me, nameOf } = useTable();
  const { version, decision } = game;
  const [said, say] = useState<readonly Said[]>([]);
  const lines = useRef(0);
  const reached = useRef(version);
  const asked = useRef(version);
  useEffect(() => {
    const texts = entries.filter((entry) => entry.version > reached.current && entry.version <= version).flatMap(told);
    reached.current = Math.min(version, entries.at(-1)?.version ?? reached.current);
    if (asked.current !== version && reached.current === version) {
      asked.current = version;
      if (decision) texts.push(decision.seat === me ? `${t("yourTurn")} ${decision.prompt}` : t("waitingFor", { name: nameOf(decision.seat) }));
    }
    if (texts.length === 0) return;
    const more = texts.map((text) => ({ key: (lines.current += 1), text }));
    say((before) => [...before, ...more].slice(-MOST));
  }, [entries, version]);
  return (
    <div class="unseen" role="log" aria-label={t("announced")}>
      {said.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
