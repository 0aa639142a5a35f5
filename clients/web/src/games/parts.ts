import type { GameParts } from "../table/context.ts";
import { brewCrafters } from "./brew_crafters/parts.tsx";
import { dankAndDraft } from "./dank_and_draft/parts.tsx";
import { pintCraft } from "./pint_craft/parts.tsx";
import { plain } from "./plain/parts.tsx";

/** The games that have boards of their own. */
const PARTS: Readonly<Record<string, GameParts>> = { DankAndDraft: dankAndDraft, PintCraft: pintCraft, BrewCrafters: brewCrafters };
/** For developers: `/?board=plain` shows every game on the general board. */
const ALL_PLAIN = new URLSearchParams(location.search).get("board") === "plain";

/** What a kind of game adds to the table, by the type of a game or of an entry of its log. */
export function partsOf({ __typename }: { readonly __typename: string }): GameParts {
  const own = PARTS[__typename.replace(/(Game|LogEntry)$/, "")];
  return own && !ALL_PLAIN ? own : plain;
}
