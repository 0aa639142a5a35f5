// Chooses among moves that differ in amounts: plus and minus for each kind, as far as a legal move is left.

import type { MoveInput } from "@taphouse/client";
import { useState } from "preact/hooks";

import { t } from "../words.ts";
import { useTable, type GameParts, type Goal } from "./context.ts";
import type { Move } from "./session.ts";
import { WhyNot } from "./why_not.tsx";

type Bag = Readonly<Record<string, number>>;

/** A move of the same kind with other amounts. */
const withBag = (part: unknown, bag: unknown, other: Bag): unknown =>
  part === bag
    ? other
    : part && typeof part === "object"
      ? Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withBag(value, bag, other)]))
      : part;
const within = (bag: Bag, other: Bag) => Object.entries(bag).every(([kind, count]) => count <= (other[kind] ?? 0));
const sum = (bag: Bag) => Object.values(bag).reduce((one, other) => one + other, 0);

export function Amounts({ moves, parts }: { moves: readonly Move[]; parts: GameParts }) {
  const { game, play, busy, word: wordFor } = useTable();
  const bags = moves.map((move) => ({ move, bag: parts.amounts(move.input) ?? {} }));
  const kinds = [...new Set(bags.flatMap(({ bag }) => Object.keys(bag).filter((kind) => (bag[kind] ?? 0) > 0)))];
  const [chosen, choose] = useState<Bag>(() => (bags.length === 1 ? (bags[0]?.bag ?? {}) : {}));
  const fits = (bag: Bag) => bags.some(({ bag: legal }) => within(bag, legal));
  const exact = bags.find(({ bag }) => within(bag, chosen) && within(chosen, bag));
  const [wanted, want] = useState<Bag | null>(null);
  const [first] = bags;
  const tries = wanted && first ? [withBag(first.move.input, first.bag, wanted) as MoveInput] : [];
  const take = (bag: Bag) => {
    want(fits(bag) ? null : bag);
    if (fits(bag)) choose(bag);
  };
  const changed = (kind: string, by: number) => ({ ...chosen, [kind]: (chosen[kind] ?? 0) + by });
  return (
    <div class="amounts" role="group" aria-label={t("chooseAmounts")}>
      {kinds.map((kind) => {
        const count = chosen[kind] ?? 0;
        const word = wordFor(kind, count);
        const more = changed(kind, 1);
        return (
          <div key={kind} class="amount">
            <button
              type="button"
              aria-label={t("lessOf", { word })}
              aria-disabled={count === 0}
              onClick={() => count > 0 && take(changed(kind, -1))}
            >
              −
            </button>
            <span class="count">
              {parts.pictures[kind]}
              <b>{count}</b> <span>{word}</span>
            </span>
            <button
              type="button"
              aria-label={t("moreOf", { word })}
              aria-disabled={!fits(more)}
              data-more={kind}
              onClick={() => take(more)}
            >
              +
            </button>
          </div>
        );
      })}
      <div class="choice">
        {first && parts.goals && <Goals goals={parts.goals(first.move.input, game)} chosen={chosen} />}
        <button
          type="button"
          class="primary"
          data-amounts="play"
          aria-disabled={!exact || busy}
          onClick={() => (exact ? play(exact.move) : want(chosen))}
        >
          {exact ? exact.move.label : t("chooseMore", { count: sum(chosen) })}
        </button>
      </div>
      <WhyNot tries={tries} />
    </div>
  );
}

/** What each goal would lack after this choice, those that lack the least first. */
function Goals({ goals, chosen }: { goals: readonly Goal[]; chosen: Bag }) {
  const lacking = goals.map(({ title, cost, held, sign }) => {
    const has = held as Bag;
    const lacks = Object.entries(cost as Bag).map(([kind, count]) => Math.max(0, count - (has[kind] ?? 0) - sign * (chosen[kind] ?? 0)));
    return { title, missing: lacks.reduce((one, other) => one + other, 0) };
  });
  return (
    <ul class="goals">
      {lacking
        .sort((one, other) => one.missing - other.missing)
        .map(({ title, missing }) => (
          <li key={title} class={missing === 0 ? "reached" : ""}>
            {title}: {missing === 0 ? t("goalReached") : t("goalMissing", { count: missing })}
          </li>
        ))}
    </ul>
  );
}
