"""Tips, the choices of a card, and what an amount is for stand at the thing that they are about."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from playwright.sync_api import expect

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import DANK, Client, Table, create
from tests.api.server import Server
from tests.clients.test_npm_clients import BREW, PINT
from tests.web.pictures import NAMED, hold, played, rank
from tests.web.visitor import Visitors

pytestmark = pytest.mark.ecosystem

LAPTOP = {"width": 1366, "height": 768}
COVERED = """() => {
  const tip = document.getElementById('tip').getBoundingClientRect();
  const own = document.querySelector('[aria-describedby=tip]');
  const things = [own, ...document.querySelectorAll('.spot.playable')].map((thing) => thing.getBoundingClientRect());
  const beside = (one) => one.left >= tip.right || tip.left >= one.right || one.top >= tip.bottom || tip.top >= one.bottom;
  return things.filter((one) => !beside(one)).length;
}"""
"""The number of things that the tip covers: outlined ones, and that which it is about."""
BACKDROP = "(dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor"
CLEAR = "rgba(0, 0, 0, 0)"


@pytest.fixture(scope="module")
def server(page: None) -> Iterator[Server]:
    """A service whose schema the client of the tests knows."""
    with Server(store=MemoryStore()) as running:
        yield running


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as client:
        yield client


def until(client: Client, kind: str, task: str) -> Table:
    """A game at a decision of the first seat with this task."""
    table = create(client, 2, kind, {"firstSeat": "SEAT_1"}, seed=f"until {task}")
    for _ in range(200):
        decision = table.look()["decision"]
        if decision["task"] == task and decision["seat"] == 1:
            return table
        legal = table.moves()
        table.play(min(legal, key=rank)["notation"])
    raise AssertionError(f"no decision of the task {task}")


def test_a_tip_comes_when_the_pointer_rests_and_covers_no_choice(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors(viewport=LAPTOP)
    page = anna.page
    page.clock.install()
    hold(page, anna.url, played(Client(http), PINT, 3, 60))
    page.wait_for_selector(".log li")
    page.wait_for_function(NAMED)
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))  # the machine may be slow
    for card in page.locator(".mine .hand .spot").all():
        card.hover()
        page.clock.run_for(450)
        expect(page.locator("#tip")).to_have_count(0)
        page.clock.run_for(100)
        expect(page.locator("#tip")).to_be_visible()
        assert page.evaluate(COVERED) == 0
        page.mouse.move(0, 0)
        expect(page.locator("#tip")).to_have_count(0)


def test_how_many_beers_to_offer_is_chosen_at_the_card(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors(viewport=LAPTOP)
    page = anna.page
    table = until(Client(http), DANK, "act")
    anna.sit(table, 1)
    several = page.locator('.mine .hand [data-moves="2"], .mine .hand [data-moves="3"]').first
    several.click()
    choices = page.locator("dialog")
    assert choices.evaluate(BACKDROP) == CLEAR
    card, box = several.bounding_box(), choices.bounding_box()
    assert card is not None
    assert box is not None
    assert min(abs(card["y"] - box["y"] - box["height"]), abs(box["y"] - card["y"] - card["height"])) < 10
    assert box["x"] < card["x"] + card["width"]
    assert card["x"] < box["x"] + box["width"]
    anna.check_accessible()
    page.mouse.move(0, 0)  # what comes near a resting pointer cannot be pressed at once
    before = anna.version
    choices.get_by_role("button", name="Offer 2").click()
    page.wait_for_function("before => document.querySelector('.table-page').dataset.version > before", arg=before)


def test_who_chooses_ingredients_sees_what_the_recipes_still_take(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors(viewport=LAPTOP)
    table = until(Client(http), PINT, "choose")
    anna.sit(table, 1)
    goals = anna.page.locator(".goals li")
    expect(goals).to_have_count(len([one for one in table.look()["table"]["stacks"] if one["top"]]))
    before = goals.first.inner_text()
    expect(goals.first).to_contain_text("missing")
    for more in anna.page.locator("[data-more]").all():
        more.click()
        if goals.first.inner_text() != before:
            break
    assert goals.first.inner_text() != before
    anna.check_accessible()


def test_goods_lie_on_a_stall_in_a_heap(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors(viewport=LAPTOP)
    table = create(Client(http), 2, BREW, {}, seed="goods")
    anna.sit(table, 1)
    goods = next(space for space in table.look()["table"]["spaces"] if space["count"])
    heap = anna.page.locator(f'[data-spot="space:{goods["name"]}"] .pieces .picture')
    expect(heap).to_have_count(min(8, goods["count"]))
