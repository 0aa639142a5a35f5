"""A card that moves is the card itself: it begins where it lay, and the hand closes up when it has left."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import DANK, Client, Table, create
from tests.api.server import Server
from tests.clients.test_npm_clients import PINT
from tests.effort import BOUND
from tests.web.pictures import NAMED, hold
from tests.web.visitor import Visitor, Visitors

pytestmark = pytest.mark.ecosystem

STOPPED = """() => {
  window.delays = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const moving = animate.call(this, frames, timing);
    moving.pause();
    if (this.closest('.board-area')) delays.push(timing.delay);
    return moving;
  };
}"""
"""Stops what moves at its first frame, and notes when each card begins to move."""
CARDS = """(where) => [...document.querySelectorAll(`${where} .card`)].map((card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  return [left + scrollX + width / 2, top + scrollY + height / 2];
})"""
"""The middles of the cards at a place."""
BEGIN_AT = f"""([places, where]) => ({CARDS})(where).filter(
  ([x, y]) => places.some(([left, top]) => Math.hypot(x - left, y - top) < 3)
).length"""
"""The number of cards at a place that are seen at other places: those from which they begin to move."""
FINISH = "() => document.getAnimations().forEach((moving) => moving.finish())"
"""Ends all that moves."""


@pytest.fixture(scope="module")
def server(page: None) -> Iterator[Server]:
    """A service with all games that the client of these tests asks for."""
    with Server(store=MemoryStore()) as running:
        yield running


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=BOUND) as client:
        yield client


def sit(visitor: Visitor, table: Table) -> Page:
    """Show a table from its first seat, without the cards that appear with it."""
    hold(visitor.page, visitor.url, table)
    visitor.page.wait_for_selector(f".table-page[data-version='{table.version}'] .log li")
    visitor.page.wait_for_function(NAMED)
    visitor.page.evaluate(FINISH)
    visitor.page.evaluate(STOPPED)
    return visitor.page


def play(page: Page, table: Table, notation: str) -> None:
    """Make a move elsewhere, and wait until the page shows it."""
    table.play(notation)
    page.wait_for_selector(f".table-page[data-version='{table.version}']")
    expect(page.locator(".log li a").first).to_have_attribute("href", f"#/table/{table.id}/{table.version}")


def starting(table: Table, verb: str) -> str:
    """The first legal move of a kind."""
    return next(move["notation"] for move in table.moves() if move["notation"].startswith(verb))


def test_drafted_cards_move_from_their_taps_and_offered_ones_from_the_hand(
    visitors: Visitors, http: httpx.Client
) -> None:
    table = create(Client(http), 2, DANK, {"firstSeat": "SEAT_1"}, seed="moving")
    anna = visitors(reduced_motion="no-preference")
    page = sit(anna, table)
    taps = page.evaluate(CARDS, ".taps")
    play(page, table, starting(table, "draft"))
    assert page.evaluate(BEGIN_AT, [taps, ".mine .hand"]) == 3
    expect(page.locator(".flying")).to_have_count(0)
    page.evaluate(FINISH)
    assert page.evaluate(BEGIN_AT, [taps, ".mine .hand"]) == 0

    # The shelf's card begins in the hand; what stays there closes up afterwards.
    held = page.evaluate(CARDS, ".mine .hand")
    page.evaluate("() => delays.splice(0)")
    play(page, table, starting(table, "offer"))
    offered = page.locator(".mine .taproom .fanned").count()
    assert 0 < offered == page.evaluate(BEGIN_AT, [held, ".mine .taproom"])
    delays = page.evaluate("() => delays")
    assert delays.count(0) == offered < len(delays)
    page.evaluate(FINISH)

    # Cards that turn to their other side come from where the log says.
    while table.to_move == 1:
        play(page, table, table.moves()[-1]["notation"])
        page.evaluate(FINISH)
    taps = page.evaluate(CARDS, ".taps")
    play(page, table, starting(table, "draft"))
    page.wait_for_function(f"(seen) => ({BEGIN_AT})(seen) === 3", arg=[taps, ".others .hand"])


def test_nothing_moves_for_those_who_want_less_motion(visitors: Visitors, http: httpx.Client) -> None:
    table = create(Client(http), 2, PINT, {"firstSeat": "SEAT_1"}, seed="moving")
    anna = visitors(reduced_motion="reduce")
    page = sit(anna, table)
    play(page, table, table.moves()[0]["notation"])
    assert page.evaluate("() => delays") == []
