// Puts src/reloading.js into each page. It is inline, because a file of its own may be gone as well.

import { readFileSync } from "node:fs";

import type { Plugin } from "vite";

export function reloading(): Plugin {
  return {
    name: "reloading",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler() {
        const lines = readFileSync(new URL("src/reloading.js", import.meta.url), "utf8").split("\n");
        const code = lines.map((line) => line.trim()).filter((line) => line && !line.startsWith("//"));
        return [{ tag: "script", children: `{\n${code.join("\n")}\n}`, injectTo: "head-prepend" }];
      },
    },
  };
}
