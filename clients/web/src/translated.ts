// Browsers translate a page by putting an element in the place of each text. What renders the page goes on writing to the texts that
// it made, so the page would show old news. Here each text comes back, empty, behind its translation. Once something is written to
// it, the translation goes, and the browser translates the new text.

/** The translation before each text that is empty because of it, and what it was of. */
const translated = new Map<Text, { readonly by: Element; readonly of: string }>();

const isTranslation = (node: Node | null | undefined): node is Element => node instanceof Element && node.localName === "font";

/** Notes what was translated, unless its text was written since. */
function take({ removedNodes, addedNodes, previousSibling, nextSibling, target }: MutationRecord, later: () => ReadonlySet<Node>): void {
  if (removedNodes.length === 0) return;
  const by = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
  for (const node of removedNodes) {
    if (!(node instanceof Text) || !by || by.parentNode !== target || node.isConnected || translated.has(node) || !node.data) continue;
    if (later().has(node)) {
      by.replaceWith(node);
      continue;
    }
    translated.set(node, { by, of: node.data });
    node.data = "";
    by.after(node);
  }
}

/** Drops a translation whose text was written or removed, or that the browser has taken back; else keeps it before its text. */
function check(text: Text, written: boolean): void {
  const { by, of } = translated.get(text) ?? {};
  if (!by || of === undefined) return;
  if (!written && by.isConnected && text.isConnected) {
    if (by.nextSibling !== text) text.before(by); // the text was moved
    return;
  }
  translated.delete(text);
  if (!written && !by.isConnected) text.data = of;
  by.remove();
}

const observer = new MutationObserver((records) => {
  const writtenIn = (some: readonly MutationRecord[]) => new Set(some.filter(({ type }) => type === "characterData").map(({ target }) => target));
  const written = writtenIn(records);
  for (const text of [...translated.keys()]) check(text, written.has(text));
  for (const [index, record] of records.entries()) take(record, () => writtenIn(records.slice(index)));
  observer.takeRecords(); // of what was changed here
});

/** Keeps the page true while a browser translates it. */
export const keepTrue = () => observer.observe(document.body, { childList: true, characterData: true, subtree: true });
