// Tells screen readers what is shown: each new version once, in order, and then whose turn it is.

import type { EntryFragment, TableFragment } from "@taphouse/client";
import { useEffect, useRef, useState } from "preact/hooks";

import { list, t } from "../words.ts";
import { useTable } from "./context.ts";

/** What happened in a version, as sentences: a move by its events, everything else as it is. */
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
  const asked = useRef({ version, seats: decision?.seats.join() });
  useEffect(() => {
    const texts = entries.filter((entry) => entry.version > reached.current && entry.version <= version).flatMap(told);
    reached.current = Math.min(version, Math.max(reached.current, entries.at(-1)?.version ?? 0));
    if (asked.current.version !== version && reached.current === version) {
      const before = asked.current.seats;
      asked.current = { version, seats: decision?.seats.join() };
      if (decision && decision.seat === me && !game.clock?.paused) texts.push(`${t("yourTurn")} ${decision.prompt}`);
      else if (decision && decision.seats.join() !== before) texts.push(t("waitingFor", { name: list(decision.seats.map(nameOf)) }));
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
