// An app of Apollo Client 4 that shows all games of an account, by the client that docs/guides/frontends.md sets up.

import { ApolloClient, ApolloLink, InMemoryCache, gql } from "@apollo/client";
import { GraphQLWsLink } from "@apollo/client/link/subscriptions";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import WebSocket from "ws";

const EVENTS = gql`
  subscription {
    accountEvents {
      ... on AccountEvent { gameId status }
    }
  }
`;

const { url, token, game, recipe } = JSON.parse(await text(process.stdin));
const code = recipe.replace("'graphql-ws'", JSON.stringify(import.meta.resolve("graphql-ws")));
const { connected } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
let socket;
class Cut extends WebSocket {
  constructor(...given) {
    super(...given);
    socket = this;
  }
}
const connection = connected(url.replace(/^http/, "ws"), () => token, { webSocketImpl: Cut });
const client = new ApolloClient({ link: ApolloLink.from([new GraphQLWsLink(connection)]), cache: new InMemoryCache() });
const shown = new Map();
client.subscribe({ query: EVENTS }).subscribe(({ data }) => {
  shown.set(data.accountEvents.gameId, data.accountEvents.status);
});
const until = async (status) => {
  while (shown.get(game) !== status) await pause(10);
};
await until("RUNNING");
socket.terminate();
await fetch(url, {
  method: "POST",
  headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  body: JSON.stringify({ query: `mutation { abandon(gameId: "${game}") { __typename } }` }),
});
await until("ABANDONED");
await connection.dispose();
console.log(JSON.stringify({ status: shown.get(game) }));
process.exit(0);
