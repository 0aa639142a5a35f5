#!/bin/sh
# urql's normalised cache, given a schema, throws for an object of a type that this schema lacks, if the document selects a fragment
# on an interface of it: the whole answer is lost, in production too. Without the option `schema` it reads the same answer. So a
# client with the schema of its build loses a list when the server gains a type and one item of the list has it.
#
# Seen with @urql/exchange-graphcache 9.0.2 and @urql/core 6.0.3 on Node 20, with NODE_ENV=production:
#   with schema: Minfied Error #3
#   without schema: [{"name":"a"},{"name":"b"}]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type": "module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  @urql/exchange-graphcache@9.0.2 @urql/core@6.0.3 graphql@16.15.0 wonka@6.3.6
cat > run.mjs <<'JS'
import { Client } from "@urql/core";
import { cacheExchange } from "@urql/exchange-graphcache";
import { buildSchema, introspectionFromSchema } from "graphql";
import { map, pipe } from "wonka";

const sdl = "interface House { name: String! } type Pub implements House { name: String! } type Query { houses: [House!]! }";
const schema = introspectionFromSchema(buildSchema(sdl));
const data = { houses: [{ __typename: "Pub", name: "a" }, { __typename: "New", name: "b" }] };
const answers = () => (operations) => pipe(operations, map((operation) => ({ operation, data, stale: false, hasNext: false })));

async function shown(options) {
  const client = new Client({ url: "http://localhost/", preferGetMethod: false, exchanges: [cacheExchange(options), answers] });
  try {
    return JSON.stringify((await client.query("{ houses { ... on House { name } } }", {}).toPromise()).data.houses);
  } catch (error) {
    return error.message.split("\n")[0];
  }
}

const found = { with: await shown({ schema }), without: await shown({}) };
console.log(`with schema: ${found.with}`);
console.log(`without schema: ${found.without}`);
const same = /Error #3/.test(found.with) && found.without === `[{"name":"a"},{"name":"b"}]`;
process.exit(same ? 0 : 1);
JS
NODE_ENV=production node run.mjs
