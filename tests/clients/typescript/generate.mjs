// Generates types, and documents that know them, with graphql-codegen: node generate.mjs SCHEMA OPERATIONS OUTPUT CONFIG

import { codegen } from "@graphql-codegen/core";
import * as documents from "@graphql-codegen/typed-document-node";
import * as types from "@graphql-codegen/typescript-operations";
import { buildSchema, parse } from "graphql";
import { readFileSync, writeFileSync } from "node:fs";

const [sdl, operations, filename, config] = process.argv.slice(2);
const text = readFileSync(sdl, "utf8");
const generated = await codegen({
  filename,
  schema: parse(text),
  schemaAst: buildSchema(text),
  documents: [{ location: operations, document: parse(readFileSync(operations, "utf8")) }],
  config: {
    documentMode: "string",
    useTypeImports: true,
    ...JSON.parse(config),
  },
  plugins: [{ types: {} }, { documents: {} }],
  pluginMap: { types, documents },
});
writeFileSync(filename, generated);
