import { fileURLToPath } from "node:url";

import { defineConfig } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  base: "./",
  // The client is bundled from its sources, so that building the page needs neither a compiler nor generated files.
  resolve: { alias: { "@taphouse/client": path("../typescript/src/index.ts") } },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    outDir: path("../../service/http/web"),
    emptyOutDir: true,
    // A file as a data URL would need more than `'self'` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/graphql": { target: "http://127.0.0.1:8000", ws: true } } },
});
