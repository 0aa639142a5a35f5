// Makes a module of each document of @taphouse/client. So each comes with the parts of the page that send it, not with the first.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Plugin } from "vite";

const CLIENT = fileURLToPath(new URL("../typescript/src/graphql.ts", import.meta.url));
const DOCUMENT = /export const (\w+Document) = (.+?`\)) as unknown as [^;]+;/gs;
const IMPORT = /import \{([^}]+)\} from "(?:@taphouse\/client|\.\/graphql\.js)";/g;
/** Longer documents have the same fragments. They are in one module: in one file, the fragments are compressed together. */
const LONG = 3_000;

const written = (names: readonly string[], from: string) => `import { ${names.join(", ")} } from ${JSON.stringify(from)};`;

export function documents(): Plugin {
  const moduleOf = new Map<string, string>();
  const codeOf = new Map<string, string>();
  return {
    name: "documents",
    enforce: "pre",
    apply: "build",
    buildStart() {
      for (const [, name = "", made = ""] of readFileSync(CLIENT, "utf8").matchAll(DOCUMENT)) {
        const id = `${CLIENT}?document=${made.length > LONG ? "long" : name}`;
        const before = codeOf.get(id) ?? written(["TypedDocumentString"], CLIENT);
        moduleOf.set(name, id);
        codeOf.set(id, `${before}\nexport const ${name} = ${made.replace(/\s+/g, " ")};`);
      }
    },
    resolveId: (id) => (codeOf.has(id) ? id : null),
    load: (id) => codeOf.get(id) ?? null,
    transform: (code) =>
      code.replace(IMPORT, (whole, names: string) => {
        const all = names.split(",").map((name) => name.trim());
        const others = all.filter((name) => name && !moduleOf.has(name));
        const lines = all.map((name) => [name, moduleOf.get(name)] as const).flatMap(([name, id]) => (id ? written([name], id) : []));
        return [whole.replace(names, ` ${others.join(", ")} `), ...lines].join(" ");
      }),
  };
}
