"""A page that the browser translates shows the news, as one does that is not translated."""

from __future__ import annotations

import pytest

from tests.web.visitor import SECONDS, Visitor, Visitors

pytestmark = pytest.mark.ecosystem

TRANSLATE = """() => {
  const skipped = "font, script, style, [translate=no]";
  const translate = (text) => {
    if (!text.isConnected || !text.data.trim() || text.parentElement.closest(skipped)) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = `\\u00ab${text.data}\\u00bb`;
    outer.append(inner);
    TAKES_PLACE;
  };
  const all = (node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    if (node instanceof Text) found.push(node);
    found.forEach(translate);
  };
  new MutationObserver((records) => records.forEach(({ addedNodes, target, type }) => {
    if (type === "characterData") translate(target);
    addedNodes.forEach(all);
  })).observe(document.body, { childList: true, characterData: true, subtree: true });
  all(document.body);
}"""
"""Translates as Chrome does: by an element in the place of each text, also of those that come later."""
REPLACES = "text.replaceWith(outer)"
INSERTS = "text.before(outer), text.remove()"
SHOWN = """() => [".seats", ".board-area", ".prompt", ".deciding > .buttons", ".log", ".timeline"]
  .map((place) => document.querySelector(place)?.textContent.replace(/[\\u00ab\\u00bb]/g, ""))"""


def twin_of(visitors: Visitors, anna: Visitor, route: str) -> Visitor:
    """The same seat in another browser, which does not translate."""
    twin = visitors(storage_state=anna._context.storage_state())
    twin.go(route)
    twin.page.wait_for_selector(".table-page")
    return twin


def check_same(anna: Visitor, twin: Visitor) -> None:
    """Both show the same as soon as both have all news."""
    for _ in range(SECONDS // 50):
        shown, true = anna.page.evaluate(SHOWN), twin.page.evaluate(SHOWN)
        if shown == true and anna.version == twin.version:
            return
        anna.page.wait_for_timeout(50)
    assert shown == true


@pytest.mark.parametrize(
    ("kind", "how"), [("DANK_AND_DRAFT", REPLACES), ("PINT_CRAFT", INSERTS), ("BREW_CRAFTERS", REPLACES)]
)
def test_a_translated_table_shows_what_happens(visitors: Visitors, kind: str, how: str) -> None:
    anna = visitors()
    route = anna.open_table(kind, "GREEDY")
    twin = twin_of(visitors, anna, route)
    anna.page.evaluate(TRANSLATE.replace("TAKES_PLACE", how))
    assert anna.page.locator("font").count() > 50
    check_same(anna, twin)
    for _ in range(8):
        assert anna.move()
        assert anna.to_my_turn()
        check_same(anna, twin)


def test_a_translation_that_is_taken_back_leaves_the_texts(visitors: Visitors) -> None:
    anna = visitors()
    twin = twin_of(visitors, anna, anna.open_table("DANK_AND_DRAFT", "GREEDY"))
    anna.page.evaluate(
        TRANSLATE.replace("TAKES_PLACE", f"window.back = [...(window.back ?? []), [outer, text]], {REPLACES}")
    )
    check_same(anna, twin)
    anna.page.evaluate("() => window.back.forEach(([translation, text]) => translation.replaceWith(text))")
    check_same(anna, twin)
