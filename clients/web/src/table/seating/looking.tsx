// Quick play, until enough players have come. A player who leaves this page gives up the seat.

import { LeaveSeatDocument, type Connection, type TableFragment } from "@taphouse/client";
import { useEffect } from "preact/hooks";

import { clientOf, kinds } from "../../api.ts";
import { useLoaded } from "../../hooks.ts";
import { HandleAt, seatName } from "../../named.tsx";
import * as route from "../../route.ts";
import { held, hold, letGo, vacate, type Held } from "../../storage.ts";
import { t } from "../../words.ts";
import { ConnectionState } from "../connection_state.tsx";
import { Meanwhile } from "./meanwhile.tsx";

/** Gives up the seat, unless the game has started meanwhile. */
async function leave(before: Held, seat: number): Promise<void> {
  const { gameId } = before;
  vacate(gameId, seat, { lost: false });
  letGo(gameId);
  const { leaveSeat: left } = await clientOf(before.seats[seat]).mutate(LeaveSeatDocument, { gameId });
  if (left.__typename === "AlreadyStarted") hold(before);
}

interface Props {
  readonly game: TableFragment;
  /** None once it was given up. */
  readonly seat: number | undefined;
  readonly connection: Connection;
}

export function Looking({ game, seat, connection }: Props) {
  const { gameId } = game;
  const over = seat === undefined;
  const kind = useLoaded(kinds, []).value?.find((one) => one.kind === game.kind);
  useEffect(
    () => () => {
      const [mine, here] = [held(gameId), route.parse(location.hash)];
      if (here.page === "table" && here.gameId === gameId) return; // the game has started
      if (seat === undefined || !mine) letGo(gameId);
      else leave(mine, seat).catch(() => {}); // the service frees the seat of somebody who is away
    },
    [gameId, seat],
  );
  return (
    <div class="waiting" data-version={game.version} data-status={game.status}>
      <h1>{t("lookingFor", { title: kind?.title ?? "" })}</h1>
      <ConnectionState connection={connection} over={over} />
      <p class="lead">{t(over ? "lookingOver" : "lookingText")}</p>
      <ol class="places" aria-live="polite">
        {game.seats.map((place) => (
          <li key={place.seat}>
            <span class={`disc seat-${place.seat}`} aria-hidden="true">
              {place.seat}
            </span>
            <span class="who">
              <b>{place.taken ? seatName(place) : t("lookingSeat")}</b>
              <small>
                <HandleAt place={place} /> {place.seat === seat ? t("you") : ""}
              </small>
            </span>
          </li>
        ))}
      </ol>
      <div class="buttons">
        <a class="button" href={route.home}>
          {t(over ? "quickPlay" : "lookingStop")}
        </a>
      </div>
      {kind && <Meanwhile kind={kind} edition={game.edition} />}
    </div>
  );
}
