#!/bin/sh
# Apollo's composition makes an ordinary input of one that every subgraph declares `@oneOf`, without an error or a hint. The
# supergraph then says that all its fields are optional and independent, and so do types that are generated from it. The Guild's
# composition keeps the directive. `@oneOf` is in the GraphQL specification of September 2025.
#
# Seen with @apollo/composition 2.14.4 and @theguild/federation-composition 0.27.0:
#   apollo: oneOf false, errors 0, hints 0
#   guild: oneOf true, errors 0, hints 0
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

const sdl = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@shareable"])
  directive @oneOf on INPUT_OBJECT
  input Order @oneOf { ale: Int lager: Int }
  type Query { order(what: Order!): Int @shareable }
`;
const kept = {};
for (const [name, compose] of Object.entries({ apollo, guild })) {
  const subgraphs = ["one", "two"].map((of) => ({ name: of, url: `http://${of}.invalid/`, typeDefs: parse(sdl) }));
  const { supergraphSdl, errors, hints } = compose(subgraphs);
  kept[name] = /input Order[^{]*@oneOf/.test(supergraphSdl);
  console.log(`${name}: oneOf ${kept[name]}, errors ${errors?.length ?? 0}, hints ${hints?.length ?? 0}`);
  if (errors?.length || hints?.length) process.exit(1);
}
process.exit(!kept.apollo && kept.guild ? 0 : 1);
JS
node run.mjs
