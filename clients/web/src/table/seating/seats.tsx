// The line of seats: who plays, who decides, and from which seat this browser looks.

import type { ComponentChildren } from "preact";

import { Avatar } from "../../avatar.tsx";
import { useAttempt } from "../../hooks.ts";
import { AgreedNote } from "../../lobby/agreed.tsx";
import { HandleAt } from "../../named.tsx";
import { t } from "../../words.ts";
import { SeatTime } from "../clock/countdown.tsx";
import { useTable, type GameParts } from "../context.ts";
import { NameFields, join, useNamed } from "./join.tsx";
import { useMeeting } from "./meeting.tsx";

/** The most seats that fit beside each other on a phone: a longer row is swiped, or moved by the arrow keys. */
const FEW = 2;

interface Props {
  readonly parts: GameParts;
  readonly seats: readonly number[];
  readonly sit: (seat: number | null) => void;
  readonly joined: (seat: number) => void;
  readonly past: boolean;
  /** Shows whether the player of a seat is there. */
  readonly present: (seat: number) => ComponentChildren;
}

export function Seats({ parts, seats, sit, joined, past, present }: Props) {
  const { game, me, nameOf } = useTable();
  const [named, setNamed] = useNamed();
  const { said, attempt } = useAttempt();
  const { button, dialog } = useMeeting(game, seats);
  const take = (seat: number) =>
    void attempt(async () => {
      const taken = await join({ gameId: game.gameId, seat, ...named });
      if (typeof taken !== "number") return taken;
      joined(taken);
      return undefined;
    });
  const points = parts.points(game);
  const free = (seat: number) => game.openSeats.includes(seat) && !past && seats.length === 0 && game.status === "RUNNING";
  return (
    <nav class="seats" aria-label={t("seats")}>
      <ol tabIndex={game.seats.length > FEW ? 0 : undefined}>
        {game.seats.map((place) => {
          const { seat, bot, resigned, brewery, taken, closed, away, program } = place;
          return (
            <li key={seat} class={`plate ${game.decision?.seats.includes(seat) ? "deciding-now" : ""} ${me === seat ? "me" : ""}`} data-spot={`seat:${seat}`}>
              <Avatar name={nameOf(seat)} seat={seat} />
              <span class={`disc small seat-${seat}`} aria-hidden="true">
                {seat}
              </span>
              {seat !== me && present(seat)}
              <span class="who">
                <b translate={false}>{nameOf(seat)}</b>
                <small>
                  <HandleAt place={place} /> {taken ? "" : t(closed ? "closed" : "free")}
                  {away ? t("away") : me === seat ? t("you") : bot ? t("bot") : program ? t("program") : resigned ? t("resigned") : (brewery ?? "")}
                  {game.decision?.seats.includes(seat) && <span class="unseen"> {t("decides")}</span>}
                </small>
              </span>
              {points.has(seat) && (
                <span class="points" title={t("points")}>
                  {points.get(seat)}
                  <span class="unseen"> {t("points")}</span>
                </span>
              )}
              {(!bot || away) && taken && !resigned && <SeatTime game={game} seat={seat} past={past} tell={me === seat} />}
              {button(place)}
              {free(seat) && (
                <button type="button" class="quiet" onClick={() => take(seat)}>
                  {t("sitHere")}
                  <span class="unseen"> {t("seat", { seat })}</span>
                </button>
              )}
              {seats.includes(seat) && seat !== me && (
                <button type="button" class="quiet" onClick={() => sit(seat)}>
                  {t("playAs")}
                  <span class="unseen"> {nameOf(seat)}</span>
                </button>
              )}
            </li>
          );
        })}
      </ol>
      {dialog}
      {game.openSeats.some(free) && <NameFields named={named} change={setNamed} />}
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
      {me === null && (
        <p class="muted watching">
          {t("watching")} {game.openSeats.length > 0 && <AgreedNote game={game} />}
        </p>
      )}
    </nav>
  );
}
