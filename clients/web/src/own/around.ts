// What the table has, too. It is loaded from there: what two pages share is in the first view of both.

import { Part } from "../part.ts";

export const AROUND = new Part(async () => (await import("../table/at_table.tsx")).APART.load());
