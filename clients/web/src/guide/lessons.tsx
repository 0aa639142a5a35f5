// Comments for a first game: those for the beginning, and one at each new kind of decision. Each is shown once, and alone.

import type { TableFragment } from "@taphouse/client";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { editionOf, lessons } from "../api.ts";
import { canHover, useLoaded } from "../hooks.ts";
import { home } from "../route.ts";
import { useTable } from "../table/context.ts";
import { showChoices } from "../table/flights.tsx";
import { list, t } from "../words.ts";
import { worth } from "./example.ts";
import { forgetSeen, keepSeen, seenIn } from "./seen.ts";

import "./lessons.css";

/** What a comment points at: of the things that can be chosen, the best example of what it says. Beside the board, the amounts. */
function thingMeant(game: TableFragment): HTMLElement | null {
  const [first, ...more] = document.querySelectorAll<HTMLElement>(".board-area .spot.playable");
  const worthOf = ({ dataset }: HTMLElement) => worth(dataset["spot"] ?? "", game);
  if (first) return more.reduce((best, spot) => (worthOf(spot) > worthOf(best) ? spot : best), first);
  return document.querySelector(".deciding .goals li, .deciding .amounts");
}

/** Whether a first game has been commented to its end: in Brew Crafters, that of the first of three years. */
const isLearned = (game: TableFragment) => game.__typename === "BrewCraftersGame" && (game.table?.year ?? 1) > 1;

/** For a task of the viewer; null while they have none. */
export function Lessons({ task }: { task: string | null }) {
  const { game, moves, parts, nameOf } = useTable();
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
  const read = editionOf(useLoaded(() => lessons(game.kind), [game.kind]).value, game.edition)?.guide.lessons ?? [];
  const comments = (seen && task ? read : []).map((lesson, number) => ({ ...lesson, number }));
  const fits = (tasks: readonly string[]) => tasks.length === 0 || tasks.some((one) => one === task);
  const lesson = comments.find(({ tasks, number }) => !seen?.includes(number) && fits(tasks));
  useLayoutEffect(() => {
    shown.current = lesson?.number ?? null;
  });
  useLayoutEffect(() => {
    const thing = lesson && thingMeant(game);
    if (!thing) return;
    thing.dataset["pointed"] = "";
    showChoices();
    return () => {
      delete thing.dataset["pointed"];
    };
  }, [lesson?.number, version, moves]);
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
