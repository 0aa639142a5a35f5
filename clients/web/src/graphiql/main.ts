// GraphiQL at /graphql. A token that is typed into it stays in the page, and is sent to this service alone.

import { GraphiQL } from "graphiql";
import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

import { kept } from "../kept.ts";

import "graphiql/style.css";
import "./page.css";

const url = new URL("graphql", document.baseURI).href;
const fetcher = createGraphiQLFetcher({ url, subscriptionUrl: url.replace(/^http/, "ws") });
const defaultQuery = `# Ctrl-Space completes, Ctrl-Enter runs.
# Put a seat's token into the headers below:
# {"Authorization": "Bearer ..."}
{
  catalogue {
    games { kind title minSeats maxSeats text }
  }
}
`;

const root = document.getElementById("graphiql");
if (root) {
  createRoot(root).render(
    createElement(GraphiQL, { fetcher, defaultQuery, defaultHeaders: "{}", isHeadersEditorEnabled: true, shouldPersistHeaders: false, storage: kept }),
  );
}
