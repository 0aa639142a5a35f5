// Apollo Client with automatic persisted queries: what it sends, and what it gets.

import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, gql } from "@apollo/client";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";

const { url, query } = JSON.parse(await text(process.stdin));
const sha256 = (document) => createHash("sha256").update(document).digest("hex");

/** The data of the query, and the members of each request that a new client sends for it. */
async function asked() {
  const requests = [];
  const recording = (target, options) => {
    requests.push(Object.keys(JSON.parse(options.body)).sort());
    return fetch(target, options);
  };
  const client = new ApolloClient({
    link: ApolloLink.from([new PersistedQueryLink({ sha256 }), new HttpLink({ uri: url, fetch: recording })]),
    cache: new InMemoryCache(),
  });
  const { data } = await client.query({ query: gql(query) });
  return { data, requests };
}

console.log(JSON.stringify([await asked(), await asked()]));
