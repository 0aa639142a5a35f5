// Before the start: who sits where, joining, and what the host may change.

import { CloseSeatDocument, JoinGameDocument, OpenSeatDocument, type Connection, type TableFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { clientOf, kinds } from "../api.ts";
import { useLoaded } from "../hooks.ts";
import { held, hold, keepName, lastName } from "../storage.ts";
import { t } from "../words.ts";
import { ShareLink } from "./share_link.tsx";
import { ConnectionState } from "./table_bar.tsx";

interface Props {
  readonly game: TableFragment;
  readonly seats: readonly number[];
  readonly joined: (seat: number) => void;
  readonly connection: Connection;
}

export function WaitingRoom({ game, seats, joined, connection }: Props) {
  const { gameId } = game;
  const title = useLoaded(kinds, []).value?.find(({ kind }) => kind === game.kind)?.title;
  const [name, setName] = useState(lastName);
  const [brewery, setBrewery] = useState("");
  const [said, say] = useState<string | null>(null);
  const host = held(gameId)?.host;
  const attempt = async (work: () => Promise<{ __typename: string; message?: string }>) => {
    say(null);
    try {
      const answer = await work();
      if (answer.message) say(answer.message);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  };
  const join = (seat: number, closed: boolean) =>
    attempt(async () => {
      const named = { name: name.trim() || null, brewery: brewery.trim() || null };
      const client = clientOf(closed ? host : undefined);
      const { joinGame: answer } = await client.mutate(JoinGameDocument, { gameId, seat, ...named });
      if (answer.__typename !== "GameJoined") return answer;
      if (named.name) keepName(named.name);
      hold({ gameId, kind: answer.game.kind, seats: { [answer.seat.seat]: answer.seat.token } });
      joined(answer.seat.seat);
      return { __typename: answer.__typename };
    });
  const reseat = (seat: number, how: "open" | "close") =>
    attempt(async () => {
      const client = clientOf(host);
      return how === "open"
        ? (await client.mutate(OpenSeatDocument, { gameId, seat })).openSeat
        : (await client.mutate(CloseSeatDocument, { gameId, seat })).closeSeat;
    });
  return (
    <div class="waiting" data-version={game.version} data-status={game.status}>
      <h1>{t("waitingRoom", { title: title ?? "" })}</h1>
      <ConnectionState connection={connection} over={false} />
      <p class="lead">{t("waitingText")}</p>
      <ShareLink gameId={gameId} text={t("shareToJoin")} />
      <div class="row names">
        <label>
          {t("yourName")}
          <input value={name} maxLength={40} autoComplete="nickname" onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label>
          {t("yourBrewery")}
          <input value={brewery} maxLength={40} onInput={(event) => setBrewery(event.currentTarget.value)} />
        </label>
      </div>
      <ol class="places">
        {game.seats.map((place) => (
          <li key={place.seat}>
            <span class={`disc seat-${place.seat}`} aria-hidden="true">
              {place.seat}
            </span>
            <span class="who">
              <b>{place.taken ? (place.name ?? t("seat", { seat: place.seat })) : place.closed ? t("closed") : t("free")}</b>
              <small>{seats.includes(place.seat) ? t("you") : place.bot ? t("bot") : (place.brewery ?? "")}</small>
            </span>
            {!place.taken && (!place.closed || host) && (
              <button type="button" class="primary" onClick={() => void join(place.seat, place.closed)}>
                {t("sitHere")}
                <span class="unseen"> {t("seat", { seat: place.seat })}</span>
              </button>
            )}
            {host && !place.bot && !seats.includes(place.seat) && (
              <button type="button" class="quiet" onClick={() => void reseat(place.seat, place.taken || place.closed ? "open" : "close")}>
                {place.taken ? t("freeSeat") : place.closed ? t("openSeat") : t("closeSeat")}
                <span class="unseen"> {t("seat", { seat: place.seat })}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </div>
  );
}
