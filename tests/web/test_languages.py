"""The languages of the page: chosen, changed in mid-game, and written as the visitor's region does."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import expect

from taphouse.engine import GAMES
from taphouse.engine.editions import packaged
from taphouse.lab.memory_store import MemoryStore
from tests.api.client import DANK, MINE, Client, seats_of
from tests.api.conftest import http
from tests.api.server import Server
from tests.web.visitor import PHONE, Visitors

pytestmark = pytest.mark.ecosystem

SINCE = int(datetime(2026, 11, 25, 16, 6, tzinfo=UTC).timestamp() * 1000)
HELD = {"gameId": "a" * 24, "kind": "PINT_CRAFT", "since": SINCE, "seats": {}}
MOVED = re.compile("Anna besetzt .*")


@pytest.mark.parametrize(
    ("locale", "heading", "moment"),
    [
        ("en-GB", "Your tables", "25 Nov 2026, 16:06"),
        ("en-US", "Your tables", "Nov 25, 2026, 4:06 PM"),
        ("fr-CH", "Your tables", "25 Nov 2026, 16:06"),
        ("de-CH", "Deine Tische", "25.11.2026, 16:06"),  # codespell:ignore
        ("de-DE", "Deine Tische", "25.11.2026, 16:06"),  # codespell:ignore
    ],
)
def test_dates_follow_the_region(visitors: Visitors, locale: str, heading: str, moment: str) -> None:
    anna = visitors(locale=locale, timezone_id="UTC")
    anna.page.add_init_script(f"localStorage.setItem('taphouse.held.x', {json.dumps(json.dumps(HELD))})")
    anna.go("/")
    mine = anna.page.locator("section", has=anna.page.get_by_role("heading", name=heading))
    assert mine.locator(".muted").inner_text().replace("\u202f", " ") == moment


def test_an_edition_that_a_player_brought_is_named_as_theirs(
    page: None, visitors: Visitors, serving: ExitStack, tmp_path: Path
) -> None:
    one = packaged(GAMES["dank-and-draft"].edition, GAMES["dank-and-draft"].about.package)[0]
    ours = one.source.decode().replace(f'name = "{one.name}"', 'name = "ours"', 1)
    (tmp_path / "ours.toml").write_text(ours, encoding="utf-8")
    store = MemoryStore()
    with Server(store=store, editions_dir=tmp_path) as offering, http(offering) as client:
        seats = seats_of([MINE, MINE])
        offered, stored = (
            Client(client).done("createGame", game={DANK: {}}, seats=seats, edition=name)["game"]["gameId"]
            for name in (one.name, "ours")
        )
    server = serving.enter_context(Server(store=store, games=GAMES))
    anna = visitors(server.url)
    note = anna.page.locator(".note", has_text=re.compile("edition|Ausgabe"))
    anna.go(f"/table/{offered}")
    expect(anna.page.locator(".log li").first).to_be_visible()
    expect(note).to_have_count(0)
    anna.go(f"/table/{stored}")
    expect(note).to_contain_text("A player brought the edition of this game")
    anna.page.get_by_role("button", name="How to play").click()
    expect(anna.page.locator(".guide-panel .note")).to_be_visible()
    anna.page.get_by_label("Language").select_option("Deutsch")
    expect(note.first).to_contain_text("hat ein Spieler mitgebracht")


def test_the_language_changes_in_mid_game(visitors: Visitors) -> None:
    anna = visitors()
    anna.open_table("BREW_CRAFTERS", "RANDOM")
    page = anna.page
    anna.to_my_turn()
    expect(page).to_have_title("Your turn. - Taphouse")
    expect(page.locator(".brewery.mine .money b")).to_have_text("$6")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hint .move")).to_contain_text("Go to")
    page.get_by_text("legal moves, in words").click()
    page.evaluate("() => scrollTo(0, 300)")
    version = anna.version
    page.get_by_label("Language").select_option("Deutsch")
    # What is shown stays where it is, and speaks the other language: the page's words, and what the service says.
    expect(page.locator(".turn")).to_have_text("Du bist am Zug.")
    expect(page.locator(".prompt")).to_contain_text("Führe eine Marktaktion")
    expect(page.locator(".all-moves .move").first).to_contain_text("besetzen")
    expect(page.locator(".hint .move")).to_contain_text("besetzen")
    expect(page.locator(".log li").first).to_contain_text("beginnt")
    expect(page.locator(".brewery.mine .money b")).to_have_text("6\u00a0$")
    expect(page).to_have_title("Du bist am Zug. - Taphouse")
    assert page.evaluate("() => [document.documentElement.lang, scrollY]") == ["de", 300]
    assert anna.version == version
    # So do the streams, and the next visit.
    anna.move()
    expect(page.locator(".log")).to_contain_text(MOVED)
    page.reload()
    expect(page.locator(".log")).to_contain_text(MOVED)
    anna.check_accessible()


def test_the_guide_opens_at_what_is_to_be_decided(visitors: Visitors) -> None:
    anna = visitors()
    anna.go("/")
    page = anna.page
    page.get_by_role("button", name="How to play").first.click()
    guide = page.get_by_role("complementary", name="How to play: Dank & Draft")
    expect(guide.get_by_text("The goal")).to_be_in_viewport()
    expect(guide.locator("[aria-current]")).to_have_count(0)
    guide.get_by_text("Exact rules").click()
    expect(guide.get_by_text("DD-01", exact=True)).to_be_visible()
    page.get_by_role("button", name="How to play").nth(1).click()
    expect(guide).to_have_count(0)
    page.set_viewport_size(PHONE)
    anna.open_table("DANK_AND_DRAFT", "RANDOM")
    for step in ("Draft three beers", "Use an action, if you like"):
        anna.to_my_turn()
        page.get_by_role("button", name="How to play").click()
        expect(guide.locator("[aria-current=step] h4")).to_have_text(step)
        expect(guide.get_by_role("heading", name=step)).to_be_in_viewport()
        expect(guide.get_by_text("The goal")).not_to_be_in_viewport()
        anna.check_accessible()
        anna.check_fits()
        page.keyboard.press("Escape")
        expect(guide).to_have_count(0)
        expect(page.get_by_role("button", name="How to play")).to_be_focused()
        anna.move()
