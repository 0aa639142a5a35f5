import { Part } from "../part.ts";
import type { GameParts } from "../table/context.ts";

/** The games that have boards of their own. */
const OWN: Readonly<Record<string, Part<GameParts>>> = {
  DANK_AND_DRAFT: new Part(async () => (await import("./dank_and_draft/parts.tsx")).dankAndDraft),
  PINT_CRAFT: new Part(async () => (await import("./pint_craft/parts.tsx")).pintCraft),
  BREW_CRAFTERS: new Part(async () => (await import("./brew_crafters/parts.tsx")).brewCrafters),
};
const PLAIN: Record<string, Part<GameParts>> = {};
/** For developers: `/?board=plain` shows every game on the general board. */
const ALL_PLAIN = new URLSearchParams(location.search).get("board") === "plain";

/** What a kind of game adds to the table. */
export const boardOf = (kind: string): Part<GameParts> => (!ALL_PLAIN && OWN[kind]) || (PLAIN[kind] ??= new Part(async () => (await import("./plain/parts.tsx")).plainOf(kind)));
