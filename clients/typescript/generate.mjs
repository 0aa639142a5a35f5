// Writes src/graphql.ts: the operations in operations/ as strings that know their types, by graphql-codegen and the stored
// schema. With --check it only compares, and fails if the file is stale.

import { codegen } from "@graphql-codegen/core";
import * as documents from "@graphql-codegen/typed-document-node";
import * as types from "@graphql-codegen/typescript-operations";
import { Kind, buildASTSchema, parse, visit } from "graphql";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const here = new URL(".", import.meta.url);
const filename = new URL("src/graphql.ts", here);
const sdl = readFileSync(new URL("../../schema/taphouse.graphql", here), "utf8");
const operations = readdirSync(new URL("operations/", here))
  .sort()
  .map((name) => readFileSync(new URL(`operations/${name}`, here), "utf8"))
  .join("\n");
const served = parse(sdl);
const interfaces = served.definitions.filter(({ kind, name }) => kind === Kind.INTERFACE_TYPE_DEFINITION && name.value !== "Node");

/** The name of the type that stands for all those which the schema does not have yet. */
const unknown = (name) => ({ kind: Kind.NAME, value: `Unknown${name.value}` });
const named = (name) => ({ kind: Kind.NAMED_TYPE, name });
const implementing = ({ name }) =>
  served.definitions.filter((one) => one.interfaces?.some((each) => each.name.value === name.value)).map((one) => one.name.value);

/** The schema with an object type `Unknown...` for each interface, with its fields, in all unions that have others of it. */
const schema = visit(served, {
  UnionTypeDefinition: (union) => {
    const members = union.types.map(({ name }) => name.value);
    const grows = interfaces.filter((one) => implementing(one).some((name) => members.includes(name)));
    return { ...union, types: [...union.types, ...grows.map(({ name }) => named(unknown(name)))] };
  },
  Document: {
    leave: (document) => {
      const added = interfaces.map(({ name, interfaces: others, ...rest }) => ({
        ...rest,
        kind: Kind.OBJECT_TYPE_DEFINITION,
        name: unknown(name),
        interfaces: [...others, named(name)],
      }));
      return { ...document, definitions: [...document.definitions, ...added] };
    },
  },
});
const code = await codegen({
  filename: "graphql.ts",
  schema,
  schemaAst: buildASTSchema(schema),
  documents: [{ location: "operations", document: parse(operations) }],
  config: {
    documentMode: "string",
    useTypeImports: true,
    futureProofEnums: true,
    pureMagicComment: true, // or an app would load the documents that it never sends, too
    // A scalar that is not listed is an error. Nobody can know what is in a `JSON`, and a `DateTime` is a string of JSON. A
    // `MoveInputObject` is a value of the input type `MoveInput`.
    strictScalars: true,
    scalars: { ID: "string", DateTime: "string", JSON: "unknown", MoveInputObject: "MoveInput" },
  },
  plugins: [{ types: {} }, { documents: {} }],
  pluginMap: { types, documents },
});
// The one type of a package that nobody else would need. It has the shape of that package's, by which Apollo Client and urql know it.
const imported = "import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';";
const declared = `/** What a document answers to which variables. */
export interface DocumentTypeDecoration<TResult, TVariables> {
  __apiType?: (variables: TVariables) => TResult;
}`;
if (!code.includes(imported)) throw new Error("graphql-codegen does not import its type any more");
const written = `// Written by \`make sdl\`: do not edit.\n${code.replace(imported, declared)}`;
if (!process.argv.includes("--check")) writeFileSync(filename, written);
else if (readFileSync(filename, "utf8") !== written) {
  console.error("src/graphql.ts is stale: run `make sdl`");
  process.exit(1);
}
