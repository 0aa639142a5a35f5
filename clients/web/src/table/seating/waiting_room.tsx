// Before the start: who sits where and is there, joining, what the host may change, and what to do meanwhile.

import {
  ChooseFirstSeatDocument,
  CloseSeatDocument,
  LeaveSeatDocument,
  NameSeatDocument,
  OpenSeatDocument,
  StartGameDocument,
  type Connection,
  type TableFragment,
} from "@taphouse/client";
import { useState } from "preact/hooks";

import { clientOf, kinds } from "../../api.ts";
import { Avatar } from "../../avatar.tsx";
import { useAttempt, useLoaded } from "../../hooks.ts";
import { AgreedNote } from "../../lobby/agreed.tsx";
import { Handle, HandleAt, seatName } from "../../named.tsx";
import { decline } from "../../persons/declining.ts";
import * as route from "../../route.ts";
import { held, vacate } from "../../storage.ts";
import { t } from "../../words.ts";
import { useBeside } from "../beside/part.ts";
import { GuestEdition } from "../guest_edition.tsx";
import { ConnectionState } from "../connection_state.tsx";
import { useNames } from "../names.ts";
import type { TableSession } from "../session.ts";
import { Attendance } from "./attendance.tsx";
import { Invite } from "./hosting.tsx";
import { NameFields, join, useNamed } from "./join.tsx";
import { Looking } from "./looking.tsx";
import { LostNote } from "./lost.tsx";
import { Meanwhile } from "./meanwhile.tsx";
import { useMeeting } from "./meeting.tsx";
import { ClaimSeat, MoveSeat } from "./moving.tsx";
import { Powers } from "./powers.tsx";
import { ShareLink } from "./share_link.tsx";

interface Props {
  readonly session: TableSession;
  readonly game: TableFragment;
  readonly seats: readonly number[];
  readonly joined: (seat: number | null) => void;
  readonly connection: Connection;
  /** Why no more news come. */
  readonly problem: string | null;
}

export function WaitingRoom(props: Props) {
  const { game, seats, connection, problem } = props;
  if (!held(game.gameId)?.quick) return <Room {...props} />;
  return <Looking game={game} seat={problem === null ? seats[0] : undefined} connection={connection} />;
}

function Room({ session, game, seats, joined, connection, problem }: Props) {
  const { gameId } = game;
  const kind = useLoaded(kinds, []).value?.find((one) => one.kind === game.kind);
  const taken = game.seats.filter((place) => place.taken).length;
  const host = held(gameId)?.host;
  const around = useBeside(session, seats.length > 0 || host !== undefined);
  const { nameOf } = useNames(game);
  const [own] = seats;
  const seated = game.seats.find(({ seat }) => seat === own);
  const [named, setNamed] = useNamed(seated && { name: seated.name ?? "", brewery: seated.brewery ?? "" });
  const { said, attempt } = useAttempt();
  const { button, dialog } = useMeeting(game, seats);
  const [sure, ask] = useState<number | null>(null);
  const take = (seat: number, closed: boolean) =>
    attempt(async () => {
      const name = named.name.trim() === seated?.name ? "" : named.name; // a further seat needs another one
      const taken = await join({ gameId, seat, host: closed ? host : undefined, ...named, name });
      if (typeof taken !== "number") return taken;
      joined(taken);
      return undefined;
    });
  const reseat = (seat: number, how: "open" | "close") =>
    attempt(async () => {
      const client = clientOf(host);
      return how === "open"
        ? (await client.mutate(OpenSeatDocument, { gameId, seat })).openSeat
        : (await client.mutate(CloseSeatDocument, { gameId, seat })).closeSeat;
    });
  const getUp = (seat: number) =>
    attempt(async () => {
      const { leaveSeat: left } = await clientOf(held(gameId)?.seats[seat]).mutate(LeaveSeatDocument, { gameId });
      if (left.__typename !== "GameChanged") return left;
      vacate(gameId, seat, { lost: false });
      joined(null);
      return undefined;
    });
  const token = own === undefined ? undefined : held(gameId)?.seats[own];
  const rename = () =>
    attempt(async () => {
      const [name, brewery] = [named.name.trim(), named.brewery.trim()]; // an empty one is removed
      return (await clientOf(token).mutate(NameSeatDocument, { gameId, name, brewery })).nameSeat;
    });
  const naming = <NameFields named={named} change={setNamed} />;
  return (
    <div class="waiting" data-version={game.version} data-status={game.status}>
      <h1>{t("waitingRoom", { title: kind?.title ?? "" })}</h1>
      <ConnectionState connection={connection} over={problem !== null} />
      {problem && <p class="problem">{problem}</p>}
      <p class="lead">{t(game.start === "BY_HOST" ? "waitingHostText" : "waitingText")}</p>
      <GuestEdition offered={kind?.editions} edition={game.edition} />
      <LostNote game={game} />
      <p class="filled" role="status">
        <meter max={game.seats.length} value={taken} aria-hidden="true" />
        {t("seatsTaken", { taken, seats: game.seats.length })}
      </p>
      {own === undefined && naming}
      <ol class="places">
        {game.seats.map((place) => (
          <li key={place.seat} class={place.taken ? "" : "free"}>
            {place.taken ? (
              <span class="arrives" key={seatName(place)}>
                <Avatar name={seatName(place)} seat={place.seat} />
              </span>
            ) : (
              <span class={`disc seat-${place.seat}`} aria-hidden="true">
                {place.seat}
              </span>
            )}
            {around && !seats.includes(place.seat) && <around.parts.Present state={around.beside.presence.get(place.seat)} />}
            <span class="who">
              <b>{place.taken ? seatName(place) : t(place.challenged ? "challenged" : place.closed ? "closed" : "free")}</b>
              <small>
                {place.challenged && <Handle of={place.challenged.handle} />}
                <HandleAt place={place} /> {seats.includes(place.seat) ? t("you") : place.bot ? t("bot") : place.program ? t("program") : (place.brewery ?? "")}
              </small>
            </span>
            {button(place)}
            {game.viewer.challenged === place.seat && (
              <>
                <button type="button" class="primary" onClick={() => void take(place.seat, false)}>
                  {t("accept")}
                </button>
                <button type="button" onClick={() => void attempt(() => decline(gameId))}>
                  {t("decline")}
                </button>
              </>
            )}
            {host && !place.taken && !place.challenged && <Invite gameId={gameId} seat={place.seat} first={seats.length > 0} />}
            {!place.taken && !place.challenged && (!place.closed || host) && (
              <button type="button" class={seats.length > 0 ? "quiet" : "primary"} onClick={() => void take(place.seat, place.closed)}>
                {t("sitHere")}
                <span class="unseen"> {t("seat", { seat: place.seat })}</span>
              </button>
            )}
            {seats.includes(place.seat) && (
              <button type="button" class="quiet" onClick={() => void getUp(place.seat)}>
                {t("getUp")}
                <span class="unseen"> {t("seat", { seat: place.seat })}</span>
              </button>
            )}
            {host && !place.bot && !seats.includes(place.seat) && (
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  if (place.taken && sure !== place.seat) return ask(place.seat);
                  ask(null);
                  void reseat(place.seat, (place.taken || place.closed) && !place.challenged ? "open" : "close");
                }}
              >
                {place.taken ? t(sure === place.seat ? "reallyFreeSeat" : "freeSeat") : t(place.challenged ? "withdraw" : place.closed ? "openSeat" : "closeSeat")}
                <span class="unseen"> {t("seat", { seat: place.seat })}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
      {dialog}
      {around && <around.parts.Talk beside={around.beside} at={{ game, me: session.seat, nameOf }} seats={seats} />}
      {taken < game.seats.length && <ShareLink to={route.shared(gameId)} text={t("shareToJoin")} />}
      {kind && <Meanwhile kind={kind} edition={game.edition} />}
      <p>
        <AgreedNote game={game} />
      </p>
      <Powers powers={game.powers} />
      {own !== undefined && naming}
      {token && (
        <button type="button" onClick={() => void rename()}>
          {t("saveName")}
        </button>
      )}
      {own !== undefined && <Attendance game={game} own={own} attempt={attempt} changed={joined} />}
      <MoveSeat gameId={gameId} />
      <ClaimSeat gameId={gameId} claimed={joined} />
      {host && <Start game={game} host={host} attempt={attempt} />}
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </div>
  );
}

interface StartProps {
  readonly game: TableFragment;
  readonly host: string;
  readonly attempt: ReturnType<typeof useAttempt>["attempt"];
}

/** Who begins, and the start itself: the host's to choose. */
function Start({ game, host, attempt }: StartProps) {
  const { gameId } = game;
  const first = "options" in game ? game.options.firstSeat.replace(/^SEED$|^SEAT_/, "") : null;
  const choose = (event: Event) => {
    const seat = Number((event.currentTarget as HTMLSelectElement).value) || null;
    void attempt(async () => (await clientOf(host).mutate(ChooseFirstSeatDocument, { gameId, seat })).chooseFirstSeat);
  };
  return (
    <div class="row">
      {first !== null && (
        <label>
          {t("whoBegins")}{" "}
          <select value={first} onChange={choose}>
            <option value="">{t("byLot")}</option>
            {game.seats.map((place) => (
              <option key={place.seat} value={place.seat}>
                {seatName(place)}
              </option>
            ))}
          </select>
        </label>
      )}
      {game.start === "BY_HOST" && (
        <button
          type="button"
          class="primary"
          onClick={() => void attempt(async () => (await clientOf(host).mutate(StartGameDocument, { gameId })).startGame)}
        >
          {t("startGame")}
        </button>
      )}
    </div>
  );
}
