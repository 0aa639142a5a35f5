// The comments on a first game. They are loaded for those who learn.

import { Part } from "../part.ts";
import { withWords } from "../words.ts";

export const LESSONS = new Part(async () => (await withWords(import("./lessons.tsx"), "seldom")).Lessons);
