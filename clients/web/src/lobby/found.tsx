// Tables that anybody can find: those that wait for players, and those that are over.

import { FinishedGamesDocument, type FoundFragment, type Known, type Pace } from "@taphouse/client";
import { useEffect, useState } from "preact/hooks";

import { anyone, type Kind } from "../api.ts";
import { messageOf, useLoaded } from "../hooks.ts";
import { calledAt, titleOf } from "../named.tsx";
import * as route from "../route.ts";
import { language, list, t, when } from "../words.ts";
import { AgreedNote } from "./agreed.tsx";

type Row = FoundFragment["edges"][number]["node"];

const whoSits = (game: Row) => {
  const taken = game.seats.filter((seat) => seat.taken);
  return list(taken.map((place) => (place.program ? `${calledAt(place)} (${t("program")})` : calledAt(place))));
};

const PACES = ["LIVE", "SLOW", "UNTIMED"] as const satisfies readonly Known<Pace>[];
/** The least numbers of free seats that friends may need. */
const FREE = [2, 3, 4];

/** What the list of open tables is about. */
interface Wanted {
  readonly peopleOnly: boolean;
  /** Null for any. */
  readonly pace: Pace | null;
  readonly freeSeats: number;
}

export function OpenTables({ kinds: all }: { kinds: readonly Kind[] }) {
  const [games, show] = useState<readonly Row[]>([]);
  const [problem, say] = useState<string | null>(null);
  const [wanted, want] = useState<Wanted>({ peopleOnly: false, pace: null, freeSeats: 0 });
  useEffect(() => {
    const client = anyone();
    const follow = async () => {
      for await (const page of client.openGames(wanted)) {
        if (page.__typename === "GameConnection") show(page.edges.map(({ node }) => node));
        say("message" in page ? page.message : null);
      }
    };
    follow().catch((error: unknown) => say(messageOf(error)));
    return () => void client.close();
  }, [language, wanted]);
  return (
    <section>
      <h2>{t("openTables")}</h2>
      <Filters wanted={wanted} want={want} />
      {problem && <p class="problem">{problem}</p>}
      {games.length === 0 && <p class="muted">{t("noOpenTables")}</p>}
      <ul class="rows">
        {games.map((game) => (
          <li key={game.gameId}>
            <a href={route.table(game.gameId)}>
              {titleOf(all, game.kind)}{" "}
              <span class="muted">
                {whoSits(game)} · {t("seatsLeft", { count: game.openSeats.length })} · {t(`powersShort${game.powers}`)} ·{" "}
                <AgreedNote game={game} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Filters({ wanted, want }: { readonly wanted: Wanted; readonly want: (wanted: Wanted) => void }) {
  const { peopleOnly, pace, freeSeats } = wanted;
  return (
    <div class="row">
      <label>
        {t("openPace")}{" "}
        <select value={pace ?? ""} onChange={(event) => want({ ...wanted, pace: PACES.find((one) => one === event.currentTarget.value) ?? null })}>
          <option value="">{t("openPaceAny")}</option>
          {PACES.map((one) => (
            <option key={one} value={one}>
              {t(`openPace${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("openFree")}{" "}
        <select value={freeSeats} onChange={(event) => want({ ...wanted, freeSeats: Number(event.currentTarget.value) })}>
          <option value={0}>{t("openFreeAny")}</option>
          {FREE.map((least) => (
            <option key={least} value={least}>
              {t("openFreeLeast", { least })}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={peopleOnly} onChange={(event) => want({ ...wanted, peopleOnly: event.currentTarget.checked })} />
        {t("onlyPeople")}
      </label>
    </div>
  );
}

export function Finished({ kinds: all }: { kinds: readonly Kind[] }) {
  const { value } = useLoaded(async () => (await anyone().query(FinishedGamesDocument, {})).finishedGames, []);
  const games = value?.__typename === "GameConnection" ? value.edges.map(({ node }) => node) : [];
  if (games.length === 0) return null;
  return (
    <section>
      <h2>{t("finishedTables")}</h2>
      <ul class="rows">
        {games.map((game) => (
          <li key={game.gameId}>
            <a href={route.table(game.gameId, 1)}>
              {titleOf(all, game.kind)} <span class="muted">{whoSits(game)} · {when(game.updatedAt)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
