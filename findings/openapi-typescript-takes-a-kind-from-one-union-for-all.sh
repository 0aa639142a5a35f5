#!/bin/sh
# If two unions map different values of their discriminator to one schema, openapi-typescript writes the values of the first into that
# schema, in place of its own `type: string`, for all that use it. So the types refuse what the second union and the schema allow, and
# its branch is unreachable by them. OpenAPI gives each union a mapping of its own. hey-api narrows the member within each union.
#
# Seen with openapi-typescript 7.13.0, @hey-api/openapi-ts 0.95.0 and TypeScript 5.9.3, for an ale in three places:
#   openapi-typescript: warm accepted, cold refused, alone refused
#   hey-api: warm accepted, cold accepted, alone accepted
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type": "module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  openapi-typescript@7.13.0 @hey-api/openapi-ts@0.95.0 typescript@5.9.3
cat > run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import ts from "typescript";

const to = (name) => ({ $ref: `#/components/schemas/${name}` });
const drink = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
const union = (value, other) => ({
  oneOf: [to("Ale"), to(other)],
  discriminator: { propertyName: "kind", mapping: { [value]: to("Ale").$ref, [other.toLowerCase()]: to(other).$ref } },
});
const schemas = { Warm: union("ale", "Tea"), Cold: union("bitter", "Wine"), Ale: drink, Tea: drink, Wine: drink };
writeFileSync("api.json", JSON.stringify({
  openapi: "3.1.0", info: { title: "drinks", version: "1" }, paths: {}, components: { schemas },
}));
const run = (...command) => execFileSync("node_modules/.bin/" + command[0], command.slice(1), { stdio: "ignore" });
run("openapi-typescript", "api.json", "-o", "one.ts");
run("openapi-ts", "-i", "api.json", "-o", "two", "-p", "@hey-api/typescript");

function accepted(types, type, kind) {
  writeFileSync("use.ts", `${types}\nexport const drink: ${type} = { kind: "${kind}" };\n`);
  const program = ts.createProgram(["use.ts"], { strict: true, noEmit: true, types: [], moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext });
  return ts.getPreEmitDiagnostics(program).length ? "refused" : "accepted";
}
const places = (types, named) =>
  `warm ${accepted(types, named("Warm"), "ale")}, cold ${accepted(types, named("Cold"), "bitter")}, ` +
  `alone ${accepted(types, named("Ale"), "stout")}`;

const seen = [
  "openapi-typescript: " + places('import type { components } from "./one";', (name) => `components["schemas"]["${name}"]`),
  "hey-api: " + places('import type { Ale, Cold, Warm } from "./two/types.gen";', (name) => name),
];
console.log(seen.join("\n"));
const expected = [
  "openapi-typescript: warm accepted, cold refused, alone refused",
  "hey-api: warm accepted, cold accepted, alone accepted",
];
process.exit(seen.join() === expected.join() ? 0 : 1);
JS
node run.mjs
