// How the game ended.

import type { TableFragment } from "@taphouse/client";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { movesLittle } from "../hooks.ts";
import { Part, usePart } from "../part.ts";
import { t } from "../words.ts";
import { Rematch } from "./agreeing/rematch.tsx";
import { APART } from "./apart.ts";
import { useTable } from "./context.ts";
import { land } from "./flights.tsx";
import { addressed, resultOf, scored } from "./result.ts";

const ALONE = new Part(() => import("./play_on.tsx"));

interface EndProps {
  readonly class: string;
  readonly result: string;
  /** The game has just ended. */
  readonly news: boolean;
  readonly children?: ComponentChildren;
}

/** The end of a game. As it happens, it comes into view and has the focus, which a screen reader reads. */
function End({ class: name, result, news, children }: EndProps) {
  const section = useRef<HTMLElement>(null);
  const { game } = useTable();
  const { value: apart } = usePart(APART);
  const { value: alone } = usePart(game.outcome?.reason === "OTHERS_RESIGNED" ? ALONE : null);
  useEffect(() => {
    if (!news) return;
    const show = () => {
      land();
      section.current?.focus({ preventScroll: true });
      section.current?.scrollIntoView({ behavior: movesLittle() ? "instant" : "smooth" });
    };
    const dialog = document.querySelector("dialog[open]"); // while it is open, nothing outside it can have the focus
    if (!dialog) return show();
    dialog.addEventListener("close", show, { once: true });
    return () => dialog.removeEventListener("close", show);
  }, []);
  return (
    <section class={`outcome ${name}`} aria-labelledby="result" tabIndex={-1} ref={section}>
      <h2 id="result">{result}</h2>
      {children}
      {alone && <alone.PlayOn />}
      <div class="end-buttons">
        <Rematch />
        {apart && <apart.Afterwards game={game} />}
      </div>
    </section>
  );
}

export function Outcome({ game, news }: { game: TableFragment; news: boolean }) {
  const { nameOf, about } = useTable();
  const { outcome } = game;
  const { value: apart } = usePart(outcome ? APART : null);
  const me = addressed(game);
  const result = resultOf(game, nameOf, me);
  if (!outcome) return game.status === "ABANDONED" ? <End class="" result={result} news={news} /> : null;
  const won = ["FIRST", "TEAM", "ALL_WON"].includes(outcome.victory);
  const lost = !won || (outcome.standings.find(({ seat }) => seat === me)?.place ?? 1) > 1;
  return (
    <End class={lost ? "" : "victory"} result={result} news={news}>
      <p class="muted">
        {about?.reasons.find(({ reason }) => reason === outcome.reason)?.text}
        {outcome.stake > 1 && ` ${t("stakeText", { stake: outcome.stake })}`}
      </p>
      {apart && <apart.Scores game={game} outcome={outcome} scored={scored(outcome)} />}
    </End>
  );
}
