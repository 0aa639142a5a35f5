// What is agreed for a game of any kind: its clocks, when moves can be taken back, the service's advice, and what the host may do
// alone.

import type { Advice, HostPowers, NewClockInput, TimeOutAction, UndoOption } from "@taphouse/client";

import { t } from "../words.ts";
import { spell } from "../table/clock/countdown.tsx";
import { asRated, type Terms } from "./opening.ts";

const MINUTE = 60;
const DAY = 86_400;
const PER_MOVE = [30, MINUTE, 2 * MINUTE, 5 * MINUTE, DAY, 3 * DAY, 7 * DAY];
const BANK = [5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 40 * MINUTE, 60 * MINUTE];
const INCREMENT = [0, 5, 10, 30];
const TIME_OUT: readonly TimeOutAction[] = ["PASSIVE_MOVE", "BOT", "RESIGN"];
const UNDO: readonly UndoOption[] = ["FREE", "CONSENT", "NEVER"];
const ADVICE: readonly Advice[] = ["ALL", "AFTER_THE_END", "NONE"];

interface Props {
  readonly terms: Terms;
  readonly change: (terms: Terms) => void;
  /** Whether a seat is open to others. */
  readonly open: boolean;
  /** Whether the game can count for ratings. */
  readonly ratable: boolean;
}

export function TermsFields({ terms, change, open, ratable }: Props) {
  const { clock } = terms;
  const rated = ratable && terms.rated;
  const kind = clock === null ? "none" : clock.perMove ? "perMove" : "bank";
  const begin = (wanted: string) => {
    const onTimeOut = clock?.onTimeOut ?? "PASSIVE_MOVE";
    if (wanted === "none") change({ ...terms, clock: null });
    else if (wanted === "perMove") change({ ...terms, clock: { perMove: 2 * MINUTE, increment: 0, onTimeOut } });
    else change({ ...terms, clock: { bank: 20 * MINUTE, increment: 10, onTimeOut } });
  };
  const more = (part: Partial<NewClockInput>) => clock && change({ ...terms, clock: { ...clock, ...part } });
  return (
    <fieldset class="terms">
      <legend>{t("timeAndUndo")}</legend>
      {ratable && (
        <label class="check">
          <input type="checkbox" checked={rated} onChange={() => change(rated ? { ...terms, rated: false } : asRated(terms))} />
          {t("ratedGame")}
        </label>
      )}
      {rated && <p class="muted">{t("ratedText")}</p>}
      <div class="row">
        <label>
          {t("clock")}
          <select value={kind} onChange={(event) => begin(event.currentTarget.value)}>
            <option value="none">{t("clockNone")}</option>
            <option value="perMove">{t("clockPerMove")}</option>
            <option value="bank">{t("clockBank")}</option>
          </select>
        </label>
        {clock?.perMove && <Seconds label={t("timePerMove")} value={clock.perMove} choices={PER_MOVE} choose={(perMove) => more({ perMove })} />}
        {clock?.bank && <Seconds label={t("timePerGame")} value={clock.bank} choices={BANK} choose={(bank) => more({ bank })} />}
        {clock?.bank && (
          <Seconds label={t("increment")} value={clock.increment ?? 0} choices={INCREMENT} choose={(increment) => more({ increment })} />
        )}
        {clock && (
          <label>
            {t("onTimeOut")}
            <select value={clock.onTimeOut ?? ""} onChange={(event) => more({ onTimeOut: event.currentTarget.value as TimeOutAction })}>
              {TIME_OUT.map((one) => (
                <option key={one} value={one}>
                  {t(`onTimeOut${one}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <label>
        {t("undo")}
        <select value={terms.undo} onChange={(event) => change({ ...terms, undo: event.currentTarget.value as UndoOption })}>
          {UNDO.filter((one) => !rated || one !== "FREE").map((one) => (
            <option key={one} value={one}>
              {t(`undo${one}`)}
            </option>
          ))}
        </select>
      </label>
      {!rated && <Latitude terms={terms} change={change} open={open} />}
    </fieldset>
  );
}

/** What a rated game leaves no choice of. */
function Latitude({ terms, change, open }: Omit<Props, "ratable">) {
  return (
    <>
      <label>
        {t("advice")}
        <select
          value={terms.advice ?? (open ? "NONE" : "ALL")}
          onChange={(event) => change({ ...terms, advice: event.currentTarget.value as Advice })}
        >
          {ADVICE.map((one) => (
            <option key={one} value={one}>
              {t(`advice${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("powers")}
        <select
          value={terms.powers ?? ""}
          onChange={(event) => change({ ...terms, powers: (event.currentTarget.value || null) as HostPowers | null })}
        >
          <option value="">{t("powersUsual")}</option>
          <option value="AGREED">{t("powersAGREED")}</option>
          <option value="FULL">{t("powersFULL")}</option>
        </select>
      </label>
    </>
  );
}

interface SecondsProps {
  readonly label: string;
  readonly value: number;
  readonly choices: readonly number[];
  readonly choose: (seconds: number) => void;
}

const spoken = (seconds: number) => (seconds >= DAY ? t("days", { count: seconds / DAY }) : spell(seconds));

function Seconds({ label, value, choices, choose }: SecondsProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {choices.map((seconds) => (
          <option key={seconds} value={seconds}>
            {spoken(seconds)}
          </option>
        ))}
      </select>
    </label>
  );
}
