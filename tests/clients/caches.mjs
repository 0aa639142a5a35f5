// The normalised caches of Apollo Client and urql, each showing a running game and one of its earlier versions at once.

import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, gql } from "@apollo/client";
import { cacheExchange } from "@urql/exchange-graphcache";
import { Client, fetchExchange } from "@urql/core";
import { getIntrospectionQuery } from "graphql";
import { text } from "node:stream/consumers";

const LOOK = `query Look($id: ID!, $at: Int) {
  game(id: $id, at: $at) { __typename ... on Game { id gameId version latest decision { seat } } }
}`;
const PLAY = `mutation Play($id: ID!, $moves: [MoveInput!]!) {
  play(gameId: $id, moves: $moves) { __typename ... on GameChanged { game { id gameId version latest decision { seat } } } }
}`;

/** What a client shows of the running game and of version `at`, before and after a move that another component makes. */
async function shown({ look, play, cached }, { game, at, moves }) {
  const live = { id: game }, then = { id: game, at };
  await look(live);
  await look(then);
  const before = { live: await cached(live), then: await cached(then) };
  await play({ id: game, moves });
  return { before, after: { live: await cached(live), then: await cached(then) } };
}

async function apollo({ url, token }) {
  const types = (await introspected(url)).__schema.types.filter((type) => type.possibleTypes);
  const possibleTypes = Object.fromEntries(types.map((type) => [type.name, type.possibleTypes.map((one) => one.name)]));
  const client = new ApolloClient({
    link: ApolloLink.from([new HttpLink({ uri: url, headers: { authorization: `Bearer ${token}` } })]),
    cache: new InMemoryCache({ possibleTypes }),
  });
  return {
    look: (variables) => client.query({ query: gql(LOOK), variables }),
    play: (variables) => client.mutate({ mutation: gql(PLAY), variables }),
    cached: async (variables) => client.readQuery({ query: gql(LOOK), variables }).game,
  };
}

async function urql({ url, token }) {
  const client = new Client({
    url,
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    preferGetMethod: false,
    exchanges: [cacheExchange({ schema: await introspected(url), keys: { Decision: () => null } }), fetchExchange],
  });
  const sure = async (answer) => {
    const { data, error } = await answer;
    if (error) throw error;
    return data;
  };
  return {
    look: (variables) => sure(client.query(LOOK, variables).toPromise()),
    play: (variables) => sure(client.mutation(PLAY, variables).toPromise()),
    cached: async (variables) => (await sure(client.query(LOOK, variables, { requestPolicy: "cache-only" }).toPromise())).game,
  };
}

async function introspected(url) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query: getIntrospectionQuery() }) });
  return (await answer.json()).data;
}

/** What Apollo Client shows, if its types are of a schema from before the types that begin with `later`. */
async function seen({ url, query, variables, later, patterns }) {
  const types = (await introspected(url)).__schema.types.filter((type) => type.possibleTypes);
  const known = (type) => type.possibleTypes.map(({ name }) => name).filter((name) => !name.startsWith(later));
  const possibleTypes = Object.fromEntries(types.map((type) => [type.name, [...known(type), ...[patterns[type.name] ?? []].flat()]]));
  const client = new ApolloClient({ link: new HttpLink({ uri: url }), cache: new InMemoryCache({ possibleTypes }) });
  return (await client.query({ query: gql(query), variables })).data;
}

const given = JSON.parse(await text(process.stdin));
const answer = given.later ? seen(given) : shown(await { apollo, urql }[given.library](given), given);
console.log(JSON.stringify(await answer));
