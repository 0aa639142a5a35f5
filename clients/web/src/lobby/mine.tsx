// "Your tables": whose turn it is, against whom, how much time is left, and who won.

import type { BriefFragment } from "@taphouse/client";

import type { Kind } from "../api.ts";
import { useStoreTime } from "../clock.ts";
import * as route from "../route.ts";
import { spell } from "../table/clock/countdown.tsx";
import { earlyEnd } from "../table/early_end.ts";
import { list, t, when } from "../words.ts";
import { titleOf } from "./found.tsx";
import { isMyTurn, useMyTables, type MyTable } from "./my_tables.ts";

type Seat = BriefFragment["seats"][number];

const nameOf = ({ seat, name, bot }: Seat) => name ?? (bot ? t("bot") : t("seat", { seat }));

export function Mine({ kinds }: { kinds: readonly Kind[] }) {
  const { tables, drop } = useMyTables();
  if (tables.length === 0) return null;
  return (
    <section>
      <h2>{t("yourTables")}</h2>
      <ul class="rows mine">
        {tables.map((table) => {
          const title = titleOf(kinds, table.kind);
          return (
            <li key={table.gameId} data-game={table.gameId} class={isMyTurn(table) ? "my-turn" : ""}>
              <a href={route.table(table.gameId)}>
                {title} <Others table={table} />
                <State table={table} /> <span class="muted">{when(table.at)}</span>
              </a>
              {table.held && (
                <button class="quiet" onClick={() => drop(table.gameId)} aria-label={`${t("forget")}: ${title}, ${when(table.at)}`}>
                  {t("forget")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Others({ table: { game, seats } }: { table: MyTable }) {
  const names = game?.seats.filter(({ seat, taken }) => taken && !seats.includes(seat)).map(nameOf) ?? [];
  return names.length > 0 ? <span class="others">{t("with", { names: list(names) })} </span> : null;
}

function State({ table }: { table: MyTable }) {
  const { game, problem } = table;
  if (!game) return <span class="state">{problem ?? ""}</span>;
  return (
    <span class="state">
      {inWords(table, game)} {game.decision?.deadline && <TimeLeft deadline={game.decision.deadline} />}
    </span>
  );
}

function inWords(table: MyTable, game: BriefFragment): string {
  switch (game.status) {
    case "WAITING": {
      const free = game.seats.filter(({ taken }) => !taken).length;
      return free > 0 ? t("seatsLeft", { count: free }) : t(isMyTurn(table) ? "startIt" : "statusWAITING");
    }
    case "RUNNING": {
      const deciding = game.seats.filter(({ seat }) => game.decision?.seats.includes(seat)).map(nameOf);
      if (game.clock?.paused) return t("paused");
      return isMyTurn(table) ? t("yourTurn") : deciding.length > 0 ? t("waitingFor", { name: list(deciding) }) : t("statusRUNNING");
    }
    case "OVER": {
      const winners = game.outcome?.standings.filter(({ place }) => place === 1).map(({ seat }) => seat) ?? [];
      const names = game.seats.filter(({ seat }) => winners.includes(seat)).map(nameOf);
      if (winners.length > 1) return t("share", { names: list(names) });
      return winners.some((seat) => table.seats.includes(seat)) ? t("youWin") : t("wins", { name: names[0] ?? "" });
    }
    case "ABANDONED":
      return earlyEnd(game);
  }
}

function TimeLeft({ deadline }: { deadline: string }) {
  const now = useStoreTime(true);
  if (now === null) return null;
  return (
    <span class="time-left" role="timer">
      <span class="unseen">{t("timeLeft")} </span>
      {spell(Math.max(0, Math.ceil((Date.parse(deadline) - now) / 1000)))}
    </span>
  );
}
