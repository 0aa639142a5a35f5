// Comments for a first game: those for the beginning, and one at each new kind of decision. Each is shown once, and alone.

import type { TableFragment } from "@taphouse/client";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { canHover } from "../hooks.ts";
import { home } from "../route.ts";
import { useTable } from "../table/context.ts";
import { list, t } from "../words.ts";
import { forgetSeen, keepSeen, seenIn } from "./seen.ts";

import "./lessons.css";

/** The parts of a board that a comment points at: the innermost one in which something can be chosen. */
const PARTS = ".market, .offers > div, .recipes, .rooms, .research, .bar-counter, .stacks, .hand, .taproom, .area";

/** Whether a first game has been commented to its end: in Brew Crafters, that of the first of three years. */
const isLearned = (game: TableFragment) => game.__typename === "BrewCraftersGame" && (game.table?.year ?? 1) > 1;

/** For a task of the viewer; null while they have none. */
export function Lessons({ task }: { task: string | null }) {
  const { game, edition, parts, nameOf } = useTable();
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
    forgetSeen(gameId);
    see(null);
  };
  const lessons = ((seen && task && edition?.guide.lessons) || []).map((lesson, number) => ({ ...lesson, number }));
  const fits = (tasks: readonly string[]) => tasks.length === 0 || tasks.some((one) => one === task);
  const lesson = lessons.find(({ tasks, number }) => !seen?.includes(number) && fits(tasks));
  useLayoutEffect(() => {
    shown.current = lesson?.number ?? null;
  });
  useLayoutEffect(() => {
    const part = lesson && document.querySelector(".board-area .spot.playable")?.closest(PARTS);
    part?.classList.add("pointed");
    return () => part?.classList.remove("pointed");
  }, [lesson?.number, version]);
  if (seen && task && isLearned(game)) {
    const points = [...parts.points(game)].map(([seat, count]) => `${nameOf(seat)}: ${count}`);
    return (
      <section class="lesson" aria-label={t("lesson")}>
        <p>{t("lessonYear", { points: list(points) })}</p>
        <div class="buttons">
          <button type="button" data-lesson="stop" onClick={stop}>
            {t("lessonGoOn")}
          </button>
          <a class="button" href={home}>
            {t("lessonEnd")}
          </a>
        </div>
      </section>
    );
  }
  if (!lesson) return null;
  return (
    <section class="lesson" aria-label={t("lesson")}>
      <p>
        {lesson.text} {lesson.tasks.length === 0 && t(canHover() ? "lessonMarks" : "lessonMarksTap")}
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
