"""The first minute at the page and the last one of a game: whose turn it is, a table by one click, how it ended, and the log."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import DANK, Client, create
from tests.api.server import Server
from tests.clients.test_npm_clients import BREW, PINT
from tests.web.pictures import NAMED, hold, played
from tests.web.visitor import PHONE, Visitors

pytestmark = pytest.mark.ecosystem

TOP = "(part) => part.getBoundingClientRect().top"


@pytest.fixture(scope="module")
def server(page: None) -> Iterator[Server]:
    """A service whose schema the client of the tests knows."""
    with Server(store=MemoryStore()) as running:
        yield running


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as client:
        yield client


def test_who_has_tables_sees_those_first_that_wait_for_them(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors(viewport=PHONE)
    mine, theirs = (create(Client(http), 2, DANK, {"firstSeat": seat}, seed="tables") for seat in ("SEAT_1", "SEAT_2"))
    over = create(Client(http), 2, DANK, {}, seed="tables")
    over.finish()
    for table in (mine, theirs, over):
        hold(anna.page, anna.url, table)
        anna.page.wait_for_selector(".table-page")
    anna.go("/")
    tables = anna.page.locator(".your-tables > .rows li")
    expect(tables.first).to_have_attribute("data-game", mine.id)
    expect(tables.first).to_contain_text("Your turn")
    expect(tables).to_have_count(2)
    expect(anna.page.locator(".your-tables summary")).to_have_text("1 finished")
    assert anna.page.locator(".your-tables").evaluate(TOP) < PHONE["height"] / 3
    assert anna.page.locator(".kinds").evaluate(TOP) > anna.page.locator(".your-tables").evaluate(TOP)
    anna.check_accessible()
    anna.check_fits()


def test_one_click_opens_a_table_against_bots_and_the_strength_is_remembered(visitors: Visitors) -> None:
    anna = visitors(viewport=PHONE)
    anna.go("/new/DANK_AND_DRAFT")
    expect(anna.page.get_by_role("button", name="Open the table")).to_be_hidden()
    anna.check_accessible()
    anna.check_fits()
    anna.page.get_by_role("button", name="Medium").click()
    expect(anna.table).to_have_attribute("data-status", "RUNNING")
    expect(anna.page.locator(".plate")).to_have_count(2)
    anna.go("/new/PINT_CRAFT")
    expect(anna.page.locator(".strengths .primary")).to_have_text("Medium")


def test_the_end_says_by_how_much_and_leads_on(visitors: Visitors, http: httpx.Client) -> None:
    table = create(Client(http), 2, PINT, {}, seed="by how much")
    table.finish()
    first, second = sorted(table.look()["outcome"]["standings"], key=lambda one: one["place"])
    anna = visitors(viewport=PHONE, reduced_motion="no-preference")
    anna.sit(table, first["seat"])
    page = anna.page
    lead = first["points"] - second["points"]
    expect(page.locator("#result")).to_have_text(f"You win by {lead}!" if lead else "You win!")
    counted = page.locator(".counted")
    expect(counted).to_have_count(2)
    expect(counted.first).to_have_text(str(first["points"]))
    assert counted.first.locator(".bar .part").count() == len(first["categories"])
    anna.check_accessible()
    anna.check_fits()
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.locator(".outcome .share input")).to_have_value(re.compile(table.id))
    page.get_by_role("link", name="Look back").click()
    expect(page.locator(".past-note")).to_be_visible()


@pytest.mark.parametrize(("kind", "moves"), [(DANK, 30), (PINT, 40), (BREW, 60)])
@pytest.mark.parametrize("language", ["de-DE", "en-GB"])
def test_the_log_reports_and_gives_no_order(
    visitors: Visitors, http: httpx.Client, kind: str, moves: int, language: str
) -> None:
    anna = visitors(locale=language)
    hold(anna.page, anna.url, played(Client(http), kind, 3, moves))
    anna.page.wait_for_selector(".log li")
    anna.page.wait_for_function(NAMED)
    anna.page.wait_for_function("most => document.querySelectorAll('.log .told').length > most", arg=moves)
    told = anna.page.locator(".log .told").all_inner_texts()
    assert [sentence for sentence in told if re.match(r"(Ada|Ben|Cleo): ", sentence)] == []


def test_sounds_are_switched_in_the_bar_and_stay_so(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors(viewport=PHONE)
    hold(anna.page, anna.url, create(Client(http), 2, DANK, {}, seed="sounds"))
    switch = anna.page.get_by_role("button", name="Sounds when it is your turn")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    anna.check_fits()
    anna.page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")


def test_a_first_game_of_brew_crafters_ends_with_the_first_year(visitors: Visitors, http: httpx.Client) -> None:
    table = played(Client(http), BREW, 2, 40)
    year = table.look()["table"]["year"]
    assert year == 2
    anna = visitors(viewport=PHONE, has_touch=True, is_mobile=True)
    anna.page.add_init_script(f"localStorage.setItem('taphouse.lessons.{table.id}', '[]')")
    anna.sit(table, 1)
    comment = anna.page.locator(".lesson")
    expect(comment).to_contain_text("The first of three years is over")
    expect(comment).to_contain_text(re.compile(r"Points so far: Ada: \d+ and Ben: \d+"))
    expect(comment.get_by_role("link", name="End here")).to_be_visible()
    anna.check_accessible()
    comment.get_by_role("button", name="Go on").click()
    expect(comment).to_have_count(0)
