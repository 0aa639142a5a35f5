#!/bin/sh
# If one of two subgraphs declares a default, composers of Apollo Federation disagree about the supergraph. Apollo's drops it and
# gives a hint; the Guild's keeps it for an argument, drops it for a field of an input, and gives none. So the same two subgraphs
# give an argument that clients may leave out, or one that they must send.
#
# Seen with @apollo/composition 2.14.4 and @theguild/federation-composition 0.27.0:
#   apollo: beers(first: Int!), size: Int!, hints 2
#   guild: beers(first: Int! = 10), size: Int!, hints 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type": "module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  @apollo/composition@2.14.4 @theguild/federation-composition@0.27.0 graphql@16.15.0
cat > run.mjs <<'JS'
import { composeServices as apollo } from "@apollo/composition";
import { composeServices as guild } from "@theguild/federation-composition";
import { parse } from "graphql";

const subgraph = (name, first, size) => ({
  name,
  url: `http://${name}.invalid/`,
  typeDefs: parse(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@shareable"])
    input Glass { size: Int!${size} }
    type Query { beers(first: Int!${first}): Int @shareable  pour(glass: Glass): Int @shareable }
  `),
});
const seen = Object.entries({ apollo, guild }).map(([name, compose]) => {
  const { supergraphSdl, hints } = compose([subgraph("one", " = 10", " = 5"), subgraph("two", "", "")]);
  const [beers] = supergraphSdl.match(/beers\([^)]*\)/), [size] = supergraphSdl.match(/size: .*/);
  return `${name}: ${beers}, ${size}, hints ${hints?.length ?? 0}`;
});
console.log(seen.join("\n"));
const expected = ["apollo: beers(first: Int!), size: Int!, hints 2", "guild: beers(first: Int! = 10), size: Int!, hints 0"];
process.exit(seen.join() === expected.join() ? 0 : 1);
JS
node run.mjs
