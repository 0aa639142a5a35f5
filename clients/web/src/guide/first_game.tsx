// A first game: a short one against a bot, with comments. One click opens it.

import { useState } from "preact/hooks";

import type { Kind } from "../api.ts";
import { messageOf, useGoing } from "../hooks.ts";
import { AGREED, openTable, placesOf } from "../lobby/opening.ts";
import type { Chosen } from "../lobby/option_field.tsx";
import * as route from "../route.ts";
import { t } from "../words.ts";
import { keepSeen } from "./seen.ts";

/** The options of a short game in which the learner begins, by the kind of game. */
const SHORT: Readonly<Record<string, Readonly<Record<string, Chosen>>>> = {
  DANK_AND_DRAFT: { firstSeat: "SEAT_1", turnCap: 24 },
  PINT_CRAFT: { firstSeat: "SEAT_1", threshold: 12 },
  BREW_CRAFTERS: { firstSeat: "SEAT_1" },
};

/** `apart`: in another window, so that this one stays as it is. */
export function FirstGame({ kind, apart = false }: { kind: Kind; apart?: boolean }) {
  const [said, say] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const go = useGoing();
  const begin = async () => {
    if (busy) return; // or a second click would open a second game
    setBusy(true);
    say(t("creating"));
    const other = apart ? open() : null; // at once: later, browsers would refuse it
    const options = SHORT[kind.kind] ?? {};
    const places = placesOf(kind).map((place) => (place.who === "MINE" ? { ...place, name: place.name || t("apprentice") } : place));
    const edition = kind.editions[0]?.name ?? "";
    try {
      const opened = await openTable(kind, { places, options, listed: false, byHost: false, edition, terms: AGREED });
      if ("message" in opened) throw new Error(opened.message);
      keepSeen(opened.gameId);
      if (other) other.location.href = new URL(route.table(opened.gameId), location.href).href;
      else go(route.table(opened.gameId));
      if (other) say(null);
    } catch (error) {
      other?.close();
      say(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" data-learn={kind.kind} aria-disabled={busy} onClick={begin}>
        {t("learn", { title: kind.title })}
      </button>
      {said && <p role="status">{said}</p>}
    </>
  );
}
