// The time that a seat has left.

import type { TableFragment } from "@taphouse/client";

import { useStoreTime } from "../../clock.ts";
import { t } from "../../words.ts";

const HOUR = 3600;
const DAY = 86_400;
const SHORT = 30;
const TOLD = [60, 10];
const two = (number: number) => String(number).padStart(2, "0");

/** Seconds as "2 d 3 h", "1:02:03" or "0:45". */
export function spell(seconds: number): string {
  if (seconds >= DAY) return t("daysHours", { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / HOUR) });
  const minutes = Math.floor((seconds % HOUR) / 60);
  const rest = two(seconds % 60);
  return seconds >= HOUR ? `${Math.floor(seconds / HOUR)}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

interface Props {
  readonly game: TableFragment;
  readonly seat: number;
  /** An earlier version is looked at: no time runs there. */
  readonly past: boolean;
  /** Also tell a screen reader when little is left. */
  readonly tell?: boolean;
}

export function SeatTime({ game, seat, past, tell = false }: Props) {
  const { clock } = game;
  const runs = !past && clock?.running === seat && clock.deadline !== null;
  const now = useStoreTime(runs);
  const own = clock?.seats.find((one) => one.seat === seat);
  if (!clock || !own) return null;
  const left = runs && clock.deadline && now !== null ? Math.max(0, Math.ceil((Date.parse(clock.deadline) - now) / 1000)) : own.left;
  const short = runs && left <= SHORT;
  const mark = TOLD.findLast((seconds) => left <= seconds);
  return (
    <span class={`time ${runs ? "runs" : ""} ${short ? "short" : ""}`} role="timer" data-left={left}>
      <span class="unseen">{t("timeLeft")} </span>
      {spell(left)}
      {tell && (
        <span class="unseen" role="status">
          {runs && mark ? t("secondsLeft", { count: mark }) : ""}
        </span>
      )}
    </span>
  );
}

/** Says that a clock has stopped, and lets a player or the host go on. */
export function PauseNote({ game, resume }: { game: TableFragment; resume: (() => void) | null }) {
  if (!game.clock?.paused) return null;
  return (
    <div class="note">
      <p>{t("paused")}</p>
      {resume && (
        <button type="button" class="primary" onClick={resume}>
          {t("resume")}
        </button>
      )}
    </div>
  );
}
