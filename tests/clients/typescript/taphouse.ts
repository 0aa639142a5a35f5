// A client of Taphouse as a frontend would have it: typed documents over `fetch`.

import type { TypedDocumentString } from "./graphql.js";

interface Answer<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly { readonly message: string }[];
}

export class Taphouse {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** What an operation answers, for who has the token, or for a spectator. Refusals are part of it; it throws on faults. */
  async ask<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
    token?: string,
  ): Promise<Result> {
    const response = await fetch(this.#url, {
      method: "POST",
      headers: {
        accept: "application/graphql-response+json",
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query: document.toString(), variables }),
    });
    // What was generated from the service's schema says what its answers look like.
    const { data, errors } = (await response.json()) as Answer<Result>;
    if (errors !== undefined || data === undefined || data === null) {
      throw new Error(`status ${response.status}: ${JSON.stringify(errors)}`);
    }
    return data;
  }
}

/** The end of a `switch` that names every case: one that it forgets does not compile. */
export function never(forgotten: never): never {
  throw new Error(`the service is newer than this client: ${JSON.stringify(forgotten)}`);
}
