"""Whole games by clicks, in Chromium."""

from __future__ import annotations

import pytest

from tests.web.visitor import DESKTOP, PHONE, Visitors

CHECKED = 6
"""The moves after which the page is checked at both sizes."""


@pytest.mark.parametrize(
    ("kind", "bots", "figures", "context"),
    [
        ("DANK_AND_DRAFT", 2, {"turnCap": 12}, {"has_touch": True, "is_mobile": True, "color_scheme": "dark"}),
        ("PINT_CRAFT", 1, {"roundCap": 4}, {"color_scheme": "dark"}),
        ("BREW_CRAFTERS", 1, {}, {}),
    ],
)
def test_a_whole_game_is_played_by_clicks(
    visitors: Visitors, kind: str, bots: int, figures: dict[str, int], context: dict[str, object]
) -> None:
    anna = visitors(viewport=PHONE, **context)
    anna.open_table(kind, *["RANDOM"] * bots, figures=figures)
    moves = 0
    while anna.to_my_turn():
        if moves < CHECKED:
            anna.check_fits()
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
    assert places.count() == 1 + bots
    anna.check_fits()
    anna.check_accessible()
