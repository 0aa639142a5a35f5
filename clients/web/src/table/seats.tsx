// The line of seats: who plays, who decides, and from which seat this browser looks.

import { t } from "../words.ts";
import { useTable, type GameParts } from "./context.ts";

interface Props {
  readonly parts: GameParts;
  readonly seats: readonly number[];
  readonly sit: (seat: number | null) => void;
}

export function Seats({ parts, seats, sit }: Props) {
  const { game, me, nameOf } = useTable();
  const points = parts.points(game);
  return (
    <nav class="seats" aria-label={t("seats")}>
      <ol>
        {game.seats.map(({ seat, bot, resigned, brewery }) => (
          <li key={seat} class={`plate ${game.decision?.seat === seat ? "deciding-now" : ""} ${me === seat ? "me" : ""}`} data-spot={`seat:${seat}`}>
            <span class={`disc seat-${seat}`} aria-hidden="true">
              {seat}
            </span>
            <span class="who">
              <b>{nameOf(seat)}</b>
              <small>
                {me === seat ? t("you") : bot ? t("bot") : resigned ? t("resigned") : (brewery ?? "")}
                {game.decision?.seat === seat && <span class="unseen"> {t("decides")}</span>}
              </small>
            </span>
            {points.has(seat) && (
              <span class="points" title={t("points")}>
                {points.get(seat)}
                <span class="unseen"> {t("points")}</span>
              </span>
            )}
            {seats.includes(seat) && seat !== me && (
              <button type="button" class="quiet" onClick={() => sit(seat)}>
                {t("playAs")}
                <span class="unseen"> {nameOf(seat)}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
      {me === null && <p class="muted watching">{t("watching")}</p>}
    </nav>
  );
}
