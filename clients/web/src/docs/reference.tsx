// The frame of the reference: its contents, the search, and the page that is shown.

import { useEffect, useMemo, useState } from "preact/hooks";

import { useFragment, useLoaded } from "../hooks.ts";
import { eventsOf, index, load, problemsOf, search, sections, type OpenApi } from "./contents.ts";
import { Rest } from "./rest.tsx";

const MOST = 40;
const DOCUMENTS = { api: "Guide", records: "Records", glossary: "Glossary" } as const;

export function Reference() {
  const fragment = useFragment();
  const [page = "", ...rest] = fragment.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  const { value: api, error } = useLoaded(load, []);
  const [typed, type] = useState({ at: fragment, text: "" });
  const wanted = typed.at === fragment ? typed.text : ""; // another page ends a search
  useEffect(() => document.getElementById("main")?.scrollTo(0, 0), [fragment]);
  return (
    <div class="reference">
      <header class="top">
        <a class="brand" href="docs#/">
          Taphouse API
        </a>
        <input
          type="search"
          class="find"
          value={wanted}
          placeholder="Search operations, events, problems, limits"
          aria-label="Search the reference"
          onInput={(event) => type({ at: fragment, text: event.currentTarget.value })}
        />
        <nav aria-label="Other pages">
          <a href="graphql">GraphiQL</a> <a href="openapi.json">openapi.json</a> <a href="./">Web table</a>
        </nav>
      </header>
      <Contents page={page} rest={rest} api={api} />
      <main id="main" tabIndex={-1}>
        {error && <p class="problem">{error}</p>}
        {wanted.trim() ? (
          <Results api={api} wanted={wanted} />
        ) : page === "events" ? (
          <Events api={api} slug={rest[0] ?? "all"} name={rest[1] ?? ""} />
        ) : page === "problems" ? (
          <Problems api={api} code={rest[0] ?? ""} />
        ) : page === "guide" ? (
          <Section slug={rest.join("/")} />
        ) : (
          <Rest operation={rest[0] ?? ""} />
        )}
      </main>
    </div>
  );
}

function Contents({ page, rest, api }: { page: string; rest: readonly string[]; api: OpenApi | null }) {
  const here = (href: string) => (`#/${[page, ...rest].join("/")}` === href ? "page" : undefined);
  const entry = (href: string, title: string) => (
    <li key={href}>
      <a href={href} aria-current={here(href)}>
        {title}
      </a>
    </li>
  );
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {entry("#/", "REST operations")}
        {entry("#/problems", "Problems")}
        {entry("#/guide/api/limits", "Limits")}
      </ul>
      <h2>Events</h2>
      <ul>{api && eventsOf(api).map(({ slug, title }) => entry(`#/events/${slug}`, title))}</ul>
      {Object.entries(DOCUMENTS).map(([name, title]) => (
        <details key={name} open={page === "guide" && rest[0] === name}>
          <summary>{title}</summary>
          <ul>{sections.filter(({ slug }) => slug.startsWith(`${name}/`)).map((one) => entry(`#/guide/${one.slug}`, one.title))}</ul>
        </details>
      ))}
    </nav>
  );
}

function Results({ api, wanted }: { api: OpenApi | null; wanted: string }) {
  const all = useMemo(() => index(api), [api]);
  const hits = search(all, wanted, MOST);
  return (
    <section aria-label="Results">
      <p role="status">{hits.length === 0 ? "Nothing was found." : `${hits.length === MOST ? "The first " : ""}${hits.length} found`}</p>
      <ul class="hits">
        {hits.map((hit) => (
          <li key={`${hit.href} ${hit.title}`}>
            <a href={hit.href}>{hit.title}</a> <span class="muted">{hit.where}</span>
            <p>{hit.text.slice(0, 200)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Section({ slug }: { slug: string }) {
  const named = sections.find((one) => one.slug === slug) ?? sections.find((one) => one.slug.startsWith(slug));
  if (!named) return <p class="problem">There is no such page.</p>;
  // The HTML is made from docs/ when the page is built.
  return (
    <article class="guide">
      <h1>{named.title}</h1>
      <div dangerouslySetInnerHTML={{ __html: named.html }} />
    </article>
  );
}

function Fields({ fields }: { fields: readonly (readonly [string, string])[] }) {
  return (
    <dl class="facts">
      {fields.map(([field, text]) => (
        <div key={field}>
          <dt>
            <code>{field}</code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Problems({ api, code }: { api: OpenApi | null; code: string }) {
  useEffect(() => {
    document.getElementById(`problem-${code}`)?.scrollIntoView();
  }, [api, code]);
  if (!api) return null;
  return (
    <article class="guide">
      <h1>Problems</h1>
      <p>
        Each has a <code>message</code> (REST: <code>detail</code>) and the ids of <code>rules</code>, and the fields that are listed here.{" "}
        <a href="#/guide/api/problems">The guide</a> explains them.
      </p>
      {problemsOf(api).map(({ code, statuses, toPlayer, text, fields }) => (
        <section key={code} id={`problem-${code}`}>
          <h2>
            {code} <span class="muted">{statuses.join(", ")}</span>
          </h2>
          <p>
            {text} <span class="muted">The message is to the {toPlayer ? "player" : "developer"}.</span>
          </p>
          <Fields fields={fields} />
        </section>
      ))}
    </article>
  );
}

function Events({ api, slug, name }: { api: OpenApi | null; slug: string; name: string }) {
  const found = api && eventsOf(api).find((one) => one.slug === slug);
  useEffect(() => {
    document.getElementById(`event-${name}`)?.scrollIntoView();
  }, [found, name]);
  if (!found) return null;
  return (
    <article class="guide">
      <h1>Events: {found.title}</h1>
      <p>
        A log entry has the <code>events</code> of its version, in order, if the viewer can see them. GraphQL gives their type in{" "}
        <code>__typename</code>, REST in <code>event</code>. Each also has a <code>sentence</code> for people.
      </p>
      {found.events.map((one) => (
        <section key={one.name} id={`event-${one.name}`}>
          <h2>
            {one.name} <code class="muted">{one.event}</code>
          </h2>
          <p>{one.text}</p>
          <Fields fields={one.fields} />
        </section>
      ))}
    </article>
  );
}
