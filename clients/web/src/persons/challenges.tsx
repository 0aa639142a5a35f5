// Challenges: those to the visitor's account, and the way to challenge another player.

import type { Games } from "../account/games.ts";
import { kinds } from "../api.ts";
import { useAttempt, useGoing, useLoaded } from "../hooks.ts";
import { calledAt, titleOf } from "../named.tsx";
import * as route from "../route.ts";
import { join } from "../table/seating/join.tsx";
import { list, t } from "../words.ts";
import { decline } from "./declining.ts";

/** The open ones among the games of the account; nothing where there are none. */
export function Challenges({ games }: { games: Games }) {
  const all = useLoaded(kinds, []).value ?? [];
  const { said, attempt } = useAttempt();
  const go = useGoing();
  const open = Object.values(games).filter(({ viewer }) => viewer.challenged !== null);
  const accept = async (gameId: string) => {
    const taken = await join({ gameId, name: "", brewery: "" });
    if (typeof taken !== "number") return taken;
    go(route.table(gameId));
    return undefined;
  };
  const refuse = async (gameId: string) => {
    const answer = await decline(gameId);
    return answer.__typename === "GameChanged" ? undefined : answer;
  };
  if (open.length === 0) return null;
  return (
    <section>
      <h2>{t("challenges")}</h2>
      <ul class="rows challenges">
        {open.map((game) => {
          const [title, names] = [titleOf(all, game.kind), list(game.seats.filter(({ taken }) => taken).map(calledAt))];
          return (
            <li key={game.gameId}>
              <a href={route.table(game.gameId)}>
                {title} <span class="muted">{t("challengedBy", { names })}</span>
              </a>
              <div class="buttons">
                <button type="button" class="primary" onClick={() => void attempt(() => accept(game.gameId))}>
                  {t("accept")}
                  <span class="unseen">: {names}</span>
                </button>
                <button type="button" onClick={() => void attempt(() => refuse(game.gameId))}>
                  {t("decline")}
                  <span class="unseen">: {names}</span>
                </button>
              </div>
            </li>
          );
        })}
      </ul>
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </section>
  );
}

/** Leads to a new table for each kind of game at which a player is challenged. */
export function ChallengeTo({ handle }: { handle: string }) {
  const all = useLoaded(kinds, []).value ?? [];
  return (
    <div class="buttons">
      {all
        .filter(({ maxSeats }) => maxSeats > 1)
        .map(({ kind, title }) => (
          <a key={kind} class="button" href={route.newTable(kind, handle)}>
            {t("challengeTo", { title })}
          </a>
        ))}
    </div>
  );
}
