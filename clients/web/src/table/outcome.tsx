// How the game ended: the places, and each score line by line.

import type { TableFragment } from "@taphouse/client";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { movesLittle } from "../hooks.ts";
import { Part, usePart } from "../part.ts";
import { held } from "../storage.ts";
import { list, t } from "../words.ts";
import { Rematch } from "./agreeing/rematch.tsx";
import { useTable } from "./context.ts";
import { earlyEnd } from "./early_end.ts";
import { land } from "./flights.tsx";

const ALONE = new Part(() => import("./play_on.tsx"));

/** The seat of the only player at this browser, whom the end addresses; null if several share it, or nobody plays here. */
export function addressed({ gameId, viewer }: TableFragment): number | null {
  return Object.keys(held(gameId)?.seats ?? {}).length > 1 ? null : viewer.seat;
}

/** Who won, or why the game was not played to its end; in words to one of the players if it is theirs. */
export function resultOf(game: TableFragment, nameOf: (seat: number) => string, me: number | null): string {
  const { outcome } = game;
  if (!outcome) return earlyEnd(game);
  const first = outcome.standings.filter(({ place }) => place === 1);
  const mine = outcome.standings.find(({ seat }) => seat === me);
  if (mine?.place === 1 && first.length === 1) return t("youWinNow");
  if (mine && mine.place > 1) {
    const points = (first[0]?.points ?? 0) - mine.points;
    return points > 0 ? t("youLoseBy", { points }) : t("youLose");
  }
  const winners = first.map(({ seat }) => nameOf(seat));
  return winners.length === 1 ? t("wins", { name: winners[0] ?? "" }) : t("share", { names: list(winners) });
}

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
      <Rematch />
    </section>
  );
}

export function Outcome({ game, news }: { game: TableFragment; news: boolean }) {
  const { nameOf, about } = useTable();
  const { outcome } = game;
  const me = addressed(game);
  const result = resultOf(game, nameOf, me);
  if (!outcome) return game.status === "ABANDONED" ? <End class="" result={result} news={news} /> : null;
  const standings = [...outcome.standings].sort((one, other) => one.place - other.place);
  const categories = standings[0]?.categories ?? [];
  const scored = outcome.reason !== "OTHERS_RESIGNED";
  const lost = (standings.find(({ seat }) => seat === me)?.place ?? 1) > 1;
  return (
    <End class={lost ? "" : "victory"} result={result} news={news}>
      <p class="muted">{about?.reasons.find(({ reason }) => reason === outcome.reason)?.text}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("scores")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("place")}</th>
              <th scope="col">{t("player")}</th>
              {scored && <th scope="col">{t("points")}</th>}
              {categories.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {standings.map(({ seat, place, points, categories: lines }) => (
              <tr key={seat}>
                <td>{place}</td>
                <th scope="row">{nameOf(seat)}</th>
                {scored && (
                  <td>
                    <b>{points}</b>
                  </td>
                )}
                {lines.map((line) => (
                  <td key={line.key}>{line.points}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </End>
  );
}
