"""Whole games by clicks, in Chromium."""

from __future__ import annotations

import pytest

from tests.web.visitor import PHONE, Visitors

CHECKED = (0, 25)
"""The moves before which the page is checked for accessibility."""


@pytest.mark.parametrize(
    ("kind", "bots", "context"),
    [
        ("DANK_AND_DRAFT", 2, {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}),
        ("PINT_CRAFT", 1, {"color_scheme": "dark"}),
        ("BREW_CRAFTERS", 1, {}),
    ],
)
def test_a_whole_game_is_played_by_clicks(visitors: Visitors, kind: str, bots: int, context: dict[str, object]) -> None:
    anna = visitors(**context)
    anna.open_table(kind, *["RANDOM"] * bots)
    moves = 0
    while anna.to_my_turn():
        if moves in CHECKED:
            anna.check_accessible()
            anna.check_fits()
        anna.move()
        moves += 1
    assert anna.status == "OVER"
    assert moves > 2
    places = anna.page.locator(".outcome tbody tr")
    assert places.count() == 1 + bots
    anna.check_accessible()
    anna.check_fits()


def test_every_board_fits_a_phone(visitors: Visitors) -> None:
    anna = visitors(viewport=PHONE, has_touch=True, is_mobile=True)
    for kind in ("DANK_AND_DRAFT", "PINT_CRAFT", "BREW_CRAFTERS"):
        anna.open_table(kind, "RANDOM")
        for _ in range(3):
            anna.check_fits()
            anna.move()
    anna.check_accessible()
