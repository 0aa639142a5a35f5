#!/bin/sh
# genql's guard of an interface, such as `isHouse`, compares `__typename` with the types that implemented it when the client was
# generated. For an object of a type that the server gained later it returns false, also for a field whose type is the interface
# itself, and TypeScript then takes the object for `never`. The fields that were selected of the interface are there all the same.
#
# Seen with @genql/cli 6.3.4 on Node 20, where the server answers with a Pub and a New, both houses:
#   isHouse(Pub): true, name a
#   isHouse(New): false, name b
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type": "module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @genql/cli@6.3.4 graphql@16.15.0 esbuild@0.25.12
cat > schema.graphql <<'SDL'
interface House { name: String! }
type Pub implements House { name: String! }
type Query { houses: [House!]! }
SDL
npx genql --schema schema.graphql --output client --esm > log
npx esbuild client/index.ts --bundle --platform=node --format=esm --log-level=error --outfile=client.mjs
cat > run.mjs <<'JS'
import { createClient, isHouse } from "./client.mjs";

const houses = [{ __typename: "Pub", name: "a" }, { __typename: "New", name: "b" }];
const client = createClient({ fetcher: async () => ({ data: { houses } }) });
const found = await client.query({ houses: { __typename: true, name: true } });
const seen = found.houses.map((house) => `isHouse(${house.__typename}): ${isHouse(house)}, name ${house.name}`);
console.log(seen.join("\n"));
process.exit(seen.join() === "isHouse(Pub): true, name a,isHouse(New): false, name b" ? 0 : 1);
JS
node run.mjs
