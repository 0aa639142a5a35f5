// A gateway: it composes the service with a subgraph that is in this file, by either composer, and executes one query.

import { getStitchedSchemaFromSupergraphSdl } from "@graphql-tools/federation";
import { composeServices as apollo } from "@apollo/composition";
import { composeServices as guild } from "@theguild/federation-composition";
import { execute, parse, print } from "graphql";
import { text } from "node:stream/consumers";

const NOTES = "http://notes.invalid/";
const NOTES_SDL = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@interfaceObject"])
  type Query { noted: [Game!]! }
  type Game @key(fields: "gameId") @interfaceObject { gameId: ID! notes: [String!]! }
  type Account @key(fields: "id") { id: ID! friends: Int! }
`;

const { composer, url, token, query, variables } = JSON.parse(await text(process.stdin));
const asked = [];

async function taphouse(document, given) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const body = JSON.stringify({ query: document, variables: given });
  return (await fetch(url, { method: "POST", headers, body })).json();
}

/** The other subgraph. It knows games and accounts by their keys alone. */
function notes({ representations } = {}) {
  const noted = ({ __typename, gameId, id }) => (gameId ? { __typename, gameId, notes: [`of ${gameId}`] } : { __typename, id, friends: 3 });
  if (representations) return { data: { _entities: representations.map(noted) } };
  return { data: { noted: [noted({ __typename: "Game", gameId: variables.id })] } };
}

const { sdl } = (await taphouse("{ _service { sdl } }")).data._service;
const { supergraphSdl, errors } = { apollo, guild }[composer]([
  { name: "taphouse", url, typeDefs: parse(sdl) },
  { name: "notes", url: NOTES, typeDefs: parse(NOTES_SDL) },
]);
if (errors?.length) throw new Error(errors.join("\n"));
const schema = getStitchedSchemaFromSupergraphSdl({
  supergraphSdl,
  onSubschemaConfig(subschema) {
    const here = subschema.name.toLowerCase() === "notes";
    subschema.executor = ({ document, variables: given }) => {
      asked.push({ of: here ? "notes" : "taphouse", entities: given?.representations ?? [] });
      return here ? notes(given) : taphouse(print(document), given);
    };
  },
});
const { data, errors: failed } = await execute({ schema, document: parse(query), variableValues: variables });
console.log(JSON.stringify({ data, errors: failed?.map(({ message }) => message), asked, choices: supergraphSdl.match(/@oneOf\b(?= *\{|\n)/g)?.length ?? 0 }));
