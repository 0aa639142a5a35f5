// Loads every page of a connection, as `usePaginationFragment` of Relay does: with its store, and with the queries that its
// compiler has made of the fragments.

import runtime from "relay-runtime";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const COUNT = 2;

const { url, token, query, fragment, field, variables } = JSON.parse(await text(process.stdin));
const made = (name) => createRequire(import.meta.url)(`./__generated__/${name}.graphql.js`);
let requests = 0;

async function fetched({ text: document }, given) {
  requests += 1;
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query: document, variables: given }) });
  return answer.json();
}

const environment = new runtime.Environment({
  network: runtime.Network.create(fetched),
  store: new runtime.Store(new runtime.RecordSource()),
});
const load = (request, given) => runtime.fetchQuery(environment, request, given, { networkCacheConfig: { force: true } }).toPromise();

/** The reference to the fragment in an answer. */
function reference(value, name) {
  if (value === null || typeof value !== "object") return undefined;
  if (value.__fragments?.[name]) return value;
  return Object.values(value).map((below) => reference(below, name)).find(Boolean);
}

const node = made(fragment);
const first = runtime.createOperationDescriptor(made(query), { count: COUNT, ...variables });
environment.retain(first);
await load(first.request.node, first.request.variables);
const selector = runtime.getSingularSelector(node, reference(environment.lookup(first.fragment).data, fragment));
const { identifierInfo } = runtime.getRefetchMetadata(node, fragment);
const { connectionPathInFragmentData, paginationRequest, paginationMetadata } = runtime.getPaginationMetadata(node, fragment);

for (;;) {
  const { data } = environment.lookup(selector);
  const { edges, pageInfo } = runtime.getValueAtPath(data, connectionPathInFragmentData);
  if (!pageInfo.hasNextPage) {
    console.log(JSON.stringify({ found: edges.map((edge) => edge.node[field]), requests }));
    break;
  }
  const { owner, variables: extra } = selector;
  const given = runtime.getPaginationVariables("forward", COUNT, pageInfo.endCursor, owner.variables, extra, paginationMetadata);
  if (identifierInfo) given[identifierInfo.identifierQueryVariableName] = data[identifierInfo.identifierField];
  await load(paginationRequest, given);
}
