"""Whole games by clicks, in Chromium, and in a language in which every letter is marked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.languages.marked import marked
from tests.web.visitor import DESKTOP, PHONE, Visitors

pytestmark = pytest.mark.ecosystem

CHECKED = 6
"""The moves after which the page is checked at both sizes."""


@pytest.fixture(scope="module")
def server(page: None) -> Iterator[Server]:
    """A service that speaks the marked language, too."""
    with marked(GAMES.values()), Server(store=MemoryStore(), games=GAMES) as running:
        yield running


@pytest.mark.parametrize(
    ("kind", "bots", "figures", "context"),
    [
        ("DANK_AND_DRAFT", 2, {"turnCap": 12}, {"has_touch": True, "is_mobile": True, "color_scheme": "dark"}),
        ("PINT_CRAFT", 1, {"roundCap": 4}, {"color_scheme": "dark"}),
        ("BREW_CRAFTERS", 1, {}, {}),
    ],
)
def test_a_whole_game_is_played_by_clicks_and_nothing_is_left_in_english(
    visitors: Visitors, kind: str, bots: int, figures: dict[str, int], context: dict[str, object]
) -> None:
    anna = visitors(viewport=PHONE, **context)
    anna.mark_german()
    anna.open_table(kind, *["RANDOM"] * bots, figures=figures)
    anna.page.get_by_label("Language").select_option("Deutsch")
    anna.page.wait_for_function("() => document.documentElement.lang === 'de'")
    moves = 0
    while anna.to_my_turn():
        if moves < CHECKED:
            anna.check_fits()
        if moves % CHECKED == 0:
            anna.check_marked()
        if moves == CHECKED:
            anna.check_accessible()
            anna.page.set_viewport_size(DESKTOP)
            anna.check_fits()
            anna.page.set_viewport_size(PHONE)  # there is less to paint
        anna.move()
        moves += 1
    assert anna.status == "OVER"
    assert moves > 2
    places = anna.page.locator(".outcome tbody tr")
    expect(places).to_have_count(1 + bots)
    anna.check_fits()
    anna.check_accessible()
    for control in (
        "[aria-expanded]",
        "button:not([aria-expanded], [aria-pressed])",
    ):  # the guide, and the table's menu
        anna.page.locator(f".table-bar > {control}").click()
    anna.page.wait_for_selector(".guide-panel .step")
    anna.check_marked()


@pytest.mark.parametrize("kind", GAMES)
def test_nothing_around_a_game_is_left_in_english(visitors: Visitors, kind: str) -> None:
    anna = visitors(locale="de-DE")
    anna.mark_german()
    anna.go("/")
    anna.page.wait_for_selector(".kind")
    anna.check_marked()
    anna.new_table(kind.upper().replace("-", "_"))
    anna.page.locator(".options summary").click()
    anna.page.locator(".places select").nth(1).select_option("OPEN")
    anna.page.locator(".terms select").first.select_option("bank")
    anna.check_marked()
    anna.page.locator("form > .primary").click()
    anna.page.locator(".waiting [data-invite] button").click()
    anna.page.wait_for_selector(".waiting [data-invite] .share")
    anna.check_marked()
