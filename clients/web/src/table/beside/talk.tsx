// The talk beside a board: reactions, and lines where the game allows them. On a phone it lies below the board.

import { PhrasesDocument, type TableFragment, type TalkLineFragment, type TalkMode, type TalkRoom } from "@taphouse/client";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { useLogin } from "../../account/account.ts";
import { anyone, once } from "../../api.ts";
import { messageOf, movesLittle, useAttempt, useLoaded } from "../../hooks.ts";
import { kept } from "../../kept.ts";
import { Handle } from "../../named.tsx";
import { offers } from "../../offers.ts";
import { held } from "../../storage.ts";
import { t, time } from "../../words.ts";
import type { AtTable } from "../context.ts";
import { Report } from "../report.tsx";
import { mayReport } from "../reporter.ts";
import type { Beside, Said } from "./beside.ts";

import "./talk.css";

const KEY = "taphouse.talk";
const REACTIONS = ["NICE_MOVE", "THANKS", "GOOD_LUCK", "GOOD_GAME"];
const ROOMS: readonly TalkRoom[] = ["PLAYERS", "SPECTATORS"];
const MODES: readonly TalkMode[] = ["OFF", "PHRASES", "FREE"];
/** Where it is open at first: below the board, or in a column with room for it. */
const ROOM = "(max-width: 1000px), (min-height: 880px)";
/** How far above its end, in px, the list may be and still follow it. */
const NEAR = 40;

const phrases = once(async () => (await anyone().query(PhrasesDocument, {})).phrases.phrases);
const panel = () => document.querySelector<HTMLDetailsElement>(".talk");

/** Where it is talked: in a waiting room, or at a table. */
interface At {
  readonly at: Pick<AtTable, "game" | "me" | "nameOf">;
}

interface Around extends At {
  readonly beside: Beside;
}

interface Props extends Around {
  readonly seats: readonly number[];
}

export function Talk({ beside, at, seats }: Props) {
  const { game, me, nameOf } = at;
  const [open, show] = useState(() => (kept.getItem(KEY) ?? (matchMedia(ROOM).matches ? "open" : "closed")) === "open");
  const { room, unread, moved } = beside;
  const { speaks, shown } = useShown(beside, at);
  const [reported, report] = useState<TalkLineFragment | null>(null);
  useSeen(beside, open && shown);
  if (!room || !shown) return null;
  const toggle = (event: Event) => {
    const now = (event.currentTarget as HTMLDetailsElement).open;
    kept.setItem(KEY, now ? "open" : "closed");
    show(now);
  };
  const own = room.room === (me === null ? "SPECTATORS" : "PLAYERS");
  return (
    <>
      <details class="talk" open={open} onToggle={toggle}>
        <summary>
          <h2>{t("talk")}</h2>
          {unread > 0 && <span class="unread">{t("talkNew", { count: unread })}</span>}
        </summary>
        {!goesOn(game) && <Rooms beside={beside} />}
        <Lines at={at} lines={room.lines.filter(({ seat }) => !seat || !room.muted.includes(seat))} report={mayReport(game) ? report : null} />
        {room.mode === "OFF" && <p class="muted">{t("talkOFF")}</p>}
        {room.mode !== "OFF" && !speaks && <p class="muted">{t("talkSignIn")}</p>}
        {room.mode !== "OFF" && speaks && own && <Speaking beside={beside} at={at} mode={room.mode} seats={seats} />}
        {room.mode === "OFF" && hosts(game) && <Mode beside={beside} mode={room.mode} />}
        <p class="unseen" role="status">
          {moved && t(moved.here ? "playerBack" : "playerGone", { name: nameOf(moved.seat) })}
        </p>
      </details>
      {reported && <Report game={game} line={reported} close={() => report(null)} />}
    </>
  );
}

const goesOn = ({ status }: TableFragment) => status === "WAITING" || status === "RUNNING";
/** Whether this browser can choose what is said. */
const hosts = (game: TableFragment) => offers("talk") && goesOn(game) && held(game.gameId)?.host !== undefined;

/** Whether the viewer can say something, and whether there is a talk to show. */
function useShown({ room }: Beside, { game, me }: At["at"]) {
  const { login } = useLogin();
  const speaks = me !== null || game.viewer.host || login !== null;
  const shown = room !== null && (room.lines.length > 0 || (speaks && room.mode !== "OFF") || hosts(game));
  return { speaks, shown };
}

/** Tells when the talk is seen: what has come meanwhile is read then. */
function useSeen(beside: Beside, open: boolean): void {
  useEffect(() => {
    const element = open ? panel() : null;
    if (!element) return;
    let visible = false;
    const tell = () => beside.see(visible && !document.hidden);
    const observer = new IntersectionObserver(([entry]) => {
      visible = entry?.isIntersecting ?? false;
      tell();
    });
    observer.observe(element);
    document.addEventListener("visibilitychange", tell);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", tell);
      beside.see(false);
    };
  }, [beside, open]);
}

/** Both rooms, which everybody can read once the game is over. */
function Rooms({ beside }: { beside: Beside }) {
  const { said, attempt } = useAttempt();
  return (
    <div class="buttons" role="group" aria-label={t("talkRoom")}>
      {ROOMS.map((room) => (
        <button key={room} type="button" aria-pressed={beside.room?.room === room} onClick={() => void attempt(() => beside.read(room))}>
          {t(`room${room}`)}
        </button>
      ))}
      {said && <p class="problem">{said}</p>}
    </div>
  );
}

interface LinesProps extends At {
  readonly lines: readonly TalkLineFragment[];
  readonly report: ((line: TalkLineFragment) => void) | null;
}

function Lines({ at, lines, report }: LinesProps) {
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    if (list.current && follows.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  const scrolled = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: { currentTarget: HTMLElement }) => {
    follows.current = scrollHeight - scrollTop - clientHeight < NEAR;
  };
  return (
    <div class="lines" role="log" aria-label={t("talkLines")} tabIndex={0} ref={list} onScroll={scrolled}>
      {lines.length === 0 && <p class="muted">{t("talkNone")}</p>}
      {lines.map((line) => (
        <p key={line.cursor}>
          <Speaker at={at} line={line} /> <span dir="auto">{line.text ?? <i>{t("lineDeleted")}</i>}</span> <time dateTime={line.at}>{time(line.at)}</time>
          {report && (line.seat === null || line.seat !== at.me) && (
            <button type="button" class="quiet report" title={t("reportLine")} aria-label={t("reportLine")} onClick={() => report(line)}>
              ⚑
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

function Speaker({ at: { me, nameOf }, line: { seat, host, handle } }: At & { line: TalkLineFragment }) {
  if (handle) return <Handle of={handle} />;
  const name = seat ? nameOf(seat) : t(host ? "talkHost" : "talkSpectator");
  return (
    <b class={seat ? `by-${seat}` : ""} translate={false}>
      {seat !== null && seat === me ? t("you") : name}
    </b>
  );
}

interface SpeakingProps extends Props {
  readonly mode: TalkMode;
}

function Speaking({ beside, at: { game, me, nameOf }, mode, seats }: SpeakingProps) {
  const { value, error } = useLoaded(phrases, []);
  const { said, attempt } = useAttempt();
  const [text, write] = useState("");
  const say = (what: Said) => attempt(() => beside.say(what));
  const send = async (event: Event) => {
    event.preventDefault();
    const written = text.trim();
    if (written && (await say({ text: written }))) write((now) => (now.trim() === written ? "" : now));
  };
  const button = ({ phrase, text: shown }: { readonly phrase: string; readonly text: string }) => (
    <button key={phrase} type="button" onClick={() => void say({ phrase })}>
      {shown}
    </button>
  );
  const others = me === null ? [] : game.seats.filter(({ seat, taken, bot, away }) => taken && (!bot || away) && !seats.includes(seat));
  return (
    <>
      <div class="buttons reactions">{REACTIONS.map((name) => value?.find(({ phrase }) => phrase === name)).map((one) => one && button(one))}</div>
      {mode === "FREE" && (
        <form onSubmit={(event) => void send(event)}>
          <input
            value={text}
            placeholder={t("talkSay")}
            aria-label={t("talkSay")}
            enterKeyHint="send"
            autoComplete="off"
            onInput={(event) => write(event.currentTarget.value)}
          />
          <button>{t("talkSend")}</button>
        </form>
      )}
      {(said || error) && (
        <p class="problem" role="alert">
          {said ?? error}
        </p>
      )}
      <details>
        <summary>{t("talkMore")}</summary>
        <div class="buttons reactions">{value?.filter(({ phrase }) => !REACTIONS.includes(phrase)).map(button)}</div>
        <div class="buttons">
          {others.map(({ seat }) => {
            const muted = beside.room?.muted.includes(seat) ?? false;
            return (
              <button key={seat} type="button" class="quiet" onClick={() => void attempt(() => beside.mute(seat, !muted))}>
                {t(muted ? "unmute" : "mute", { name: nameOf(seat) })}
              </button>
            );
          })}
        </div>
        {hosts(game) && <Mode beside={beside} mode={mode} />}
      </details>
    </>
  );
}

/** The host's choice of what can be said. */
function Mode({ beside, mode }: { beside: Beside; mode: TalkMode }) {
  const [said, say] = useState<string | null>(null);
  const set = (wanted: TalkMode) => {
    beside.set(wanted).then(
      (answer) => say(answer?.message ?? null),
      (error: unknown) => say(messageOf(error)),
    );
  };
  return (
    <label class="mode">
      {t("talkMode")}
      <select value={mode} onChange={(event) => set(event.currentTarget.value as TalkMode)}>
        {MODES.map((one) => (
          <option key={one} value={one}>
            {t(`talkMode${one}`)}
          </option>
        ))}
      </select>
      {said && (
        <span class="problem" role="alert">
          {said}
        </span>
      )}
    </label>
  );
}

/** Among the regions of a board that does not fit the screen: the way to the talk, and what is new there. */
export function ToTalk({ beside, at }: Around) {
  const { unread } = beside;
  const { shown } = useShown(beside, at);
  const go = () => {
    const talk = panel();
    if (!talk) return;
    talk.open = true;
    talk.querySelector("summary")?.focus({ preventScroll: true });
    talk.scrollIntoView({ behavior: movesLittle() ? "instant" : "smooth", block: "start" });
  };
  if (!shown) return null;
  return (
    <button type="button" class="quiet" data-region=".talk" onClick={go}>
      {t("talk")}
      {unread > 0 && (
        <span class="unread">
          {unread}
          <span class="unseen"> {t("talkNew", { count: unread })}</span>
        </span>
      )}
    </button>
  );
}
