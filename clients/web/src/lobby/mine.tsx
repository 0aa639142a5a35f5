// "Your tables": whose turn it is, against whom, how much time is left, and who won.

import type { BriefFragment } from "@taphouse/client";

import type { Kind } from "../api.ts";
import { useStoreTime } from "../clock.ts";
import { calledAt, titleOf } from "../named.tsx";
import * as route from "../route.ts";
import { letGo } from "../storage.ts";
import { spell } from "../table/clock/countdown.tsx";
import { earlyEnd, together, winnerOf } from "../table/early_end.ts";
import { list, t, when } from "../words.ts";
import { isMyTurn, type MyTable } from "./my_tables.ts";

export function Mine({ kinds, tables }: { kinds: readonly Kind[]; tables: readonly MyTable[] }) {
  if (tables.length === 0) return null;
  const over = tables.filter(({ game }) => game?.status === "OVER" || game?.status === "ABANDONED");
  const going = tables.filter((table) => !over.includes(table));
  return (
    <section class="your-tables">
      <h2>{t("yourTables")}</h2>
      <Rows kinds={kinds} tables={going} />
      {over.length > 0 && (
        <details open={going.length === 0}>
          <summary>{t("overTables", { count: over.length })}</summary>
          <Rows kinds={kinds} tables={over} />
        </details>
      )}
    </section>
  );
}

function Rows({ kinds, tables }: { kinds: readonly Kind[]; tables: readonly MyTable[] }) {
  return (
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
              <button class="quiet" onClick={() => letGo(table.gameId)} aria-label={`${t("forget")}: ${title}, ${when(table.at)}`}>
                {t("forget")}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Others({ table: { game, seats } }: { table: MyTable }) {
  const names = game?.seats.filter(({ seat, taken }) => taken && !seats.includes(seat)).map(calledAt) ?? [];
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
      const deciding = game.seats.filter(({ seat }) => game.decision?.seats.includes(seat)).map(calledAt);
      if (game.clock?.paused) return t("paused");
      return isMyTurn(table) ? t("yourTurn") : deciding.length > 0 ? t("waitingFor", { name: list(deciding) }) : t("statusRUNNING");
    }
    case "OVER": {
      if (!game.outcome) return "";
      const winner = winnerOf(game.outcome);
      const nameOf = (one: number) => list(game.seats.filter(({ seat }) => seat === one).map(calledAt));
      if (winner === null) return together(game.outcome, nameOf);
      return table.seats.includes(winner) ? t("youWin") : t("wins", { name: nameOf(winner) });
    }
    case "ABANDONED":
      return earlyEnd(game);
    default:
      return "";
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
