// Rows of ingredients: a picture and a number for each kind, and the same in words.

import { useContext } from "preact/hooks";

import { Table, type AtTable, type GameParts } from "../table/context.ts";
import { list } from "../words.ts";

type Word = AtTable["word"];

interface Props {
  readonly amounts: object;
  readonly pictures: GameParts["pictures"];
  /** Whether kinds of which there are none are shown too. */
  readonly all?: boolean;
}

export function AmountRow({ amounts, pictures, all = false }: Props) {
  const word = useContext(Table)?.word ?? (() => ""); // in the lobby, it is only a picture
  const kinds = Object.entries(amounts as Record<string, number>).filter(([, count]) => all || count > 0);
  return (
    <span class="amount-row">
      {kinds.map(([kind, count]) => (
        <span key={kind} class={`has ${count === 0 ? "none" : ""}`} title={word(kind, count)}>
          {pictures[kind]}
          <span>{count}</span>
          <span class="unseen"> {word(kind, count)}</span>
        </span>
      ))}
    </span>
  );
}

/** "3 malt and 1 hops": for meanings. */
export function inWords(amounts: object, word: Word): string {
  const some = Object.entries(amounts as Record<string, number>).filter(([, count]) => count > 0);
  return list(some.map(([kind, count]) => `${count} ${word(kind, count)}`));
}

/** The number of each kind: for meanings. */
export const eachOf = (amounts: object, word: Word) =>
  Object.entries(amounts as Record<string, number>).map(([kind, count]) => [word(kind, count), String(count)] as const);

/** One flying token for each kind that a change names. */
export const kindsIn = (amounts: object): string[] =>
  Object.entries(amounts as Record<string, number>).flatMap(([kind, count]) => (count > 0 ? [kind] : []));
