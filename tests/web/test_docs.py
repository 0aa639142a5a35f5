"""GraphiQL and the reference, from files that the service serves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.visitor import PHONE, SECONDS, Visitors

pytestmark = pytest.mark.ecosystem

RENDERED = 4 * SECONDS
"""Milliseconds in which Swagger UI renders all operations. It follows no game, so no lost wake-up can hide behind them."""


SEARCH_AT_ONCE = """() => new Promise((done) => {
  const painted = (then) => requestAnimationFrame(() => setTimeout(then));
  new MutationObserver((_, rendered) => {
    if (document.querySelector("main h1")?.textContent !== "Problems") return;
    rendered.disconnect();
    const field = document.querySelector("input[type=search]");
    field.value = "KEY_REUSED";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    painted(() => painted(done));
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  location.hash = "#/problems";
})"""
"""Types as soon as another page is rendered, and waits until that is painted, too."""


def test_what_is_typed_on_a_new_page_is_searched_for(visitors: Visitors) -> None:
    anna = visitors()
    anna.page.goto(f"{anna.url}/docs#/guide/api/limits")
    expect(anna.page.get_by_role("heading", name="Limits", exact=True)).to_be_visible()
    anna.page.evaluate(SEARCH_AT_ONCE)
    results = anna.page.get_by_role("region", name="Results")
    assert results.get_by_role("link", name="KEY_REUSED", exact=True).first.is_visible()


def test_graphiql_runs_an_operation_and_asks_nobody_else(visitors: Visitors) -> None:
    anna = visitors()
    anna.page.goto(f"{anna.url}/graphql")
    expect(anna.page.locator(".graphiql-query-editor")).to_contain_text("catalogue")
    anna.page.get_by_role("button", name=re.compile("Execute query")).click()
    expect(anna.page.locator(".result-window")).to_contain_text("Dank & Draft")
    anna.page.get_by_role("button", name="Show Documentation Explorer").click()
    expect(anna.page.locator(".graphiql-doc-explorer")).to_contain_text("Mutation")
    anna.page.get_by_label("Open short keys dialog").click()
    expect(anna.page.get_by_role("dialog")).to_contain_text("Short Key")


def test_the_reference_finds_and_shows_operations_events_problems_and_limits(visitors: Visitors) -> None:
    anna = visitors()
    anna.page.goto(f"{anna.url}/docs")
    expect(anna.page.locator("#operations-games-createGame")).to_be_visible()
    search = anna.page.get_by_role("searchbox", name="Search the reference")
    results = anna.page.get_by_role("region", name="Results")
    for wanted, title, shown in (
        ("KEY_REUSED", "KEY_REUSED", "The idempotency key was already used for another request"),
        ("persisted query", "PERSISTED_QUERY_NOT_FOUND", "no document has this digest"),
        ("moves undone", "MovesUndone", "True if everything that no seat knows in that position was drawn anew"),
        ("cost in points", "Limits", "A point is at most 0.1 ms of one core"),
    ):
        search.fill(wanted)
        results.get_by_role("link", name=title, exact=True).first.click()
        expect(anna.page.locator("main")).to_contain_text(shown)
    anna.check_accessible()
    search.fill("proposal accept")
    results.get_by_role("link").first.click()
    accept = anna.page.locator("[id$=-acceptProposal]")
    expect(accept).to_contain_text("/v1/games/{id}/proposals/{proposal}/accept", timeout=RENDERED)
    expect(accept.get_by_role("button", name="Execute")).to_be_visible()

    # An operation can be tried, also on a phone.
    anna.page.set_viewport_size(PHONE)
    search.fill("/v1/now")
    results.get_by_role("link").first.click()
    now = anna.page.locator("[id$=-now]")
    now.get_by_role("button", name="Execute").click(timeout=RENDERED)
    expect(now.locator(".live-responses-table")).to_contain_text("200")
    anna.check_fits()
