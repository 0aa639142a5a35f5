// What to decide: the prompt, the moves that have no place on the board as buttons, amounts, and all moves in words.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { Sign } from "../art.tsx";
import { LESSONS } from "../guide/part.ts";
import { seenIn } from "../guide/seen.ts";
import { usePart } from "../part.ts";
import { language, list, t } from "../words.ts";
import { Proposals } from "./agreeing/proposals.tsx";
import { TakeBack } from "./agreeing/undo.tsx";
import { Amounts } from "./amounts.tsx";
import { useTable, type GameParts } from "./context.ts";
import { Since } from "./following/since.tsx";
import { showChoices } from "./flights.tsx";
import { Hint } from "./hint.tsx";
import { MoveButton } from "./move_button.tsx";
import { addressed, resultOf } from "./result.ts";
import type { Move, Shown } from "./session.ts";

/** What had the focus last. */
let focused: EventTarget | null = null;
addEventListener("focusin", ({ target }) => (focused = target));

interface Props {
  readonly parts: GameParts;
  readonly shown: Shown;
  readonly past: boolean;
  /** What else can be done, such as to plan ahead. */
  readonly children?: ComponentChildren;
}

export function Deciding({ parts, shown, past, children }: Props) {
  const table = useTable();
  const { game, moves } = table;
  const { decision } = game;
  const mine = decision !== null && decision.seat === table.me;
  const counted = useMemo(() => moves.filter((move) => parts.amounts(move.input)), [moves, parts]);
  const plain = useMemo(
    () => moves.filter((move) => parts.places(move.input, game).length === 0 && !parts.amounts(move.input)),
    [moves, parts, game],
  );
  const { value: Lessons } = usePart(seenIn(game.gameId) ? LESSONS : null);
  const [folded, fold] = useState(true); // only where the panel lies above the board: on small screens
  const prompt = useRef<HTMLDivElement>(null);
  const was = useRef(mine);
  const goOn = () => {
    if (document.activeElement !== document.body) return;
    const next = document.querySelector<HTMLElement>("dialog[open] button") ?? prompt.current;
    next?.focus({ preventScroll: true });
  };
  useEffect(() => {
    // What had the focus may be gone with the last move: go on at the prompt, where the next moves are.
    if (mine || was.current) goOn();
    was.current = mine;
  }, [mine, past, game.version]);
  const choosing = mine && !past && moves.length > 0;
  useEffect(() => {
    if (choosing) showChoices();
  }, [choosing, game.version]);
  useEffect(() => {
    // Or with something else, such as the button that took a seat, accepted a proposal or asked for a hint.
    const look = () => focused instanceof Node && !focused.isConnected && goOn();
    const removals = new MutationObserver(look);
    removals.observe(document.body, { childList: true, subtree: true });
    look();
    return () => removals.disconnect();
  }, []);
  return (
    <section class={`deciding ${mine ? "mine" : ""} ${folded ? "folded" : ""}`} aria-label={t("decision")}>
      <button type="button" class="quiet fold" aria-expanded={!folded} aria-label={t("foldDecision")} onClick={() => fold(!folded)}>
        <Sign of="fold" />
      </button>
      <div class="prompt" tabIndex={-1} ref={prompt}>
        {past ? (
          <p class="muted">{t(table.me !== null && shown.game?.status === "RUNNING" ? "pastNoMoves" : "pastOnly")}</p>
        ) : decision && mine ? (
          <p>
            {!game.clock?.paused && <b class="turn">{t("yourTurn")}</b>} {decision.prompt}
          </p>
        ) : decision ? (
          <p class="muted">{t("waitingFor", { name: list(decision.seats.map(table.nameOf)) })}</p>
        ) : (
          <p class="muted">
            {t(`status${game.status}`)} {game.status === "OVER" && resultOf(game, table.nameOf, addressed(game))}
          </p>
        )}
      </div>
      {shown.sending && (
        <p class="sending" role="status">
          {shown.sending.tries > 0 ? t("sendingAgain", { label: shown.sending.label }) : t("sending", { label: shown.sending.label })}
        </p>
      )}
      {shown.refused && (
        <p class="problem" role="alert">
          {shown.refused}
        </p>
      )}
      {!past && <Proposals />}
      {counted.length > 0 && <Amounts key={game.version} moves={counted} parts={parts} />}
      {plain.length > 0 && (
        <div class="buttons">
          {plain.map((move) => (
            <MoveButton key={move.notation} move={move} class={plain.length === moves.length ? "primary" : ""} />
          ))}
        </div>
      )}
      {Lessons && <Lessons task={mine && !past ? decision.task : null} />}
      {moves.length > 1 && <Hint key={`${game.version} ${language}`} />}
      {moves.length > 0 && <AllMoves moves={moves} />}
      {!past && <TakeBack entries={shown.entries} />}
      {children}
      {!past && mine && <Since entries={shown.entries} />}
    </section>
  );
}

const MANY = 12;

export function AllMoves({ moves, open = false }: { moves: readonly Move[]; open?: boolean }) {
  const [wanted, want] = useState("");
  const found = moves.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <details class="all-moves" open={open}>
      <summary>{t("allMoves", { count: moves.length })}</summary>
      {moves.length > MANY && (
        <input type="search" value={wanted} placeholder={t("filter")} aria-label={t("filter")} onInput={(event) => want(event.currentTarget.value)} />
      )}
      <ul>
        {found.map((move) => (
          <li key={move.notation}>
            <MoveButton move={move} />
          </li>
        ))}
      </ul>
    </details>
  );
}
