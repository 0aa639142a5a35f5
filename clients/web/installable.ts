// What makes the web table an app: the manifest, its icons, and a service worker with the page that is shown offline.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import type { Plugin } from "vite";

const OFFLINE = "offline.html";
const ICONS = [
  { file: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
  { file: "icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { file: "icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];
/** The packages of the type faces, whose licence has to come with them. */
export const FACES = ["@fontsource-variable/figtree", "@fontsource/bitter"];

const read = (path: string) => readFileSync(new URL(path, import.meta.url));

export function installable(): Plugin {
  return {
    name: "installable",
    apply: "build",
    enforce: "post", // when the pages have got the names of their files
    generateBundle(_, bundle) {
      const asset = (name: string, source: string | Uint8Array) => this.getFileName(this.emitFile({ type: "asset", name, source }));
      const icons = ICONS.map(({ file, ...icon }) => ({ ...icon, src: asset(file, read(`src/icons/${file}`)) }));
      asset("licences.txt", FACES.map((face) => read(`../node_modules/${face}/LICENSE`).toString()).join("\n\n"));
      const manifest = {
        name: "Taphouse",
        start_url: "./",
        display: "standalone",
        background_color: "#f4ead8",
        theme_color: "#93380f",
        icons,
      };
      const offline = String(bundle[OFFLINE]?.type === "asset" ? bundle[OFFLINE].source : "");
      const files = new Set([...offline.matchAll(/"\.\/(assets\/[^"]+)"/g)].map(([, file = ""]) => file));
      for (const file of files) {
        const part = bundle[file];
        // A set goes on with what is added to it: the chunks that a script loads.
        if (part?.type === "chunk") [...part.imports, ...part.dynamicImports].forEach((other) => files.add(other));
      }
      const digest = createHash("sha256").update(offline).digest("hex").slice(0, 16);
      const given = `const FILES = ${JSON.stringify([...files])};\nconst BUILD = "${digest}";\n`;
      this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: JSON.stringify(manifest) });
      this.emitFile({ type: "asset", fileName: "service-worker.js", source: given + read("src/offline/service_worker.js").toString() });
    },
  };
}
