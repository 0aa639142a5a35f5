// Plays two tables to their ends in one client, and compares after each move what its cache shows of both with what the service
// shows.

import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client";
import { cacheExchange } from "@urql/exchange-graphcache";
import { Client, fetchExchange } from "@urql/core";
import { getIntrospectionQuery } from "graphql";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import runtime from "relay-runtime";

const { library, url, tables, most } = JSON.parse(await text(process.stdin));
const [LOOK, PLAY] = readFileSync(new URL("./tables.js", import.meta.url), "utf-8").match(/(?<=graphql`)[^`]+/g);
const LEGAL = "query ($id: ID!) { game(id: $id) { ... on Game { legalMoves(first: 100) { edges { node { input } } } } } }";

async function asked(query, variables, token) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query, variables }) });
  return answer.json();
}
const introspected = async () => (await asked(getIntrospectionQuery())).data;

async function apollo() {
  const types = (await introspected()).__schema.types.filter((type) => type.possibleTypes);
  const possibleTypes = Object.fromEntries(types.map((type) => [type.name, type.possibleTypes.map((one) => one.name)]));
  const client = new ApolloClient({ link: new HttpLink({ uri: url }), cache: new InMemoryCache({ possibleTypes }) });
  const headers = (token) => ({ headers: { authorization: `Bearer ${token}` } });
  return {
    look: (variables) => client.query({ query: gql(LOOK), variables }),
    play: (variables, token) => client.mutate({ mutation: gql(PLAY), variables, context: headers(token) }),
    cached: (variables) => client.readQuery({ query: gql(LOOK), variables }).node,
  };
}

async function urql() {
  const exchanges = [cacheExchange({ schema: await introspected() }), fetchExchange];
  const client = new Client({ url, preferGetMethod: false, exchanges });
  const sure = async (answer) => {
    const { data, error } = await answer;
    if (error) throw error;
    return data;
  };
  const options = (token) => ({ fetchOptions: { headers: { authorization: `Bearer ${token}` } } });
  return {
    look: (variables) => sure(client.query(LOOK, variables).toPromise()),
    play: (variables, token) => sure(client.mutation(PLAY, variables, options(token)).toPromise()),
    cached: async (variables) => (await sure(client.query(LOOK, variables, { requestPolicy: "cache-only" }).toPromise())).node,
  };
}

function relay() {
  const made = (name) => createRequire(import.meta.url)(`./__generated__/${name}.graphql.js`);
  const query = made("tablesLookQuery"), mutation = made("tablesPlayMutation");
  let bearer;
  const environment = new runtime.Environment({
    network: runtime.Network.create((request, variables) => asked(request.text, variables, bearer)),
    store: new runtime.Store(new runtime.RecordSource()),
  });
  return {
    look(variables) {
      environment.retain(runtime.createOperationDescriptor(query, variables));
      return runtime.fetchQuery(environment, query, variables).toPromise();
    },
    play: (variables, token) =>
      new Promise((onCompleted, onError) => {
        bearer = token;
        runtime.commitMutation(environment, { mutation, variables, onCompleted, onError });
        bearer = undefined;
      }),
    cached: (variables) => environment.lookup(runtime.createOperationDescriptor(query, variables).fragment).data.node,
  };
}

/** Without what clients add to objects, and null prototypes. */
const plain = (value) => JSON.parse(JSON.stringify(value, (name, one) => (name.startsWith("__") ? undefined : one)));

const { look, play, cached } = await { apollo, urql, relay }[library]();
const wrong = [];
let moves = 0, running = tables;
for (const { id } of tables) await look({ id });
while (running.length && moves < most) {
  const left = [];
  for (const { id, tokens } of running) {
    const { status, decision } = plain(await cached({ id }));
    if (status !== "RUNNING") continue;
    const token = tokens[decision.seat - 1];
    const { edges } = (await asked(LEGAL, { id }, token)).data.game.legalMoves;
    await play({ id, moves: [edges[(7 * moves) % edges.length].node.input] }, token);
    moves += 1;
    left.push({ id, tokens });
    for (const { id: each } of tables) {
      const shown = plain((await asked(LOOK, { id: each })).data.node), kept = plain(await cached({ id: each }));
      if (!isDeepStrictEqual(shown, kept)) wrong.push({ moves, shown, kept });
    }
  }
  running = left;
}
const ends = await Promise.all(tables.map(async ({ id }) => plain(await cached({ id })).status));
console.log(JSON.stringify({ moves, wrong: wrong.slice(0, 2), ends }));
