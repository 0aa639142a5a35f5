// The scores of a game that has ended: each line, counted up in a bar.

import type { TableFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { Avatar } from "../avatar.tsx";
import { HandleAt } from "../named.tsx";
import * as route from "../route.ts";
import { t } from "../words.ts";
import { useTable } from "./context.ts";
import { ShareLink } from "./seating/share_link.tsx";

import "../styles/victory.css";

type Ended = NonNullable<TableFragment["outcome"]>;

interface Props {
  readonly game: TableFragment;
  readonly outcome: Ended;
  /** Whether the points decided. */
  readonly scored: boolean;
}

/** A table, also for readers of screens where a phone shows it as lines. */
export function Scores({ game, outcome, scored }: Props) {
  const standings = [...outcome.standings].sort((one, other) => one.place - other.place);
  const { nameOf } = useTable();
  const [only, ...others] = standings[0]?.categories ?? [];
  const single = scored && only && others.length === 0 ? only.name : null; // whose points are all points
  const most = Math.max(1, ...standings.map(({ categories }) => categories.reduce((sum, { points }) => sum + Math.max(0, points), 0)));
  return (
    <div class="scores">
      <table role="table" aria-label={t("scores")}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader">{t("place")}</th>
            <th role="columnheader">{t("player")}</th>
            {scored && <th role="columnheader">{single ?? t("points")}</th>}
            {(single === null ? (standings[0]?.categories ?? []) : []).map(({ key, name }, index) => (
              <th key={key} role="columnheader">
                {name}
                <span class={`part part-${index % 6}`} aria-hidden="true" />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {standings.map(({ seat, place, points, categories }) => (
            <tr key={seat} role="row">
              <td role="cell">{place}</td>
              <th role="rowheader" class={place === 1 ? "first" : ""}>
                <Avatar name={nameOf(seat)} seat={seat} /> {nameOf(seat)} <HandleAt place={game.seats[seat - 1]} />
              </th>
              {scored && (
                <td role="cell" class="counted">
                  <span class="bar" aria-hidden="true">
                    {categories.map((line, index) => (
                      <span
                        key={line.key}
                        class={`part part-${index % 6}`}
                        style={{ "--share": Math.max(0, line.points) / most, "--turn": index }}
                      />
                    ))}
                  </span>
                  <b class="unseen">{points}</b>
                  <b class="total" style={{ "--points": points }} aria-hidden="true" />
                </td>
              )}
              {(single === null ? categories : []).map((line, index) => (
                <td key={line.key} role="cell" class={`of part-${index % 6}`} data-name={line.name}>
                  {line.points}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What can be done with the game now. */
export function Afterwards({ game: { gameId, kind } }: { game: TableFragment }) {
  const [shares, share] = useState(false);
  return (
    <>
      <a class="button" href={route.table(gameId, 1)}>
        {t("lookBack")}
      </a>
      <button type="button" aria-expanded={shares} onClick={() => share(!shares)}>
        {t("shareGame")}
      </button>
      <a class="button" href={route.newTable(kind)}>
        {t("newTable")}
      </a>
      {shares && <ShareLink to={route.shared(gameId)} text={t("shareToWatch")} />}
    </>
  );
}
