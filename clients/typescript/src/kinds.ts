// Documents for a service that has not all kinds of games: it refuses a document that names a type which it does not have.

import { TypedDocumentString } from "./graphql.js";

/** The value that stands for those which an enum gains later. No answer has it. */
export type Unknown = "%future added value";
/** The values of an enum that these types have. */
export type Known<Value extends string> = Exclude<Value, Unknown>;

/** Asks which kinds of games a service has. */
export const ServedDocument = new TypedDocumentString<
  { readonly catalogue: { readonly games: readonly { readonly kind: string }[] } },
  Record<string, never>
>("query Served { catalogue { games { kind } } }");

const OF_A_KIND = /\.\.\. on (\w+)(?:Game|LogEntry|Preview|World) \{/g;
const FRAGMENT = /fragment (\w+) on/g;

/** The beginning of the names of a kind's types: `DankAndDraft` for `DANK_AND_DRAFT`. */
const prefixOf = (kind: string): string => kind.toLowerCase().replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());

/** A document without what it selects of other kinds of games than these. */
export function ofKinds(document: string, kinds: readonly string[]): string {
  const served = new Set(kinds.map(prefixOf));
  let text = document;
  for (const [part, prefix] of document.matchAll(OF_A_KIND)) {
    if (!served.has(prefix!)) text = without(text, text.indexOf(part));
  }
  for (;;) {
    const unused = [...text.matchAll(FRAGMENT)].find(([, name]) => !new RegExp(`\\.\\.\\.${name}\\b`).test(text));
    if (!unused) return text;
    text = without(text, unused.index);
  }
}

/** A text without the braces that follow a place, and what stands before and between them. */
function without(text: string, begin: number): string {
  for (let at = text.indexOf("{", begin), depth = 0; ; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    if (depth === 0) return text.slice(0, begin) + text.slice(at + 1);
  }
}
