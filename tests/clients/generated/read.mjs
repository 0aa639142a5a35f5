// Makes validators with hey-api or orval, or takes the client of typescript-fetch, and reads answers of the service with them.
//
// Takes JSON: the tool, the OpenAPI document, a folder beside `node_modules`, and answers with the names of their types and of
// their operations. Prints what was read, as JSON.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import ts from "typescript";

const { tool, document, folder, answers } = JSON.parse(readFileSync(0, "utf8"));

/** Compiles the TypeScript in the folder, without a check of its types, and loads one module. */
function loaded(entry) {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  for (const path of readdirSync(folder, { recursive: true })) {
    const file = join(folder, path);
    if (!file.endsWith(".ts")) continue;
    writeFileSync(file.replace(/ts$/, "js"), ts.transpileModule(readFileSync(file, "utf8"), { compilerOptions: options }).outputText);
  }
  return createRequire(import.meta.url)(join(folder, entry));
}

const readers = {
  async "typescript-fetch"() {
    const models = loaded("models/index.js");
    return ({ type, value }) => models[`${type}ToJSON`](models[`${type}FromJSON`](value));
  },
  async "hey-api"() {
    const { createClient } = await import("@hey-api/openapi-ts");
    await createClient({ input: document, output: folder, plugins: ["zod"], logs: { level: "silent" } });
    const schemas = loaded("zod.gen.js");
    return ({ type, value }) => schemas[`z${type}`].parse(value);
  },
  async orval() {
    const { generate } = await import("orval");
    await generate({ input: document, output: { client: "zod", target: join(folder, "orval.ts"), mode: "single" } });
    const schemas = loaded("orval.js");
    return ({ operation, value }) => schemas[`${operation}Response`].parse(value);
  },
};
const log = console.log;
console.log = console.error;
const read = await readers[tool]();
log(JSON.stringify(answers.map(read)));
