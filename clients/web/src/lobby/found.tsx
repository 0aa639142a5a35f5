// Tables that anybody can find: those that wait for players, and those that are over.

import { FinishedGamesDocument, type FoundFragment } from "@taphouse/client";
import { useEffect, useState } from "preact/hooks";

import { anyone, type Kind } from "../api.ts";
import { messageOf, useLoaded } from "../hooks.ts";
import * as route from "../route.ts";
import { language, list, t, when } from "../words.ts";
import { AgreedNote } from "./agreed.tsx";

type Row = FoundFragment["edges"][number]["node"];

export const titleOf = (all: readonly Kind[], kind: string) => all.find((one) => one.kind === kind)?.title ?? kind;

const whoIs = (name: string, program: boolean) => (program ? `${name} (${t("program")})` : name);

const whoSits = (game: Row) => {
  const taken = game.seats.filter((seat) => seat.taken);
  return list(taken.map(({ seat, name, bot, program }) => whoIs(name ?? (bot ? t("bot") : t("seat", { seat })), program)));
};

export function OpenTables({ kinds: all }: { kinds: readonly Kind[] }) {
  const [games, show] = useState<readonly Row[]>([]);
  const [problem, say] = useState<string | null>(null);
  const [peopleOnly, choose] = useState(false);
  useEffect(() => {
    const client = anyone();
    const follow = async () => {
      for await (const page of client.openGames({ peopleOnly })) {
        if (page.__typename === "GameConnection") show(page.edges.map(({ node }) => node));
        say("message" in page ? page.message : null);
      }
    };
    follow().catch((error: unknown) => say(messageOf(error)));
    return () => void client.close();
  }, [language, peopleOnly]);
  return (
    <section>
      <h2>{t("openTables")}</h2>
      <label class="check">
        <input type="checkbox" checked={peopleOnly} onChange={(event) => choose(event.currentTarget.checked)} />
        {t("onlyPeople")}
      </label>
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
