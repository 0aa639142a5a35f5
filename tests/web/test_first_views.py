"""The bytes that a new visitor's phone loads until a table or the lobby is whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from bench.page import LISTED, NAMED, PHONE, Counted, hold, running
from taphouse.engine import GAMES
from tests.api.server import Server

pytestmark = pytest.mark.ecosystem
FIRST_VIEW = 113_000
"""The most bytes of a first view, as `python -m bench page` counts them."""
WORDIEST = {**PHONE, "locale": "de", "service_workers": "block"}


def counted_view(browser: Browser, url: str, kind: str | None) -> int:
    """The bytes of the first view of a table of a kind of game, or of the lobby, until it is whole."""
    with browser.new_context(**WORDIEST) as context:
        place = kind and running(url, kind)
        if place and kind:
            hold(context, place, kind)
        counted = Counted(context, NAMED if place else LISTED)
        counted.page.goto(f"{url}/#/table/{place.game_id}" if place else url, wait_until="commit")
        counted.page.wait_for_selector(".board-area" if place else ".kinds")
        return counted.received()


@pytest.mark.parametrize("kind", [None, *GAMES])
def test_the_first_view_is_small(browser: Browser, server: Server, kind: str | None) -> None:
    assert FIRST_VIEW / 2 < counted_view(browser, server.url, kind) < FIRST_VIEW
