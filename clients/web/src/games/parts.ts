import type { GameParts } from "../table/context.ts";
import { brewCrafters } from "./brew_crafters/parts.tsx";
import { dankAndDraft } from "./dank_and_draft/parts.tsx";
import { pintCraft } from "./pint_craft/parts.tsx";
import { plain } from "./plain.tsx";

const PARTS = { DankAndDraft: dankAndDraft, PintCraft: pintCraft, BrewCrafters: brewCrafters };

/** What a kind of game adds to the table, by the type of a game or of an entry of its log. */
export function partsOf({ __typename }: { readonly __typename: string }): GameParts {
  const kind = __typename.replace(/(Game|LogEntry)$/, "");
  return kind in PARTS ? PARTS[kind as keyof typeof PARTS] : plain;
}
