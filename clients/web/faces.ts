// Cuts the type faces down to the letters of the pages' own words, which are half of their bytes. What else a name is written with
// comes with the whole face. src/styles/type.css has the letters and weights of each face in .faces.

import { mkdir, readFile, writeFile } from "node:fs/promises";

import subset from "subset-font";
import type { Plugin } from "vite";

const INSTALLED = new URL("../node_modules/", import.meta.url);
const CUT = new URL(".faces/", INSTALLED);
const RULE = /\.faces\/([\w-]+\.woff2)"[^}]*font-weight: (\d+) ?(\d*);[^}]*unicode-range: ([^;]+);/g;
/** What the pages use of a face: the distances of letters, and figures of one width. */
const FEATURES = ["kern", "tnum"];

/** The letters of a range as CSS has it, such as `U+0020-007E, U+00A0`. */
function letters(range: string): string {
  const spans = range.split(",").map((span) => span.trim().slice(2).split("-").map((code) => parseInt(code, 16)));
  const codes = spans.flatMap(([first = 0, last = first]) => Array.from({ length: last - first + 1 }, (_, step) => first + step));
  return String.fromCodePoint(...codes);
}

export function faces(packages: readonly string[]): Plugin {
  return {
    name: "faces",
    async config() {
      const styles = await readFile(new URL("src/styles/type.css", import.meta.url), "utf8");
      await mkdir(CUT, { recursive: true });
      for (const [, file = "", min = "", max = "", range = ""] of styles.matchAll(RULE)) {
        const from = packages.find((name) => name.endsWith(file.split("-")[0] ?? ""));
        const face = await readFile(new URL(`${from}/files/${file}`, INSTALLED));
        const axes = max && { variationAxes: { wght: { min: Number(min), max: Number(max) } } };
        await writeFile(new URL(file, CUT), await subset(face, letters(range), { targetFormat: "woff2", keepFeatures: FEATURES, ...axes }));
      }
    },
  };
}
