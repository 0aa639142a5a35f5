import { fileURLToPath } from "node:url";

import { defineConfig } from "vite";

import { documents } from "./documents.ts";
import { faces } from "./faces.ts";
import { guide } from "./guide.ts";
import { inline } from "./inline.ts";
import { FACES, installable } from "./installable.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const OF_A_GAME = /\/src\/games\/(\w+)\//;
/** What opens tables: in the lobby and a waiting room, but at no running game. */
const OPENING = /\/src\/(lobby\/opening|guide\/first_game)\./;
const SHARED = /\/src\/(?!games\/\w+\/)|\/node_modules\/(preact|graphql-ws)\/|preload-helper/;

export default defineConfig({
  base: "./",
  // The client is bundled from its sources, so that building the page needs neither a compiler nor generated files.
  // What GraphiQL's dialogs use puts inline styles into the page, which the policy forbids: ours does without.
  resolve: {
    alias: {
      "@taphouse/client": path("../typescript/src/index.ts"),
      "react-style-singleton": path("src/graphiql/style_singleton.ts"),
    },
  },
  plugins: [documents(), faces(FACES), guide(new URL("../../docs/", import.meta.url)), installable(), inline()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    outDir: path("../../service/http/web"),
    emptyOutDir: true,
    // A file as a data URL would need more than `'self'` in the content security policy.
    assetsInlineLimit: 0,
    license: { fileName: "licences.md" }, // of the packages in the pages,
    modulePreload: { polyfill: false },
    // GraphiQL and Swagger UI are large. Only their own pages load them.
    chunkSizeWarningLimit: 2500,
    rolldownOptions: {
      input: ["index", "offline", "docs", "graphiql"].map((page) => path(`${page}.html`)),
      // A request costs a slow phone as much as 30 kB. So there is one file for each game, and one for what parts have in common.
      output: {
        codeSplitting: {
          groups: [
            { name: "opening", test: OPENING, priority: 2, includeDependenciesRecursively: false },
            { name: "shared", minShareCount: 2, test: SHARED, priority: 1 },
            { name: (id) => OF_A_GAME.exec(id)?.[1] ?? null, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { proxy: { "/graphql": { target: "http://127.0.0.1:8000", ws: true } } },
});
