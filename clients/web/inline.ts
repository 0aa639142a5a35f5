// Puts src/reloading.js into each page, and src/preloading.js into the web table. They are inline: files of their own may be gone, or
// late.

import { readFileSync } from "node:fs";

import type { IndexHtmlTransformContext, Plugin } from "vite";

const TABLE = "index.html";
const GAMES = ["dank_and_draft", "pint_craft", "brew_crafters"];
const LANGUAGES = ["en", "de"];
/** What is loaded first, by the name of a page, of a kind of game, or of a language. */
const FIRST: Readonly<Record<string, string>> = {
  home: "lobby/home.tsx",
  table: "table/at_table.tsx",
  ...Object.fromEntries(GAMES.map((game) => [game, `games/${game}/parts.tsx`])),
  ...Object.fromEntries(LANGUAGES.flatMap((one) => [[one, `words/${one}.ts`], [`home.${one}`, `words/more/${one}.ts`]])),
};

function code(file: string): string {
  const lines = readFileSync(new URL(`src/${file}`, import.meta.url), "utf8").split("\n");
  return lines.map((line) => line.trim()).filter((line) => line && !/^\/[/*]/.test(line)).join("\n");
}

/** The files of each name, without those that the page names itself. */
function files({ bundle = {}, chunk }: IndexHtmlTransformContext): Readonly<Record<string, readonly string[]>> {
  const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === "chunk" ? [[one.fileName, one] as const] : [])));
  const needs = (name: string): string[] => [name, ...(chunks.get(name)?.imports ?? []).flatMap(needs)];
  const own = new Set(chunk ? needs(chunk.fileName) : []);
  const of = (module: string) => {
    const first = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)));
    if (!first) throw new Error(`no chunk has ${module}`);
    const scripts = [...new Set(needs(first.fileName))].filter((name) => !own.has(name));
    const styles = scripts.flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
    return [...scripts, ...styles].map((name) => name.replace("assets/", ""));
  };
  return Object.fromEntries(Object.entries(FIRST).map(([name, module]) => [name, of(module)]));
}

export function inline(): Plugin {
  return {
    name: "inline",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, context) {
        const given = `const FILES = ${JSON.stringify(files(context))};`;
        const preloading = context.filename.endsWith(TABLE) ? `{\n${given}\n${code("preloading.js")}\n}` : "";
        return [{ tag: "script", children: `{\n${code("reloading.js")}\n}${preloading}`, injectTo: "head-prepend" }];
      },
    },
  };
}
