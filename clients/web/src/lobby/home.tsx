import { FinishedGamesDocument, ImportRecordDocument, OpenGamesDocument, type FoundFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { anyone, kinds, type Kind } from "../api.ts";
import { messageOf, useLoaded } from "../hooks.ts";
import { FirstGame } from "../guide/first_game.tsx";
import { HowToPlay } from "../guide/how_to_play.tsx";
import * as route from "../route.ts";
import { allHeld, hold, letGo } from "../storage.ts";
import { list, t, when } from "../words.ts";
import { Cover } from "./covers.tsx";

export function Home() {
  const { value, error } = useLoaded(kinds, []);
  return (
    <div class="home">
      <h1>{t("welcome")}</h1>
      <p class="lead">{t("lead")}</p>
      {error && <p class="problem">{error}</p>}
      <ul class="kinds">{value?.map((kind) => <KindCard key={kind.kind} kind={kind} />)}</ul>
      <div class="lists">
        <Mine kinds={value ?? []} />
        <OpenTables kinds={value ?? []} />
        <Finished kinds={value ?? []} />
        <Replay />
      </div>
    </div>
  );
}

function KindCard({ kind }: { kind: Kind }) {
  return (
    <li class="kind">
      <Cover kind={kind.kind} />
      <h2>{kind.title}</h2>
      <p class="facts">
        {t("players", { least: kind.minSeats, most: kind.maxSeats })} · {t("minutes", { minutes: kind.minutes })}
      </p>
      <p>{kind.text}</p>
      <p class="credit">{t("by", { designer: kind.designer, publisher: kind.publisher })}</p>
      <div class="buttons">
        <HowToPlay kind={kind.kind} />
        <FirstGame kind={kind} />
        <a class="button primary" href={route.newTable(kind.kind)} aria-label={t("newTableOf", { title: kind.title })}>
          {t("newTable")}
        </a>
      </div>
    </li>
  );
}

const titleOf = (all: readonly Kind[], kind: string) => all.find((one) => one.kind === kind)?.title ?? kind;

function Mine({ kinds: all }: { kinds: readonly Kind[] }) {
  const [tables, set] = useState(allHeld);
  const drop = (gameId: string) => {
    letGo(gameId);
    set(allHeld());
  };
  if (tables.length === 0) return null;
  return (
    <section>
      <h2>{t("yourTables")}</h2>
      <ul class="rows">
        {tables.map(({ gameId, kind, since }) => (
          <li key={gameId}>
            <a href={route.table(gameId)}>
              {titleOf(all, kind)} <span class="muted">{when(since)}</span>
            </a>
            <button class="quiet" onClick={() => drop(gameId)} aria-label={`${t("forget")}: ${titleOf(all, kind)}, ${when(since)}`}>
              {t("forget")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Row = FoundFragment["edges"][number]["node"];

const whoSits = (game: Row) => {
  const taken = game.seats.filter((seat) => seat.taken);
  return list(taken.map(({ seat, name, bot }) => name ?? (bot ? t("bot") : t("seat", { seat }))));
};

function OpenTables({ kinds: all }: { kinds: readonly Kind[] }) {
  const { value } = useLoaded(async () => (await anyone().query(OpenGamesDocument, {})).openGames, []);
  const games = value?.__typename === "GameConnection" ? value.edges.map(({ node }) => node) : [];
  return (
    <section>
      <h2>{t("openTables")}</h2>
      {games.length === 0 && <p class="muted">{t("noOpenTables")}</p>}
      <ul class="rows">
        {games.map((game) => (
          <li key={game.gameId}>
            <a href={route.table(game.gameId)}>
              {titleOf(all, game.kind)}{" "}
              <span class="muted">
                {whoSits(game)} · {t("seatsLeft", { count: game.openSeats.length })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Finished({ kinds: all }: { kinds: readonly Kind[] }) {
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

/** Takes a record from a file, and opens its game at the beginning. */
function Replay() {
  const [said, say] = useState<string | null>(null);
  const replay = async (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    if (!file) return;
    say(t("importing"));
    try {
      const { importRecord: taken } = await anyone().mutate(ImportRecordDocument, { record: await file.text() });
      if (taken.__typename !== "GameCreated") return say(taken.message);
      const seats = Object.fromEntries(taken.seats.map(({ seat, token }) => [seat, token]));
      hold({ gameId: taken.game.gameId, kind: taken.game.kind, host: taken.hostToken, seats });
      location.hash = route.table(taken.game.gameId, taken.game.status === "RUNNING" ? null : 1);
    } catch (error) {
      say(messageOf(error));
    } finally {
      input.value = "";
    }
  };
  return (
    <section>
      <h2>{t("replayRecord")}</h2>
      <p class="muted" id="about-records">
        {t("replayText")}
      </p>
      <label class="button file">
        {t("chooseFile")}
        <input type="file" accept=".txt,.jsonl,.json,.record,text/*" aria-describedby="about-records" onChange={replay} />
      </label>
      <p role="status">{said}</p>
    </section>
  );
}
