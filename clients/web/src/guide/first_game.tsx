// A first game: a short one against a bot, with comments. One click opens it.

import { useState } from "preact/hooks";

import type { Kind } from "../api.ts";
import { messageOf } from "../hooks.ts";
import { open } from "../lobby/new_table.tsx";
import type { Chosen } from "../lobby/option_field.tsx";
import { AGREED } from "../lobby/terms.tsx";
import { parse } from "../route.ts";
import { lastName } from "../storage.ts";
import { t } from "../words.ts";
import { keepSeen } from "./lessons.tsx";

/** The options of a short game in which the learner begins, by the kind of game. */
const SHORT: Readonly<Record<string, Readonly<Record<string, Chosen>>>> = {
  DANK_AND_DRAFT: { firstSeat: "SEAT_1", turnCap: 24 },
  PINT_CRAFT: { firstSeat: "SEAT_1", threshold: 12 },
  BREW_CRAFTERS: { firstSeat: "SEAT_1" },
};

export function FirstGame({ kind }: { kind: Kind }) {
  const [said, say] = useState<string | null>(null);
  const begin = async () => {
    say(t("creating"));
    const places = [
      { id: 0, who: "MINE" as const, name: lastName() },
      { id: 1, who: "GREEDY" as const, name: "" },
    ];
    const options = SHORT[kind.kind] ?? {};
    const edition = kind.editions[0]?.name ?? "";
    try {
      const problem = await open(kind, { places, options, listed: false, byHost: false, edition, terms: AGREED });
      const opened = parse(location.hash);
      if (problem) say(problem);
      else if (opened.page === "table") keepSeen(opened.gameId);
    } catch (error) {
      say(messageOf(error));
    }
  };
  return (
    <>
      <button type="button" data-learn={kind.kind} onClick={begin}>
        {t("learn", { title: kind.title })}
      </button>
      {said && <p role="status">{said}</p>}
    </>
  );
}
