// What the parts of a table share.

import type { MoveInput, TableFragment, Taphouse } from "@taphouse/client";
import { createContext, type ComponentType, type VNode } from "preact";
import { useContext } from "preact/hooks";

import type { EditionOf, ReferenceOf } from "../api.ts";
import type { Changed, Move } from "./session.ts";

/** What a thing at the table is called, and what it does. */
export interface Meaning {
  readonly title: string;
  readonly text?: string | undefined;
  readonly facts?: readonly (readonly [string, string])[] | undefined;
}

/** Something goes from a place to another: the card that has come to lie there, or a token for what is only counted. */
export interface Flight {
  readonly from: string;
  readonly to: string;
  readonly token?: VNode;
}

/** Something that takes amounts, such as a recipe. */
export interface Goal {
  readonly title: string;
  readonly cost: object;
  /** What the viewer has of it before they choose. */
  readonly held: object;
  /** 1 if what they choose is added to that, -1 if it is taken away. */
  readonly sign: 1 | -1;
}

/** The parts of a table that differ by kind of game. */
export interface GameParts {
  readonly Board: ComponentType<{ readonly game: TableFragment }>;
  /** The places on the board at which a move can be clicked. A move without any is a button beside the prompt. */
  places(input: MoveInput, game: TableFragment): readonly string[];
  /** The moves that a click on a place may mean, legal or not, to ask why none of them can be made. None if left out. */
  tries?(place: string, game: TableFragment, me: number): readonly MoveInput[];
  /** The amounts that a move names, to choose them one by one; null for other moves. */
  amounts(input: MoveInput): Readonly<Record<string, number>> | null;
  /** What the viewer collects for, when they choose amounts: none if left out. */
  goals?(input: MoveInput, game: TableFragment): readonly Goal[];
  /** The pictures of the kinds in amounts. */
  readonly pictures: Readonly<Record<string, VNode>>;
  flights(event: { readonly __typename: string }): readonly Flight[];
  /** The points of each seat, for the line of seats. */
  points(game: TableFragment): ReadonlyMap<number, number>;
}

export interface AtTable {
  readonly game: TableFragment;
  readonly parts: GameParts;
  readonly me: number | null;
  readonly moves: readonly Move[];
  readonly busy: boolean;
  /** The moves after the game's version that the viewer tries on the board, in notation; none is made. Left out where nothing is tried. */
  readonly line?: readonly string[];
  /** The move that was suggested at this version; null if none was. */
  readonly hint: Move | null;
  suggest(move: Move | null): void;
  movesAt(place: string): readonly Move[];
  play(move: Move): void;
  /** Makes another change from the viewer's seat, or as the host where there is none. Whether it was made. */
  change(work: (client: Taphouse) => Promise<Changed>): Promise<boolean>;
  /** Shows what a thing at a place means, and the moves that are legal there, or why none is. */
  explain(meaning: Meaning, moves: readonly Move[], place: string): void;
  nameOf(seat: number): string;
  /** What the catalogue says of this kind of game, and of the game's edition; undefined until it is known. */
  readonly about: ReferenceOf | undefined;
  readonly edition: EditionOf | undefined;
  /** The title and text of a component, in the guide to the game's edition. */
  component(id: string): { readonly title: string; readonly text: string };
  /** The word for a value such as `SUMMER`, or for so many of a kind in amounts. */
  word(value: string, count?: number): string;
}

export const Table = createContext<AtTable | null>(null);

/** Another region of the table, after those of the board. */
export const FurtherRegion = createContext<VNode | null>(null);

export function useTable(): AtTable {
  const table = useContext(Table);
  if (!table) throw new Error("This is shown only at a table.");
  return table;
}
