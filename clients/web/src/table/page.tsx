// The page of one table: chooses the viewer, and shows the waiting room or the board.

import { ResumeGameDocument, type TableFragment } from "@taphouse/client";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { accessToken, findPlace, useLogin } from "../account/account.ts";
import { boardOf } from "../games/parts.ts";
import { useLoaded } from "../hooks.ts";
import { usePart } from "../part.ts";
import * as route from "../route.ts";
import { held, vacate } from "../storage.ts";
import { language, t } from "../words.ts";
import { Announcer } from "./announcer.tsx";
import { APART } from "./apart.ts";
import { useBeside } from "./beside/part.ts";
import { PauseNote } from "./clock/countdown.tsx";
import { FurtherRegion, Table, type AtTable, type GameParts, type Meaning } from "./context.ts";
import { fly, land, useMovingCards } from "./flights.tsx";
import { useAlerts } from "./following/alerts.ts";
import { useSkip } from "./following/skip.ts";
import { GuestEdition } from "./guest_edition.tsx";
import { Log } from "./log.tsx";
import { AllMoves, Deciding } from "./moves.tsx";
import { useNames } from "./names.ts";
import { Outcome } from "./outcome.tsx";
import { PLANNING } from "./planning/part.ts";
import { AwayNote } from "./seating/away.tsx";
import { LostNote } from "./seating/lost.tsx";
import { NamelessNote } from "./seating/naming.tsx";
import { Seats } from "./seating/seats.tsx";
import { NOTHING, TableSession, type Move, type Shown } from "./session.ts";
import { Sheet } from "./sheet.tsx";
import { TableBar } from "./table_bar.tsx";
import { Timeline } from "./timeline.tsx";

import "../styles/following.css";
import "../styles/guide.css";
import "../styles/phone.css";

interface Props {
  readonly gameId: string;
  readonly at: number | null;
}

const NONE: readonly Move[] = [];
/** Who looks: the first seat that this browser or the account holds, the host, or a spectator. */
export function TablePage({ gameId, at }: Props) {
  const [, again] = useState(0);
  const { login } = useLogin();
  const found = useLoaded(() => findPlace(gameId).then(() => true), [gameId, login === null]);
  const mine = held(gameId);
  const seats = Object.keys(mine?.seats ?? {}).map(Number);
  const [chosen, sit] = useState<number | null>(null);
  const seat = chosen ?? seats[0] ?? null;
  const joined = (taken: number | null) => {
    sit(taken);
    again((count) => count + 1);
  };
  const lost = (taken: number) => {
    vacate(gameId, taken, { lost: true });
    sit(null);
    again((count) => count + 1);
  };
  const token = seat === null ? (mine?.host ?? mine?.former ?? accessToken()) : mine?.seats[seat];
  if (login && !mine && !found.value && !found.error) return <p class="muted page">{t("loading")}</p>;
  return <Viewed key={`${seat}`} gameId={gameId} at={at} seat={seat} token={token} seats={seats} sit={sit} joined={joined} lost={lost} />;
}

interface ViewedProps extends Props {
  readonly seat: number | null;
  readonly token: string | undefined;
  readonly seats: readonly number[];
  readonly sit: (seat: number | null) => void;
  readonly joined: (seat: number | null) => void;
  readonly lost: (seat: number) => void;
}

function Viewed({ gameId, at, seat, token, seats, sit, joined, lost }: ViewedProps) {
  const [shown, show] = useState(NOTHING);
  const session = useMemo(() => new TableSession(gameId, seat, token, shown), [language, token]);
  useLayoutEffect(() => {
    const forget = session.listen(() => show(session.shown));
    session.start(); // before the page is painted: the answer takes longer than that
    return () => {
      forget();
      session.stop();
    };
  }, [session]);
  const ended = seat !== null && shown.game?.viewer.lost && shown.game.viewer.seat === null;
  useEffect(() => {
    if (ended) lost(seat);
  }, [ended]);
  const waited = useRef(false);
  waited.current ||= shown.game?.status === "WAITING";
  const kind = shown.game?.kind ?? held(gameId)?.kind;
  const parts = usePart(kind ? boardOf(kind) : null);
  const apart = usePart(shown.game?.status === "WAITING" ? APART : null);
  const past = useLoaded(async () => (at === null ? null : session.at(at)), [at, shown.game?.status === "OVER"]);
  const looked = typeof past.value === "object" && past.value?.version === at ? past.value : null;
  const game = at === null ? shown.game : (looked ?? shown.game);
  const problem = shown.problem ?? parts.error ?? apart.error ?? past.error ?? (typeof past.value === "string" ? past.value : null);

  if (!game || !shown.game) return <p class={problem ? "problem page" : "muted page"}>{problem ?? t("loading")}</p>;
  if (shown.game.status === "WAITING" && apart.value) {
    return <apart.value.WaitingRoom session={session} game={shown.game} seats={seats} joined={joined} connection={shown.connection} problem={shown.problem} />;
  }
  if (!parts.value || shown.game.status === "WAITING") return <p class={problem ? "problem page" : "muted page"}>{problem ?? t("loading")}</p>;
  const viewing = { parts: parts.value, session, shown, now: shown.game, game, past: at !== null, problem, seat, seats, sit, joined };
  return <Playing {...viewing} at={at} waited={waited.current} />;
}

interface PlayingProps {
  readonly parts: GameParts;
  readonly session: TableSession;
  readonly shown: Shown;
  /** The game as it is, and as it is looked at: the same unless that is the past. */
  readonly now: TableFragment;
  readonly game: TableFragment;
  readonly past: boolean;
  readonly at: number | null;
  readonly problem: string | null;
  readonly seat: number | null;
  readonly seats: readonly number[];
  readonly sit: (seat: number | null) => void;
  readonly joined: (seat: number) => void;
  /** Whether this page has shown the waiting room. */
  readonly waited: boolean;
}

function Playing({ parts, session, shown, now, game, past, at, problem, seat, seats, sit, joined, waited }: PlayingProps) {
  const [explained, explain] = useState<{ meaning: Meaning; moves: readonly Move[]; place: string } | null>(null);
  const [hinted, hint] = useState<{ move: Move; version: number } | null>(null);
  const moves = past || game.clock?.paused ? NONE : shown.moves;
  const places = useMemo(() => {
    const byPlace = new Map<string, Move[]>();
    for (const move of moves) {
      for (const place of parts.places(move.input, game)) byPlace.set(place, [...(byPlace.get(place) ?? []), move]);
    }
    return byPlace;
  }, [moves, parts, game]);
  const busy = shown.sending !== null || shown.working;
  const names = useNames(game);
  const table = useMemo<AtTable>(
    () => ({
      ...names,
      game,
      parts,
      me: seat,
      moves,
      busy,
      movesAt: (place) => places.get(place) ?? NONE,
      // In the language of now, as soon as the moves are read in it.
      hint: !past && hinted?.version === game.version ? (moves.find(({ notation }) => notation === hinted.move.notation) ?? hinted.move) : null,
      suggest: (move) => hint(move && { move, version: game.version }),
      play: (move) => void session.play(move),
      change: (work) => session.change(work),
      explain: (meaning, legal, place) => explain({ meaning, moves: legal, place }),
    }),
    [game, parts, seat, moves, busy, hinted, past, places, session, names],
  );
  useMovingCards(game, past);
  useLayoutEffect(() => {
    session.onNews = (entry) => !past && fly(entry, table);
  }, [session, past, table]);
  useEffect(() => land, [past]);
  useSkip(shown.playing && !past, () => session.skip());
  useAlerts(now, shown.playing, seat, names.nameOf, waited);
  const began = useRef(now.status).current;
  // What was opened is of a version: of its moves, those that are still legal can be made.
  const open = explained && { ...explained, moves: explained.moves.filter(({ notation }) => moves.some((move) => move.notation === notation)) };
  const outdated = open !== null && open.moves.length === 0 && explained !== null && explained.moves.length > 0;
  useEffect(() => {
    if (outdated) explain(null);
  }, [outdated]);
  const company = seat === null || now.seats.some((place) => place.taken && (!place.bot || place.away) && !seats.includes(place.seat));
  const around = useBeside(session, company && names.about !== undefined);
  const [plans, plan] = useState(false);
  const planning = usePart(plans && seat !== null && now.status === "RUNNING" && !past ? PLANNING : null);
  const { Board } = parts;
  const board = useMemo(() => <Board game={game} />, [Board, game, language, names.edition]); // it is large, and most news leave it as it is
  const { gameId } = game;
  const notice = shown.entries.find(({ version }) => version === shown.notice)?.sentence;
  const mayResume = seat !== null || (game.viewer.host && game.powers === "FULL");
  const resume = () => void session.change(async (client) => (await client.mutate(ResumeGameDocument, { gameId })).resumeGame);
  return (
    <Table.Provider value={table}>
      <div class="table-page" data-version={now.version} data-connection={shown.connection} data-status={now.status}>
        <TableBar game={now} connection={shown.connection} />
        <Seats parts={parts} seats={seats} sit={sit} joined={joined} past={past} present={(of) => around && <around.parts.Present state={around.beside.presence.get(of)} />} />
        {problem && <p class="problem">{problem}</p>}
        {planning.error && <p class="problem">{planning.error}</p>}
        {planning.value && seat !== null ? (
          <planning.value table={table} me={seat} session={session} entries={shown.entries} leave={() => plan(false)} AllMoves={AllMoves} />
        ) : (
          <>
            <div class="board-area" role="region" aria-label={t("board")} inert={shown.sending !== null && shown.sending.tries > 2}>
              {past && (
                <p class="past-note">
                  {t("lookingBack", { version: game.version, latest: shown.latest })}{" "}
                  <a href={route.table(game.gameId)}>{t(now.status === "RUNNING" ? "backToNow" : "toEnd")}</a>
                </p>
              )}
              {!past && <PauseNote game={game} resume={mayResume ? resume : null} />}
              {!past && <AwayNote />}
              {!past && seat !== null && <NamelessNote game={now} seat={seat} seats={seats} />}
              {!past && <LostNote game={now} />}
              {notice && !past && !(seat !== null && game.seats[seat - 1]?.away) && (
                <p class="note">
                  <span>{notice}</span>
                  <button type="button" class="quiet" onClick={() => session.clearNotice()}>
                    {t("understood")}
                  </button>
                </p>
              )}
              <GuestEdition offered={names.about?.editions} edition={game.edition} />
              <Outcome game={game} news={began === "RUNNING" && !past} />
              <FurtherRegion.Provider value={around && <around.parts.ToTalk beside={around.beside} at={table} />}>{board}</FurtherRegion.Provider>
            </div>
            <aside class={`side ${seat === null || now.status !== "RUNNING" ? "calm" : ""}`}>
              <Deciding parts={parts} shown={shown} past={past}>
                {around && !past && <around.parts.PlanAhead plan={() => plan(true)} />}
              </Deciding>
              <Timeline game={now} latest={shown.latest} at={at} />
              {around && <around.parts.Talk beside={around.beside} at={table} seats={seats} />}
              <Log entries={shown.entries} at={at} gameId={game.gameId} />
            </aside>
          </>
        )}
        <Announcer entries={shown.entries} game={shown.game ?? game} />
        {open && <Sheet {...open} close={() => explain(null)} />}
      </div>
    </Table.Provider>
  );
}
