"""Playing by keyboard alone, and what a screen reader is told."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.api.client import DANK, Client, create
from tests.api.server import Server
from tests.effort import BOUND
from tests.web.visitor import TAKEN, Visitor, Visitors

pytestmark = pytest.mark.ecosystem

LISTEN = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) window.heard.push(node.textContent);
  }).observe(document.querySelector('.unseen[role=log]'), { childList: true });
}"""
FOCUS = "() => document.activeElement.className"


def heard(page: Page) -> list[str]:
    """The announcements since `LISTEN`, in order."""
    found: list[str] = page.evaluate("() => window.heard")
    return found


def make_a_move(anna: Visitor) -> None:
    """Make the move that B or M leads to, by Enter alone."""
    page = anna.page
    page.keyboard.press("b")
    if "playable" not in page.evaluate(FOCUS):
        page.keyboard.press("m")
    before = anna.version
    if page.locator(":focus").get_attribute("data-more") is not None:
        while page.locator("[data-amounts=play]").get_attribute("aria-disabled") == "true":
            page.keyboard.press("m" if page.locator(":focus").get_attribute("aria-disabled") == "true" else "Enter")
        page.locator("[data-amounts=play]").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(TAKEN, arg=before)
    if page.locator("dialog .move").count():
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    page.wait_for_function("seen => document.querySelector('.table-page').dataset.version > seen", arg=before)


def test_a_whole_game_is_played_by_keyboard_alone(visitors: Visitors) -> None:
    anna = visitors()
    anna.open_table("DANK_AND_DRAFT", "RANDOM", figures={"turnCap": 6})
    moves = 0
    while anna.to_my_turn():
        make_a_move(anna)
        moves += 1
        assert anna.page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"
    assert anna.status == "OVER"
    assert moves > 3


def test_keys_lead_to_the_board_the_moves_and_the_log_and_can_be_turned_off(visitors: Visitors) -> None:
    anna = visitors()
    anna.open_table("DANK_AND_DRAFT", "RANDOM")
    anna.to_my_turn()
    page, press = anna.page, anna.page.keyboard.press
    focused = page.locator(":focus")
    press("b")
    first = focused.get_attribute("data-spot")
    expect(page.locator("#tip")).to_be_visible()
    press("b")
    expect(focused).not_to_have_attribute("data-spot", str(first))
    press("Shift+B")
    expect(focused).to_have_attribute("data-spot", str(first))
    expect(page.locator(".log a")).to_have_count(anna.version)
    press("l")
    expect(focused).to_have_attribute("href", f"#/table/{page.url.rpartition('/')[2]}/{anna.version}")
    press("m")
    assert page.evaluate(FOCUS) == "prompt"  # a line of the taps is drafted on the board
    press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    anna.check_accessible()
    press("b")  # nothing behind a dialog gets the focus
    expect(focused).to_have_accessible_name("Close")
    page.get_by_label("Use these keys").uncheck()
    press("Escape")
    assert page.evaluate(FOCUS) == "prompt"
    press("b")
    assert page.evaluate(FOCUS) == "prompt"
    page.reload()
    anna.to_my_turn()
    press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Keyboard").click()
    page.get_by_label("Use these keys").check()
    press("Escape")
    press("b")
    expect(focused).to_have_attribute("data-spot", str(first))
    # What is typed is no shortcut.
    page.get_by_text("legal moves, in words").click()
    page.get_by_label("Language").focus()
    press("b")
    expect(page.get_by_label("Language")).to_be_focused()


def test_what_others_do_is_announced_once_and_in_order(tiny_too: Server, visitors: Visitors) -> None:
    with httpx.Client(base_url=tiny_too.url, trust_env=False, timeout=BOUND) as http:
        table = create(Client(http), 2, DANK, {"firstSeat": "SEAT_1"})
        while table.version < 14 or table.to_move != 1:
            table.play(table.moves()[-1]["notation"])
        anna = visitors(tiny_too.url)
        anna.sit(table, 2)
        expect(anna.page.locator(".log li")).to_have_count(table.version)
        expect(anna.page.locator(".unseen[role=log] p")).to_have_count(0)  # what happened before is no news
        anna.page.evaluate(LISTEN)
        since, prompt = table.version, "Your turn. "
        while table.to_move == 1:
            table.play(table.moves()[-1]["notation"])
        expect(anna.page.locator(".deciding.mine")).to_be_visible()
        token = {"authorization": f"Bearer {table.seat(2).token}"}
        entries = http.get(f"/v1/games/{table.id}/history?after={since}", headers=token).json()["entries"]
        said = [event["sentence"] for entry in entries for event in entry["events"]]
        anna.page.wait_for_function(f"() => window.heard.at(-1)?.startsWith('{prompt}')")
        told = heard(anna.page)
        assert told[:-1] == said
        assert len(entries) > 1
