import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import ts from "typescript";

/** Compiles the TypeScript in a folder, without a check of its types, and loads one module. */
export function loaded(folder, entry) {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  for (const path of readdirSync(folder, { recursive: true })) {
    const file = join(folder, path);
    if (!file.endsWith(".ts")) continue;
    writeFileSync(file.replace(/ts$/, "js"), ts.transpileModule(readFileSync(file, "utf8"), { compilerOptions: options }).outputText);
  }
  return createRequire(import.meta.url)(join(folder, entry));
}
