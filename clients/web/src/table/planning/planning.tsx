// Planning ahead: the board with moves of all seats that a player tries, and the standing orders that they leave.

import {
  LeaveOrdersDocument,
  StandingOrdersOfDocument,
  TryLineDocument,
  type EntryFragment,
  type StandingOrderInput,
  type StandingOrdersFragment,
  type TableFragment,
} from "@taphouse/client";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { useAttempt, useLoaded } from "../../hooks.ts";
import { kept } from "../../kept.ts";
import { language, list, t } from "../../words.ts";
import { Table, useTable, type AtTable, type Meaning } from "../context.ts";
import { MoveButton } from "../move_button.tsx";
import type { AllMoves as ListsMoves } from "../moves.tsx";
import type { Move, TableSession } from "../session.ts";
import { Sheet } from "../sheet.tsx";
import { onward, ordersOf, withMore, without, type Step } from "./orders.ts";

interface Props {
  /** The table as it is. */
  readonly table: AtTable;
  readonly me: number;
  readonly session: TableSession;
  readonly entries: readonly EntryFragment[];
  readonly leave: () => void;
  /** Lists moves in words. It is given, because what two files of the page import is loaded with the first view. */
  readonly AllMoves: typeof ListsMoves;
}

/** So many moves without a place on the board have a button each. */
const FEW = 6;
const NONE: readonly Move[] = [];

export function Planning({ table, me, session, entries, leave, AllMoves }: Props) {
  const { game } = table;
  const { version } = game;
  const mine = game.decision?.seats.includes(me) ?? false;
  const [line, go] = useState<{ readonly from: number; readonly steps: readonly Step[] }>({ from: version, steps: [] });
  const moved = line.from !== version; // what was tried began at a position that is over
  const steps = moved ? [] : line.steps;
  const tried = useLoaded(async () => (mine ? null : { version, steps, ...(await foreseen(session, version, steps)) }), [version, mine, steps.length, line]);
  const found = tried.value?.version === version ? tried.value : null;
  const ready = found !== null && found.steps.length === steps.length && tried.error === null;
  const shown = found ? ({ ...game, ...(found.table && { table: found.table }), decision: found.decision } as TableFragment) : game;
  const decider = ready ? (shown.decision?.seats.includes(me) ? me : (shown.decision?.seat ?? null)) : null;
  const moves = ready ? found.moves : NONE;
  const [explained, explain] = useState<{ readonly meaning: Meaning; readonly moves: readonly Move[]; readonly place: string } | null>(null);
  const seen = { ...shown, viewer: { ...shown.viewer, seat: decider } };
  const apart = moves.filter(({ input }) => table.parts.places(input, seen).length === 0);
  const plain = apart.length > FEW ? NONE : apart;
  const planned = useMemo<AtTable>(() => {
    const { tries: _, ...parts } = table.parts;
    return {
      ...table,
      game: shown,
      parts,
      moves,
      line: found?.steps.map(({ notation }) => notation) ?? [],
      busy: !ready,
      hint: null,
      suggest: () => {},
      movesAt: (place) => moves.filter(({ input }) => parts.places(input, seen).includes(place)),
      play: (move) => decider !== null && go({ from: version, steps: [...steps, { seat: decider, notation: move.notation, label: move.label }] }),
      explain: (meaning, legal, place) => explain({ meaning, moves: legal, place }),
    };
  }, [table, found, ready, decider, version]);
  const orders = useOrders(session, game, entries);
  const keep = async () => {
    if (await orders.add(steps, me)) go({ from: version, steps: [] });
  };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { Board } = table.parts;
  const board = useMemo(() => <Board game={shown} />, [Board, found, table.game, table.edition]);
  return (
    <Table.Provider value={planned}>
      <div class="board-area planning-board" role="region" aria-label={t("board")}>
        <p class="past-note">
          {t("planTrying")} {found?.tellsNews && t("planGuessed")}{" "}
          <button type="button" class="quiet" onClick={leave}>
            {t("planLeave")}
          </button>
        </p>
        {board}
      </div>
      <aside class="side">
        <section class="deciding planning" aria-label={t("planAhead")} data-steps={steps.length} data-ready={ready || mine} data-yours={decider === me}>
          <h2 tabIndex={-1} ref={heading}>
            {t("planAhead")}
          </h2>
          {moved && line.steps.length > 0 && <p role="status">{t("planMoved")}</p>}
          {steps.length > 0 && <Steps steps={steps} />}
          <p class="prompt" role="status">
            {mine ? t("planDecide") : !ready ? t("loading") : decider === null ? t("planEnd") : decider === me ? `${t("planYours")} ${shown.decision?.prompt}` : t("planTheirs", { name: table.nameOf(decider) })}
          </p>
          {tried.error && (
            <p class="problem" role="alert">
              {tried.error}
            </p>
          )}
          <div class="buttons">
            {plain.map((move) => (
              <MoveButton key={move.notation} move={move} />
            ))}
          </div>
          {moves.length > 0 && <AllMoves moves={moves} open={plain !== apart} />}
          {steps.length > 0 && (
            <div class="buttons">
              <button type="button" onClick={() => go({ from: version, steps: steps.slice(0, -1) })}>
                {t("planBack")}
              </button>
              {steps.at(-1)?.seat === me && (
                <button type="button" class="primary" data-plan="keep" onClick={() => void keep()}>
                  {t("planKeep")}
                </button>
              )}
            </div>
          )}
          {orders.said && (
            <p class="problem" role="alert">
              {orders.said}
            </p>
          )}
        </section>
        <Orders {...orders} />
      </aside>
      {explained && <Sheet {...explained} close={() => explain(null)} />}
    </Table.Provider>
  );
}

/** The game after some moves, as the player can foresee it. */
async function foreseen(session: TableSession, version: number, steps: readonly Step[]) {
  const moves = steps.map(({ notation }) => ({ notation }));
  const { game } = await session.client.query(TryLineDocument, { gameId: session.gameId, at: version, moves });
  const preview = "preview" in game ? game.preview : game;
  if (!("tellsNews" in preview)) throw new Error("message" in preview ? preview.message : t("partUnloaded"));
  const { decision, tellsNews, legalMoves } = preview;
  return { decision, tellsNews, moves: legalMoves ?? NONE, table: "table" in preview ? preview.table : null };
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const { nameOf } = useTable();
  return (
    <ol class="steps">
      {steps.map(({ seat, notation, label }, place) => (
        <li key={`${place} ${notation}`}>
          <b translate={false}>{nameOf(seat)}</b> {label}
        </li>
      ))}
    </ol>
  );
}

/** The names of moves in orders of a game: the service has their notation alone. */
const LABELS = "taphouse.labels.";

/** The orders that the player has left, from now on, and how they change. */
function useOrders(session: TableSession, { gameId, version }: TableFragment, entries: readonly EntryFragment[]) {
  const [left, leave] = useState<StandingOrdersFragment | null>(null);
  const { said, attempt } = useAttempt();
  const key = `${LABELS}${gameId}.${language}`;
  const labels = kept.read<Record<string, string>>(key) ?? {};
  const take = (answer: StandingOrdersFragment | { readonly message: string }) => {
    if ("message" in answer) return answer;
    if (answer.orders.length === 0) kept.removeItem(key);
    leave(answer);
    return undefined;
  };
  useEffect(() => {
    void attempt(async () => take((await session.client.query(StandingOrdersOfDocument, { gameId })).standingOrders));
  }, [version]);
  const made = entries.filter((one) => one.notation !== null && one.version > (left?.since ?? version)).map(({ notation }) => String(notation));
  const orders = left ? onward(left.orders, made) : [];
  const change = (next: readonly StandingOrderInput[]) =>
    attempt(async () => take((await session.client.query(LeaveOrdersDocument, { gameId, orders: [...next], expectedVersion: version })).leaveOrders));
  const add = (steps: readonly Step[], me: number) => {
    kept.setItem(key, JSON.stringify({ ...labels, ...Object.fromEntries(steps.map(({ notation, label }) => [notation, label])) }));
    return change(withMore(orders, ordersOf(steps, me)));
  };
  return { said, left, orders, add, withdraw: (one: StandingOrderInput) => void change(without(orders, one)), called: (move: string) => labels[move] ?? move };
}

function Orders({ left, orders, withdraw, called }: ReturnType<typeof useOrders>) {
  const named = (moves: readonly string[]) => list(moves.map(called));
  const ended = left?.ended;
  return (
    <section class="orders" aria-label={t("planOrders")}>
      <h3>{t("planOrders")}</h3>
      {left && orders.length === 0 && <p class="muted">{ended ? t(`orders${ended.reason}`, { move: called(ended.move ?? "") }) : t("planNone")}</p>}
      <ul>
        {orders.map((one) => (
          <li key={JSON.stringify(one)}>
            <span>{t("planOrder", { moves: named(one.after), answer: named(one.play) })}</span>
            <button type="button" class="quiet" onClick={() => withdraw(one)}>
              {t("planWithdraw")}
              <span class="unseen"> {named(one.play)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
