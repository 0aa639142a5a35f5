// Comments for a first game: those for the beginning, and one at each new kind of decision. Each is shown once, and alone.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { kept } from "../kept.ts";
import { useTable } from "../table/context.ts";
import { t } from "../words.ts";

const KEY = "taphouse.lessons.";

/** The numbers of the comments that the learner has seen in a game; null in any other game. */
const seenIn = (gameId: string): readonly number[] | null => kept.read(KEY + gameId);

/** Begins, or goes on, to comment a game. */
export const keepSeen = (gameId: string, seen: readonly number[] = []): void => void kept.setItem(KEY + gameId, JSON.stringify(seen));

/** For a task of the viewer; null while they have none. */
export function Lessons({ task }: { task: string | null }) {
  const { game, edition } = useTable();
  const { gameId, version } = game;
  const [seen, see] = useState(() => seenIn(gameId));
  const shown = useRef<number | null>(null);
  const before = useRef(version);
  const done = () => {
    if (!seen || shown.current === null) return;
    keepSeen(gameId, [...seen, shown.current]);
    see(seenIn(gameId));
  };
  useLayoutEffect(() => {
    if (before.current !== version) done(); // that of an earlier decision
    before.current = version;
  }, [version]);
  const stop = () => {
    kept.removeItem(KEY + gameId);
    see(null);
  };
  const lessons = ((seen && task && edition?.guide.lessons) || []).map((lesson, number) => ({ ...lesson, number }));
  const fits = (tasks: readonly string[]) => tasks.length === 0 || tasks.some((one) => one === task);
  const lesson = lessons.find(({ tasks, number }) => !seen?.includes(number) && fits(tasks));
  useLayoutEffect(() => {
    shown.current = lesson?.number ?? null;
  });
  if (!lesson) return null;
  return (
    <section class="lesson" aria-label={t("lesson")}>
      <p>
        {lesson.text} {lesson.tasks.length === 0 && t("lessonMarks")}
      </p>
      <div class="buttons">
        <button type="button" data-lesson="done" onClick={done}>
          {t("understood")}
        </button>
        <button type="button" class="quiet" data-lesson="stop" onClick={stop}>
          {t("lessonStop")}
        </button>
      </div>
    </section>
  );
}
