"""Two strangers at the web table: the host asks before a seat changes hands, and who loses one is told and watches on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.test_around import press, propose
from tests.web.visitor import Visitors

pytestmark = pytest.mark.ecosystem


def test_a_guest_who_is_removed_before_the_start_reads_it_and_may_sit_down_again(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors(locale="de-DE")
    route = anna.open_table("PINT_CRAFT", "OPEN", "OPEN")
    ben.go(route)
    expect(ben.page.locator("[data-powers=AGREED]")).to_be_visible()
    press(ben.page, "Hier sitzen Platz 2")
    anna.page.get_by_role("button", name="Remove Seat 2").click()
    anna.page.get_by_role("button", name="Really remove? Seat 2").click()
    for _ in range(2):
        told = ben.page.locator("[data-lost=REMOVED]")
        expect(told).to_have_text("Die Spielleitung hat dich von Platz 2 entfernt. Du kannst weiter zusehen.")
        ben.check_accessible()
        ben.page.reload()
    press(ben.page, "Hier sitzen Platz 2")
    expect(ben.page.locator("[data-lost]")).to_have_count(0)


def test_a_seat_changes_hands_by_consent_or_is_lost_with_words(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors()
    ben.go(anna.open_table("DANK_AND_DRAFT", "OPEN"))
    press(ben.page, "Sit here Seat 2")
    propose(anna.page, "Give the seat to a bot")
    expect(ben.page.locator("[data-proposal]")).to_have_count(0)
    press(anna.page, "Propose that to the others?")
    expect(ben.page.locator("[data-proposal=REPLACE_PLAYER]")).to_contain_text("seat to a bot")
    press(ben.page, "Decline")
    expect(ben.page.locator(".plate.me .disc")).to_have_text("2")
    propose(anna.page, "Give the seat to a bot")
    press(anna.page, "Propose that to the others?")
    press(ben.page, "Accept")
    for _ in range(2):
        expect(ben.page.locator("[data-lost=AGREED]")).to_contain_text("You can go on watching.")
        expect(ben.page.get_by_text("You are watching.")).to_be_visible()
        ben.check_accessible()
        ben.page.reload()
