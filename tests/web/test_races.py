"""Answers that are late, clicks that are early or come twice, and keys before the first paint."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import CASK, DANK, Client, Table, create
from tests.api.server import Server
from tests.effort import BOUND
from tests.web.visitor import Visitors

pytestmark = pytest.mark.ecosystem

SPOKEN = "url => import(url).then(() => document.documentElement.lang)"
"""The language of the page once a file of words is there for everybody who waits for it."""
HELD = "() => Object.keys(localStorage).some((key) => key.startsWith('taphouse.held.'))"
SETTLED = "() => new Promise((done) => setTimeout(() => setTimeout(done)))"
TWICE = "button => { button.click(); button.click(); }"
PRESS_AT_ONCE = """new MutationObserver((_, rendered) => {
  if (!document.querySelector(".table-page")) return;
  rendered.disconnect();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
}).observe(document, { childList: true, subtree: true })"""


@pytest.fixture(scope="module")
def server(page: None) -> Iterator[Server]:
    """A service with all games that the client of these tests asks for."""
    with Server(store=MemoryStore()) as running:
        yield running


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=BOUND) as client:
        yield client


def table_of(http: httpx.Client, moves: int) -> Table:
    """A game of Dank & Draft after some moves."""
    table = create(Client(http), 2, DANK, {"firstSeat": "SEAT_1"}, seed="raced")
    for _ in range(moves):
        table.play(table.moves()[-1]["notation"])
    return table


def asked_before(page: Page) -> None:
    """Wait until the test has been told of every request that the page has sent."""
    page.evaluate("() => fetch('./', { method: 'HEAD' })")


def test_the_language_that_was_chosen_last_is_spoken(visitors: Visitors) -> None:
    anna = visitors()
    anna.go("/")
    choice = anna.page.get_by_label("Language")
    expect(choice.get_by_role("option")).to_have_count(2)
    german = anna.hold_back("**/assets/de-*.js")
    choice.select_option("Deutsch")
    words = german()
    choice.select_option("English")
    words.continue_()
    assert anna.page.evaluate(SPOKEN, words.request.url) == "en"
    expect(anna.page.get_by_role("heading", name="Tables waiting for players")).to_be_visible()


def test_an_answer_does_not_take_away_a_visitor_who_has_gone_on(visitors: Visitors) -> None:
    anna = visitors()
    anna.go("/")
    created = anna.hold_back("**/graphql", "mutation CreateGame")
    asked = list[str]()
    anna.page.on("request", lambda request: asked.append(request.post_data or ""))
    anna.page.locator("[data-learn=DANK_AND_DRAFT]").dblclick()
    answer = created()
    asked_before(anna.page)
    assert sum("mutation CreateGame" in body for body in asked) == 1
    anna.go("/new/PINT_CRAFT")
    expect(anna.page.get_by_role("heading", name="New table: Pint Craft")).to_be_visible()
    answer.continue_()
    anna.page.wait_for_function(HELD)
    assert anna.page.url.endswith("#/new/PINT_CRAFT")
    anna.go("/")
    expect(anna.page.locator(".rows.mine li")).to_have_count(1)


def test_two_clicks_take_one_seat(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors()
    ben.go(anna.open_table("DANK_AND_DRAFT", "OPEN", "OPEN"))
    joins = ben.hold_back("**/graphql", "mutation JoinGame")
    asked = list[str]()
    ben.page.on("request", lambda request: asked.append(request.post_data or ""))
    ben.page.get_by_role("button", name="Sit here Seat 2").evaluate(TWICE)
    joins().continue_()
    expect(ben.page.locator(".waiting .places li").nth(1)).to_contain_text("You")
    asked_before(ben.page)
    assert sum("mutation JoinGame" in body for body in asked) == 1
    expect(ben.page.get_by_role("alert")).to_have_count(0)


def test_two_clicks_go_two_versions_back(visitors: Visitors, http: httpx.Client) -> None:
    table = table_of(http, 6)
    anna = visitors()
    anna.sit(table, 1)
    anna.page.locator("[data-step=back]").evaluate(TWICE)
    expect(anna.page.locator(".timeline output")).to_have_text(f"{table.version - 2} of {table.version}")


def test_a_key_works_before_the_first_paint(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors()
    anna.page.add_init_script(PRESS_AT_ONCE)
    anna.sit(table_of(http, 0), 1)
    expect(anna.page.get_by_role("dialog", name="Keyboard")).to_be_visible()


def test_the_end_of_the_log_is_listed_once(visitors: Visitors, http: httpx.Client) -> None:
    table = table_of(http, 2)
    anna = visitors()
    late, held = list[tuple[WebSocketRoute, str | bytes]](), list[bool]()

    def pass_on(near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        far.on_message(lambda text: late.append((near, text)) if held else near.send(text))

    anna.page.route_web_socket(re.compile("/graphql$"), pass_on)
    anna.sit(table, 1)
    table.seat(2).done("propose", gameId=table.id, proposal={"draw": True})
    accept = anna.page.get_by_role("button", name="Accept")
    expect(accept).to_be_visible()
    held.append(True)
    accept.click()
    expect(anna.page.locator(".outcome")).to_be_visible()  # read, and not streamed
    links = anna.page.locator(".log li a")
    expect(links.first).to_have_attribute("href", re.compile(f"/{anna.version}$"))
    while not late:
        anna.page.wait_for_timeout(10)
    for near, text in late:
        near.send(text)
    anna.page.evaluate(SETTLED)
    listed = links.evaluate_all("links => links.map(({ href }) => href)")
    assert len(listed) == len(set(listed)) == anna.version


def test_a_preview_is_of_the_move_that_is_considered(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors()
    anna.sit(create(Client(http), 2, CASK, seed="raced"), 1)
    anna.to_my_turn()
    moves, note = anna.page.locator(".deciding > .buttons .move"), anna.page.locator(".preview-note")
    moves.first.hover()
    expect(note).to_be_visible()
    second = anna.hold_back("**/moves/preview")
    moves.last.hover()
    preview = second()
    expect(note).to_have_count(0)
    preview.continue_()
    expect(note).to_be_visible()
