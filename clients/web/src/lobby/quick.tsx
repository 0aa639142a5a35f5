// "Play now": a seat with those who come, by one click, on the terms of last time.

import { QuickPlayDocument, type NewClockInput } from "@taphouse/client";
import { useState } from "preact/hooks";

import { accessToken, notePlace } from "../account/account.ts";
import { clientOf, type Kind } from "../api.ts";
import { useAttempt, useGoing } from "../hooks.ts";
import { kept } from "../kept.ts";
import * as route from "../route.ts";
import { held, hold, keepName, lastName } from "../storage.ts";
import { t } from "../words.ts";
import type { MyTable } from "./my_tables.ts";
import { gameOf } from "./opening.ts";

const KEY = "taphouse.quick";
const CALM: NewClockInput = { perMove: 300, onTimeOut: "PASSIVE_MOVE" };
/** The clocks to choose from, by the words for them. Where any will do, the calm one counts if nobody asks for another. */
const CLOCKS = {
  quickClockAny: CALM,
  quickClockMinutes: CALM,
  quickClockDay: { perMove: 86_400, onTimeOut: "PASSIVE_MOVE" },
  clockNone: null,
} as const;
const BOTS_AFTER = 20;

interface Terms {
  readonly kind: string;
  /** Null for any number. */
  readonly seats: number | null;
  readonly clock: keyof typeof CLOCKS;
  /** Whether bots play where nobody has come after some seconds. */
  readonly bots: boolean;
}

/** The terms of last time, as far as the service still has them; at first its first kind, for two, with any clock. */
function termsOf(kinds: readonly Kind[], remembered: Partial<Terms> | null): { readonly terms: Terms; readonly kind: Kind } | null {
  const kind = kinds.find((one) => one.kind === remembered?.kind) ?? kinds.find(({ maxSeats }) => maxSeats > 1);
  if (!kind) return null;
  const { seats = 2, clock = "quickClockAny", bots = false } = remembered ?? {};
  const least = Math.max(2, kind.minSeats);
  const allowed = seats === null ? null : Math.min(Math.max(seats, least), kind.maxSeats);
  return { kind, terms: { kind: kind.kind, seats: allowed, clock: Object.hasOwn(CLOCKS, clock) ? clock : "quickClockAny", bots } };
}

export function PlayNow({ kinds, tables }: { kinds: readonly Kind[]; tables: readonly MyTable[] }) {
  const [remembered, remember] = useState(() => kept.read<Partial<Terms>>(KEY));
  const [name, setName] = useState(lastName);
  const [busy, setBusy] = useState(false);
  const { said, attempt } = useAttempt();
  const go = useGoing();
  const found = termsOf(kinds, remembered);
  if (!found) return null;
  const { terms, kind } = found;
  const { seats, clock, bots } = terms;
  const change = (part: Partial<Terms>) => {
    const next = { ...terms, ...part };
    kept.setItem(KEY, JSON.stringify(next));
    remember(next);
  };
  const play = async () => {
    if (busy) return; // or a second click would look for a second seat
    const looking = tables.find(({ gameId, game, seats }) => game?.status === "WAITING" && seats.length > 0 && held(gameId)?.quick);
    if (looking) return go(route.table(looking.gameId)); // in another window: the players would meet themselves
    setBusy(true);
    await attempt(async () => {
      const token = accessToken();
      const { quickPlay: answer } = await clientOf(token).mutate(QuickPlayDocument, {
        game: gameOf(kind.kind),
        minSeats: seats,
        maxSeats: seats,
        clock: CLOCKS[clock],
        anyClock: clock === "quickClockAny",
        bots: bots ? "GREEDY" : null,
        botsAfter: BOTS_AFTER,
        name: name.trim() || null,
      });
      if (answer.__typename !== "GameJoined") return answer;
      const { game, seat } = answer;
      hold({ ...game, quick: true, seats: { [seat.seat]: seat.token } });
      if (token) notePlace({ ...game, viewer: { seat: seat.seat, host: false } });
      go(route.table(game.gameId));
      return undefined;
    });
    setBusy(false);
  };
  const least = Math.max(2, kind.minSeats);
  const numbers = Array.from({ length: kind.maxSeats - least + 1 }, (_, index) => least + index);
  const seatsText = (number: number | null) => (number === null ? t("quickSeatsAny") : t("playersExactly", { count: number }));
  return (
    <section class="quick">
      <button type="button" class="primary" aria-disabled={busy} aria-describedby="quick-terms" onClick={() => void play()}>
        {t(busy ? "quickLooking" : "quickPlay")}
      </button>
      <p id="quick-terms">
        {kind.title} · {seatsText(seats)} · {t(clock)}
        {bots && ` · ${t("quickBotsShort", { seconds: BOTS_AFTER })}`}
      </p>
      <details>
        <summary>{t("quickChange")}</summary>
        <div class="row">
          <label>
            {t("quickKind")}
            <select value={kind.kind} onChange={(event) => change({ kind: event.currentTarget.value })}>
              {kinds.map((one) => (
                <option key={one.kind} value={one.kind}>
                  {one.title}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t("quickSeats")}
            <select value={seats ?? ""} onChange={(event) => change({ seats: Number(event.currentTarget.value) || null })}>
              <option value="">{t("quickSeatsAny")}</option>
              {numbers.map((number) => (
                <option key={number} value={number}>
                  {seatsText(number)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t("clock")}
            <select value={clock} onChange={(event) => change({ clock: event.currentTarget.value as Terms["clock"] })}>
              {Object.keys(CLOCKS).map((one) => (
                <option key={one} value={one}>
                  {t(one as Terms["clock"])}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t("yourName")}
            <input
              value={name}
              maxLength={160}
              autoComplete="nickname"
              onInput={(event) => {
                const written = event.currentTarget.value;
                if (written.trim()) keepName(written.trim());
                setName(written);
              }}
            />
          </label>
        </div>
        <label class="check">
          <input type="checkbox" checked={bots} onChange={(event) => change({ bots: event.currentTarget.checked })} />
          {t("quickBots", { seconds: BOTS_AFTER })}
        </label>
      </details>
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </section>
  );
}
