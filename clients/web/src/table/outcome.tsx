// How the game ended: the places, and each score line by line.

import type { TableFragment } from "@taphouse/client";

import { list, t } from "../words.ts";
import { Rematch } from "./agreeing/rematch.tsx";
import { useTable } from "./context.ts";

/** The end of a game that was not played to its end. */
function Ended({ game }: { game: TableFragment }) {
  if (game.status !== "ABANDONED") return null;
  return (
    <section class="outcome" aria-label={t("result")}>
      <h2>{t(`ended${game.agreedEnd ?? "BY_HOST"}`)}</h2>
      <Rematch />
    </section>
  );
}

export function Outcome({ game }: { game: TableFragment }) {
  const { nameOf, about } = useTable();
  const { outcome } = game;
  if (!outcome) return <Ended game={game} />;
  const standings = [...outcome.standings].sort((one, other) => one.place - other.place);
  const winners = standings.filter(({ place }) => place === 1).map(({ seat }) => nameOf(seat));
  const categories = standings[0]?.categories ?? [];
  return (
    <section class="outcome" aria-label={t("result")}>
      <h2>{winners.length === 1 ? t("wins", { name: winners[0] ?? "" }) : t("share", { names: list(winners) })}</h2>
      <p class="muted">{about?.reasons.find(({ reason }) => reason === outcome.reason)?.text}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("scores")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("place")}</th>
              <th scope="col">{t("player")}</th>
              <th scope="col">{t("points")}</th>
              {categories.map(({ id, name }) => (
                <th key={id} scope="col">
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
                <td>
                  <b>{points}</b>
                </td>
                {lines.map((line) => (
                  <td key={line.id}>{line.points}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Rematch />
    </section>
  );
}
