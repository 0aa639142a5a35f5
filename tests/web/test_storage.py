"""Browsers that keep nothing for the page: all works until it is closed, and a line states what is lost then."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.api.server import Server
from tests.web.visitor import Visitor, Visitors

pytestmark = pytest.mark.ecosystem

REFUSE = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("Access is denied.", "SecurityError"); } });
}"""
FILL = """() => {
  let piece = "x".repeat(1 << 20);
  for (let count = 0; piece; count += 1) {
    try { localStorage.setItem(`fill.${count}`, piece); } catch { piece = piece.slice(piece.length / 2 + 1); }
  }
}"""
"""Leaves no room for another byte."""
SEATS = "you lose your seats"


def refused(visitors: Visitors) -> Visitor:
    visitor = visitors()
    visitor.page.add_init_script(REFUSE)
    return visitor


def filled(visitors: Visitors) -> Visitor:
    visitor = visitors()
    visitor.go("/")
    visitor.page.evaluate(FILL)
    with pytest.raises(Exception, match="exceeded the quota"):
        visitor.page.evaluate("() => localStorage.setItem('taphouse.name', 'Ann')")
    return visitor


@pytest.mark.parametrize("guest_of", [refused, filled])
def test_two_play_where_nothing_is_kept(visitors: Visitors, guest_of: Callable[[Visitors], Visitor]) -> None:
    host, guest = guest_of(visitors), guest_of(visitors)
    host.go("/")
    expect(host.page.locator(".kind")).to_have_count(3)
    expect(host.page.locator(".forgets")).to_have_count(0)
    guest.go(host.open_table("DANK_AND_DRAFT", "OPEN"))
    expect(host.page.locator(".forgets")).to_contain_text(SEATS)
    guest.page.get_by_role("button", name="Sit here Seat 2").click()
    for one in (host, guest):
        expect(one.page.locator(".plate.me")).to_have_count(1)
        expect(one.page.locator(".forgets")).to_contain_text(SEATS)
    assert host.move()
    guest.page.get_by_label("Colours").select_option("dark")
    guest.page.get_by_label("Language").select_option("Deutsch")
    expect(guest.page.locator(".forgets")).to_contain_text("verlierst du")
    host.go("/")
    expect(host.page.locator(".rows.mine li")).to_have_count(1)


def test_a_browser_that_forgets_choices_says_so(visitors: Visitors) -> None:
    anna = refused(visitors)
    anna.go("/")
    anna.page.get_by_label("Colours").select_option("dark")
    expect(anna.page.locator(".forgets")).to_contain_text("your name and what you choose")
    anna.check_accessible()


@pytest.mark.parametrize(("path", "shown"), [("/docs", ".contents, nav"), ("/graphql", ".graphiql-container")])
def test_the_other_pages_need_no_storage(visitors: Visitors, server: Server, path: str, shown: str) -> None:
    anna = refused(visitors)
    anna.page.goto(f"{server.url}{path}")
    expect(anna.page.locator(shown).first).to_be_visible()


def test_what_has_room_again_is_kept(visitors: Visitors) -> None:
    anna = filled(visitors)
    anna.page.get_by_label("Colours").select_option("dark")
    expect(anna.page.locator(".forgets")).to_be_visible()
    anna.page.evaluate("() => localStorage.removeItem('fill.0')")
    anna.page.get_by_label("Colours").select_option("light")
    expect(anna.page.locator(".forgets")).to_have_count(0)
    anna.page.reload()
    expect(anna.page.get_by_label("Colours")).to_have_value("light")
