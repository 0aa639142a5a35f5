// Planning ahead: a player tries moves of all seats, and leaves their answers as standing orders. It is loaded when it is asked for.

import { Part } from "../../part.ts";
import { withWords } from "../../words.ts";

export const PLANNING = new Part(async () => (await withWords(import("./planning.tsx"), "seldom")).Planning);
