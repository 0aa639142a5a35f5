// What the operator's pages share: the token, lists in pages, and changes that are made after a second click.

import type { Taphouse } from "@taphouse/client";
import { createContext, type ComponentChildren } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";

import { messageOf, useAttempt, type Answer } from "../hooks.ts";
import { t } from "../words.ts";

/** Sends what the operator asks for, with their token. */
export const Desk = createContext<Taphouse>(null as never);
export const useDesk = (): Taphouse => useContext(Desk);

type Page<Node> =
  | { readonly edges: readonly { readonly node: Node }[]; readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null } }
  | { readonly message: string };

interface Listed<Node> {
  readonly nodes: readonly Node[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
  readonly problem: string | null;
  readonly ready: boolean;
}

const EMPTY = { nodes: [], next: null, problem: null, ready: false };

/** A list whose pages are loaded as they are asked for; from the first one when a dependency changes. */
export function useList<Node>(load: (after: string | null) => Promise<Page<Node>>, dependencies: readonly unknown[]) {
  const [listed, list] = useState<Listed<Node>>(EMPTY);
  const wanted = useRef<unknown>(null);
  const read = async (before: Listed<Node>) => {
    const list_ = wanted.current;
    const page = await load(before.next).catch((error: unknown) => ({ message: messageOf(error) }));
    if (list_ !== wanted.current) return;
    if ("message" in page) return list({ ...before, next: null, problem: page.message, ready: true });
    const { edges, pageInfo } = page;
    list({ nodes: [...before.nodes, ...edges.map(({ node }) => node)], next: pageInfo.hasNextPage ? pageInfo.endCursor : null, problem: null, ready: true });
  };
  useEffect(() => {
    wanted.current = {};
    void read(EMPTY);
    return () => {
      wanted.current = null;
    };
  }, dependencies);
  return { ...listed, more: listed.next === null ? null : () => void read(listed) };
}

interface ListProps<Node> {
  readonly of: ReturnType<typeof useList<Node>>;
  readonly none: string;
  readonly row: (node: Node) => ComponentChildren;
}

export function List<Node>({ of: { nodes, problem, ready, more }, none, row }: ListProps<Node>) {
  return (
    <>
      <ul class="rows">{nodes.map(row)}</ul>
      {!problem && nodes.length === 0 && !more && <p class="muted">{ready ? none : t("loading")}</p>}
      {problem && <p class="problem">{problem}</p>}
      {more && (
        <button type="button" onClick={more}>
          {t("moreEntries")}
        </button>
      )}
    </>
  );
}

/** What an operator does, with the words of its button, and those that ask whether they are sure. */
export interface Act {
  readonly label: string;
  readonly sure?: string;
  readonly work: (note: string | null) => Promise<Answer | undefined>;
}

/** Acts on one game or account, with a note for the log. */
export function Acts({ acts, children }: { acts: readonly Act[]; children?: ComponentChildren }) {
  const [note, write] = useState("");
  const [asked, ask] = useState<string | null>(null);
  const { said, attempt } = useAttempt();
  const act = ({ label, sure, work }: Act) => {
    if (sure && asked !== label) return ask(label);
    ask(null);
    void attempt(() => work(note.trim() || null));
  };
  return (
    <div class="acts">
      {children}
      <label>
        {t("note")}
        <input value={note} maxLength={200} onInput={(event) => write(event.currentTarget.value)} />
      </label>
      <div class="buttons">
        {acts.map((one) => (
          <button key={one.label} type="button" class={one.sure ? "danger" : ""} onClick={() => act(one)}>
            {asked === one.label ? one.sure : one.label}
          </button>
        ))}
      </div>
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </div>
  );
}
