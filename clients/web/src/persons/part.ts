// Profiles, friends and blocks. They are loaded when they are needed.

import { Part } from "../part.ts";
import { withWords } from "../words.ts";

export const PERSONS = new Part(() => withWords(import("./persons.tsx"), "seldom"));
