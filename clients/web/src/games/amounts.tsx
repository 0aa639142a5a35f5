// Rows of ingredients: a picture and a number for each kind, and the same in words.

import type { VNode } from "preact";

import { list } from "../words.ts";

interface Ingredient {
  readonly word: string;
  readonly picture: VNode;
}

/** The word for so many of a kind, and its picture. */
type Of = (kind: string, count: number) => Ingredient;

interface Props {
  readonly amounts: object;
  readonly of: Of;
  /** Whether kinds of which there are none are shown too. */
  readonly all?: boolean;
}

export function AmountRow({ amounts, of, all = false }: Props) {
  const kinds = Object.entries(amounts as Record<string, number>).filter(([, count]) => all || count > 0);
  return (
    <span class="amount-row">
      {kinds.map(([kind, count]) => (
        <span key={kind} class={`has ${count === 0 ? "none" : ""}`} title={of(kind, count).word}>
          {of(kind, count).picture}
          <span>{count}</span>
          <span class="unseen"> {of(kind, count).word}</span>
        </span>
      ))}
    </span>
  );
}

/** "3 malt and 1 hops": for meanings. */
export function inWords(amounts: object, of: Of): string {
  const some = Object.entries(amounts as Record<string, number>).filter(([, count]) => count > 0);
  return list(some.map(([kind, count]) => `${count} ${of(kind, count).word}`));
}

/** The number of each kind: for meanings. */
export const eachOf = (amounts: object, of: Of) =>
  Object.entries(amounts as Record<string, number>).map(([kind, count]) => [of(kind, count).word, String(count)] as const);

/** One flying token for each kind that a change names. */
export const kindsIn = (amounts: object): string[] =>
  Object.entries(amounts as Record<string, number>).flatMap(([kind, count]) => (count > 0 ? [kind] : []));
