#!/bin/sh
# Apollo Client deletes from its results what `... on Interface` selected of an object whose type is not in `possibleTypes`, without
# an error or a warning, although the server answered with it. Its documents generate `possibleTypes` from the schema at build time,
# so a type that the server gains later arrives as an object with a `__typename` alone. A pattern beside the names keeps it: strings
# of `possibleTypes` are read as regular expressions if they are no names.
#
# Seen with @apollo/client 4.3.8 on Node 20:
#   names: {"__typename":"New"}
#   names and a pattern: {"__typename":"New","id":"2","name":"The New"}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type": "module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @apollo/client@4.3.8 graphql@16.15.0 rxjs@7.8.2
cat > run.mjs <<'JS'
import { ApolloClient, ApolloLink, InMemoryCache, gql } from "@apollo/client";
import { of } from "rxjs";

const data = { house: { __typename: "New", id: "2", name: "The New" } };
const query = gql`{ house { ... on House { id name } } }`;
console.warn = console.error = () => process.exit(2); // it would be heard

async function shown(...names) {
  const cache = new InMemoryCache({ possibleTypes: { House: names } });
  const client = new ApolloClient({ link: new ApolloLink(() => of({ data })), cache });
  const { data: found, error } = await client.query({ query });
  return JSON.stringify(error ?? found.house);
}

const names = await shown("Pub"), pattern = await shown("Pub", "\\w+");
console.log(`names: ${names}`);
console.log(`names and a pattern: ${pattern}`);
process.exit(names === '{"__typename":"New"}' && pattern === JSON.stringify(data.house) ? 0 : 1);
JS
node run.mjs
