import { ImportRecordDocument } from "@taphouse/client";
import { useState } from "preact/hooks";

import { provider, useLogin } from "../account/account.ts";
import { useAccountGames } from "../account/games.ts";
import { anyone, kinds, type Kind } from "../api.ts";
import { messageOf, useGoing, useLoaded } from "../hooks.ts";
import { FirstGame } from "../guide/first_game.tsx";
import { HowToPlay } from "../guide/how_to_play.tsx";
import { offers } from "../offers.ts";
import { usePart } from "../part.ts";
import { PERSONS } from "../persons/part.ts";
import * as route from "../route.ts";
import { hold } from "../storage.ts";
import { t } from "../words.ts";
import { Cover } from "./covers.tsx";
import { Finished, OpenTables } from "./found.tsx";
import { Mine } from "./mine.tsx";
import { useMyTables } from "./my_tables.ts";
import { PlayNow } from "./quick.tsx";

import "./home.css";

export function Home() {
  const { value, error } = useLoaded(kinds, []);
  const games = useAccountGames();
  const tables = useMyTables(games);
  const persons = usePart(useLogin().login ? PERSONS : null).value;
  return (
    <div class="home">
      <h1>{t("welcome")}</h1>
      <p class="lead">{t("lead")}</p>
      {error && <p class="problem">{error}</p>}
      <Mine kinds={value ?? []} tables={tables} />
      {value && offers("quick") && <PlayNow kinds={value} tables={tables} />}
      <ul class="kinds">{value?.map((kind) => <KindCard key={kind.kind} kind={kind} />)}</ul>
      <div class="lists">
        {persons && <persons.Challenges games={games} />}
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
        {t(kind.minSeats < kind.maxSeats ? "players" : "playersExactly", { least: kind.minSeats, most: kind.maxSeats, count: kind.maxSeats })} · {t("minutes", { minutes: kind.minutes })}
      </p>
      <p>{kind.text}</p>
      <p class="credit">{[kind.designer && t("by", { designer: kind.designer }), kind.publisher && `${kind.publisher}.`].filter(Boolean).join(" ")}</p>
      <div class="buttons">
        <HowToPlay kind={kind.kind} />
        <FirstGame kind={kind} />
        {provider?.ratings && (
          <a class="button" href={route.leaderboard(kind.kind)} aria-label={t("leaderboardOf", { title: kind.title })}>
            {t("leaderboard")}
          </a>
        )}
        <a class="button primary" href={route.newTable(kind.kind)} aria-label={t("newTableOf", { title: kind.title })}>
          {t("newTable")}
        </a>
      </div>
    </li>
  );
}

/** Takes a record from a file, and opens its game at the beginning. */
function Replay() {
  const [said, say] = useState<string | null>(null);
  const go = useGoing();
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
      go(route.table(taken.game.gameId, taken.game.status === "RUNNING" ? null : 1));
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
