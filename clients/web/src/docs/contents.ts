// What the reference has, and how it is found: sections of the guide, operations, events, and problems.

import { sections } from "virtual:guide";

export { sections };

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, { readonly description?: string; readonly const?: string }>>;
  readonly $ref?: string;
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>;
}

export interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Happening {
  readonly name: string;
  readonly event: string;
  readonly text: string;
  readonly fields: readonly (readonly [string, string])[];
}

export interface EventsOf {
  readonly title: string;
  readonly slug: string;
  readonly events: readonly Happening[];
}

export interface Problem {
  readonly code: string;
  readonly statuses: readonly string[];
  readonly toPlayer: boolean;
  readonly text: string;
  readonly fields: readonly (readonly [string, string])[];
}

export interface Hit {
  readonly title: string;
  readonly where: string;
  readonly href: string;
  readonly text: string;
}

export const openApiUrl = new URL("openapi.json", document.baseURI).href;

/** The document of the running service. */
export async function load(): Promise<OpenApi> {
  const answer = await fetch(openApiUrl);
  if (!answer.ok) throw new Error(`${openApiUrl}: ${answer.status}`);
  return (await answer.json()) as OpenApi;
}

/** The name of the schema to which a reference leads. */
const named = (ref: string): string => ref.split("/").at(-1) ?? "";

const EVENT = /^(\w+)Event$/;

/** The events of each kind of game, and those that all kinds have. */
export function eventsOf({ components: { schemas } }: OpenApi): readonly EventsOf[] {
  const unions = Object.entries(schemas).filter(([name, { discriminator }]) => EVENT.test(name) && discriminator);
  const members = unions.map(([name, { discriminator }]) => ({
    kind: EVENT.exec(name)?.[1] ?? name,
    names: Object.values(discriminator?.mapping ?? {}).map(named),
  }));
  const shared = (name: string) => members.every(({ names }) => names.includes(name));
  const happening = (name: string): Happening => {
    const { description = "", properties = {} } = schemas[name] ?? {};
    const fields = Object.entries(properties).filter(([field]) => field !== "event" && field !== "sentence");
    return {
      name,
      event: properties["event"]?.const ?? "",
      text: description,
      fields: fields.map(([field, one]) => [field, one.description ?? ""] as const),
    };
  };
  const games = members.map(({ kind, names }) => ({
    title: kind.replace(/([a-z])([A-Z])/g, "$1 $2").replace(" And ", " & "),
    slug: kind,
    events: names.filter((name) => !shared(name)).map(happening),
  }));
  const all = members[0]?.names.filter(shared).map(happening) ?? [];
  return [{ title: "Every game", slug: "all", events: all }, ...games];
}

const PROBLEM = "application/problem+json";
const OF_EVERY_PROBLEM = ["type", "title", "status", "code", "detail", "rules"];

/** The problems of all operations by code, with the HTTP statuses with which they are answered. */
export function problemsOf({ paths, components: { schemas } }: OpenApi): readonly Problem[] {
  const found = new Map<string, Set<string>>();
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const [status, { content }] of Object.entries(responses)) {
      const choice = schemas[named(content?.[PROBLEM]?.schema.$ref ?? "")];
      for (const name of Object.values(choice?.discriminator?.mapping ?? {}).map(named))
        found.set(name, (found.get(name) ?? new Set()).add(status));
    }
  return [...found]
    .map(([name, statuses]) => {
      const { description = "", properties = {} } = schemas[name] ?? {};
      const fields = Object.entries(properties).filter(([field]) => !OF_EVERY_PROBLEM.includes(field));
      return {
        code: properties["code"]?.const ?? "",
        statuses: [...statuses].sort(),
        toPlayer: properties["detail"]?.description?.includes("to the player") ?? false,
        text: description,
        fields: fields.map(([field, one]) => [field, one.description ?? ""] as const),
      };
    })
    .sort((one, other) => one.code.localeCompare(other.code));
}

const bare = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";

/** Everything that can be found. */
export function index(api: OpenApi | null): readonly Hit[] {
  const guide = sections.flatMap(({ slug, title, html }) => {
    const page = { title, where: "Guide", href: `#/guide/${slug}`, text: bare(html) };
    // Each row of a table whose first cell is a code, such as an error of GraphQL, is found by itself.
    const rows = [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("tbody tr")];
    const codes = rows.flatMap((row) => {
      const code = row.querySelector("td:first-child > code")?.textContent;
      return code ? [{ title: code, where: title, href: `#/guide/${slug}`, text: row.textContent ?? "" }] : [];
    });
    return [page, ...codes];
  });
  if (!api) return guide;
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, description }]) => ({
      title: summary,
      where: `${method.toUpperCase()} ${path}`,
      href: `#/rest/${operationId}`,
      text: `${operationId} ${description}`,
    })),
  );
  const events = eventsOf(api).flatMap(({ title, slug, events: some }) =>
    some.map(({ name, text, fields }) => ({
      title: name,
      where: `Events: ${title}`,
      href: `#/events/${slug}/${name}`,
      text: `${text} ${fields.flat().join(" ")}`,
    })),
  );
  const problems = problemsOf(api).map(({ code, text, fields }) => ({
    title: code,
    where: "Problems",
    href: `#/problems/${code}`,
    text: `${text} ${fields.flat().join(" ")}`,
  }));
  return [...operations, ...events, ...problems, ...guide];
}

/** What contains all words, hits in titles and paths first. */
export function search(all: readonly Hit[], wanted: string, most: number): readonly Hit[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rank = ({ title, where, text }: Hit) => {
    const [head, whole] = [title.toLowerCase(), `${title} ${where} ${text}`.toLowerCase()];
    if (!words.every((word) => whole.includes(word))) return -1;
    return words.filter((word) => head.includes(word)).length + (head === words.join(" ") ? 1 : 0);
  };
  return all
    .map((hit) => [rank(hit), hit] as const)
    .filter(([points]) => points >= 0)
    .sort(([one], [other]) => other - one)
    .slice(0, most)
    .map(([, hit]) => hit);
}
