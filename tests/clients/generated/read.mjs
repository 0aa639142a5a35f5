// Makes validators with hey-api or orval, or takes the client of typescript-fetch, and reads answers of the service with them.
//
// Takes JSON: the tool, the OpenAPI document, a folder beside `node_modules`, and answers with the names of their types and of
// their operations. Prints what was read, as JSON.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { loaded } from "./loaded.mjs";

const { tool, document, folder, answers } = JSON.parse(readFileSync(0, "utf8"));

const readers = {
  async "typescript-fetch"() {
    const models = loaded(folder, "models/index.js");
    return ({ type, value }) => models[`${type}ToJSON`](models[`${type}FromJSON`](value));
  },
  async "hey-api"() {
    const { createClient } = await import("@hey-api/openapi-ts");
    await createClient({ input: document, output: folder, plugins: ["zod"], logs: { level: "silent" } });
    const schemas = loaded(folder, "zod.gen.js");
    return ({ type, value }) => schemas[`z${type}`].parse(value);
  },
  async orval() {
    const { generate } = await import("orval");
    await generate({ input: document, output: { client: "zod", target: join(folder, "orval.ts"), mode: "single" } });
    const schemas = loaded(folder, "orval.js");
    return ({ operation, value }) => schemas[`${operation}Response`].parse(value);
  },
};
const log = console.log;
console.log = console.error;
const read = await readers[tool]();
log(JSON.stringify(answers.map(read)));
