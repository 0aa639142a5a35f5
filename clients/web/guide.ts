// Makes pages of the reference from documents in docs/: `virtual:guide` is a list of sections, each with its HTML.

import { readFileSync } from "node:fs";

import { Marked, type RendererObject, type Tokens } from "marked";
import type { Plugin } from "vite";

const PAGES = ["basics", "games", "seats", "clocks", "accounts", "problems", "limits", "changes"];
const DOCUMENTS = [...PAGES.map((page) => `api/${page}`), "records", "glossary"];
const VIRTUAL = "virtual:guide";

interface Section {
  readonly document: string;
  readonly slug: string;
  readonly title: string;
  readonly text: string;
}

const slugOf = (title: string) => title.toLowerCase().replace(/[^\w -]/g, "").replaceAll(" ", "-");
const bare = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();

/** The name by which the contents list the sections of a document: all pages of the API are one. */
const nameOf = (document: string) => document.replace(/\/.*/, "");

/** The sections of a document, by its headings of the second level. A document that starts with text has it in the first. */
function sections(name: string, text: string): Section[] {
  const [intro = "", ...parts] = text.split(/^## /m);
  const [title = "", ...rest] = intro.split("\n");
  const first = { title: title.replace(/^# /, ""), text: rest.join("\n") };
  const found = parts.map((part) => ({ title: part.split("\n", 1)[0] ?? "", text: part.slice(part.indexOf("\n")) }));
  return [first, ...found]
    .filter((section) => section.text.trim())
    .map((section) => ({ ...section, document: name, slug: `${nameOf(name)}/${slugOf(section.title)}` }));
}

/** Where a link of a document leads in the reference; null if what it names is not served. */
function target(href: string, document: string): string | null {
  if (/^https?:/.test(href)) return href;
  if (href.endsWith("schema/openapi.json")) return "openapi.json";
  const [file, anchor] = href.split("#");
  const named = file ? new URL(file, `docs:/${document}`).pathname.replace(/^\/|\.md$/g, "") : document;
  return DOCUMENTS.includes(named) ? `#/guide/${nameOf(named)}/${anchor ?? named.replace(/^\w+\/?/, "")}` : null;
}

function rendered({ text, document, slug, title }: Section) {
  const marked = new Marked();
  const renderer: RendererObject = {
    link({ href, tokens }: Tokens.Link) {
      const to = target(href, document);
      const inside = this.parser.parseInline(tokens);
      return to ? `<a href="${to.replaceAll('"', "&quot;")}">${inside}</a>` : inside;
    },
    table(token: Tokens.Table) {
      const cells = (row: readonly Tokens.TableCell[], wanted: string) =>
        row
          .map((cell) => ({ inside: this.parser.parseInline(cell.tokens), tag: cell.text ? wanted : "td" }))
          .map(({ inside, tag }) => `<${tag}>${inside}</${tag}>`)
          .join("");
      const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
      const name = bare(title).replaceAll('"', "");
      return `<div class="scroll" tabindex="0" role="group" aria-label="${name}"><table><thead><tr>${cells(token.header, "th")}</tr></thead><tbody>${rows}</tbody></table></div>`;
    },
    code({ text: code }: Tokens.Code) {
      return `<pre tabindex="0"><code>${code.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</code></pre>`;
    },
  };
  return { slug, title, html: marked.use({ renderer }).parse(text, { async: false }) };
}

export function guide(docs: URL): Plugin {
  return {
    name: "guide",
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : null),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return null;
      const all = DOCUMENTS.flatMap((name) => {
        const file = new URL(`${name}.md`, docs);
        this.addWatchFile(file.pathname);
        return sections(name, readFileSync(file, "utf8"));
      });
      const pages = all.map(rendered);
      for (const { html, title } of pages)
        for (const [, to = ""] of html.matchAll(/href="#\/guide\/([^"]*)"/g))
          if (!pages.some(({ slug }) => slug.startsWith(to))) this.error(`"${title}" links to ${to}, which is no section.`);
      return `export const sections = ${JSON.stringify(pages)};`;
    },
  };
}
