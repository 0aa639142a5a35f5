// Generates types, and documents that know them, with graphql-codegen: node generate.mjs SCHEMA OPERATIONS OUTPUT

import { codegen } from "@graphql-codegen/core";
import * as documents from "@graphql-codegen/typed-document-node";
import * as types from "@graphql-codegen/typescript-operations";
import { buildSchema, parse } from "graphql";
import { readFileSync, writeFileSync } from "node:fs";

const [sdl, operations, filename] = process.argv.slice(2);
const text = readFileSync(sdl, "utf8");
const generated = await codegen({
  filename,
  schema: parse(text),
  schemaAst: buildSchema(text),
  documents: [{ location: operations, document: parse(readFileSync(operations, "utf8")) }],
  config: {
    documentMode: "string",
    useTypeImports: true,
    // A scalar that is not listed is an error. Nobody can know what is in a `JSON`, and a `DateTime` is a string of JSON. What
    // is in a `MoveInputObject`, the schema says: a value of the input type `MoveInput`, whose type is generated too.
    strictScalars: true,
    scalars: { DateTime: "string", JSON: "unknown", MoveInputObject: "MoveInput" },
  },
  plugins: [{ types: {} }, { documents: {} }],
  pluginMap: { types, documents },
});
writeFileSync(filename, generated);
