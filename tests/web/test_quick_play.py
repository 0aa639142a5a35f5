"""Play now: one click to a table with others, on the terms of last time, and a way out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.web.visitor import PHONE, SECONDS, Visitor, Visitors

pytestmark = pytest.mark.ecosystem


GIVE_UP = """() => {
  const [key] = Object.keys(localStorage).filter((name) => name.startsWith('taphouse.held.'));
  const { gameId, seats } = JSON.parse(localStorage[key]);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${seats[1]}` };
  const query = `mutation { leaveSeat(gameId: "${gameId}") { __typename } }`;
  return fetch('./graphql', { method: 'POST', headers, body: JSON.stringify({ query }) }).then((answer) => answer.text());
}"""
"""Has the seat given up elsewhere, as the service does for a player who is away."""


@pytest.fixture
def server(page: None) -> Iterator[Server]:
    """A service of whose players nobody waits yet."""
    with Server(store=MemoryStore(), games=GAMES) as running:
        yield running


def terms(visitor: Visitor) -> Locator:
    return visitor.page.locator("#quick-terms")


def choose(visitor: Visitor, field: str, value: str) -> None:
    visitor.page.locator(".quick").get_by_label(field).select_option(value)


def test_two_strangers_meet_by_one_click_each(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors(viewport=PHONE, locale="de-DE", color_scheme="dark")
    anna.go("/")
    expect(terms(anna)).to_have_text("Dank & Draft · 2 players · Any clock")
    anna.page.get_by_role("button", name="Play now").click()
    expect(anna.page.get_by_role("heading", name="Dank & Draft: looking for players")).to_be_visible()
    expect(anna.page.locator(".places li")).to_have_count(2)
    expect(anna.page.get_by_text("Waiting for somebody …")).to_have_count(1)
    anna.check_accessible()
    anna.page.set_viewport_size(PHONE)
    anna.check_fits()
    ben.go("/")
    ben.check_accessible()
    ben.check_fits()
    ben.page.get_by_role("button", name="Jetzt spielen").click()
    for visitor in (anna, ben):
        expect(visitor.table).to_have_attribute("data-status", "RUNNING")
    assert anna.page.url == ben.page.url
    # The game goes on when one of them looks at another page.
    anna.go("/")
    expect(anna.page.locator(".rows.mine li")).to_have_count(1)
    expect(ben.table).to_have_attribute("data-status", "RUNNING")


def test_a_player_who_stops_looking_or_leaves_the_page_is_met_by_nobody(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors()
    for leave in (
        lambda: anna.page.get_by_role("link", name="Stop looking").click(),
        anna.page.go_back,
        lambda: anna.go("/new/PINT_CRAFT"),
    ):
        anna.go("/")
        anna.page.mouse.move(0, 0)  # what comes under a resting pointer cannot be pressed at once
        anna.page.get_by_role("button", name="Play now").click()
        expect(anna.page.get_by_text("Waiting for somebody …")).to_be_visible()
        with anna.page.expect_response(lambda response: "LeaveSeat" in (response.request.post_data or "")):
            leave()
    anna.go("/")
    anna.page.mouse.move(0, 0)
    expect(anna.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(anna.page.locator(".rows.mine li")).to_have_count(0)
    ben.go("/")
    ben.page.get_by_role("button", name="Play now").click()
    expect(ben.page.get_by_text("Waiting for somebody …")).to_be_visible()
    # A reload is no leave: the seat is still there.
    ben.page.reload()
    expect(ben.page.locator(".places li").first).to_contain_text("You")
    anna.page.get_by_role("button", name="Play now").click()
    for visitor in (anna, ben):
        expect(visitor.table).to_have_attribute("data-status", "RUNNING")


def test_a_player_does_not_meet_themselves_in_another_tab(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors()
    anna.go("/")
    tab = anna.page.context.new_page()
    tab.goto(anna.page.url)
    anna.page.get_by_role("button", name="Play now").click()
    expect(anna.page.get_by_text("Waiting for somebody …")).to_be_visible()
    expect(tab.locator(".rows.mine li")).to_have_count(1)
    tab.get_by_role("button", name="Play now").click()
    expect(tab.get_by_text("Waiting for somebody …")).to_be_visible()
    assert tab.url == anna.page.url
    ben.go("/")
    ben.page.get_by_role("button", name="Play now").click()
    for page in (anna.page, tab, ben.page):
        expect(page.locator(".table-page")).to_have_attribute("data-status", "RUNNING")


def test_the_terms_are_remembered_and_bots_fill_in_where_they_may(visitors: Visitors) -> None:
    anna = visitors()
    anna.go("/")
    anna.page.get_by_text("Change", exact=True).click()
    choose(anna, "Game", "PINT_CRAFT")
    choose(anna, "Players", "3")
    choose(anna, "Clock", "quickClockMinutes")
    anna.page.get_by_label("Your name").fill("Anna")
    anna.page.get_by_label("Let bots play").check()
    anna.check_accessible()
    anna.page.set_viewport_size(PHONE)
    anna.check_fits()
    anna.page.reload()
    expect(terms(anna)).to_have_text("Pint Craft · 3 players · 5 minutes for each move · Bots after 20 seconds")
    anna.page.get_by_role("button", name="Play now").click()
    expect(anna.page.get_by_text("Waiting for somebody …")).to_have_count(2)
    expect(anna.page.locator(".places li").first).to_contain_text("Anna")
    expect(anna.table).to_have_attribute("data-status", "RUNNING", timeout=2 * SECONDS)
    expect(anna.page.locator(".plate")).to_have_count(3)
    expect(anna.page.locator(".plate", has_text="Bot")).to_have_count(2)


def test_a_player_whose_seat_was_given_up_meanwhile_can_look_again(visitors: Visitors) -> None:
    anna = visitors()
    anna.go("/")
    anna.page.get_by_role("button", name="Play now").click()
    expect(anna.page.get_by_text("Waiting for somebody …")).to_be_visible()
    assert "GameChanged" in anna.page.evaluate(GIVE_UP)
    expect(anna.page.get_by_text("You were away, so you gave up your seat.")).to_be_visible()
    anna.check_accessible()
    anna.page.get_by_role("link", name="Play now").click()
    expect(anna.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(anna.page.locator(".rows.mine li")).to_have_count(0)
