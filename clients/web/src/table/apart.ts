// What a running game can be played without. It is loaded when it is needed, so that the first move comes sooner.

import { Part } from "../part.ts";
import { withWords } from "../words.ts";

export const APART = new Part(() => withWords(import("./around_table.ts"), "seldom"));
