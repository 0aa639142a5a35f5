"""A waiting room shows how it fills and who is there, and offers something to do meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.visitor import PHONE, Visitor, Visitors

pytestmark = pytest.mark.ecosystem


def waiting(anna: Visitor) -> Page:
    """The waiting room of a new table for three."""
    anna.new_table("PINT_CRAFT")
    page = anna.page
    page.get_by_placeholder("Your name").fill("Anna")
    page.get_by_label("Who sits at seat 2").select_option("OPEN")
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_label("Who sits at seat 3").select_option("OPEN")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".filled")).to_have_text("1 of 3 seats are taken")
    return page


def test_seats_fill_before_ones_eyes_and_tell_who_is_there(visitors: Visitors) -> None:
    anna, ben, cleo = visitors(viewport=PHONE), visitors(), visitors()
    page = waiting(anna)
    places = page.locator(".waiting .places li")
    expect(places.locator(".avatar")).to_have_count(1)
    link = page.locator(".share input").first.input_value()
    anna.check_accessible()
    anna.check_fits()

    ben.page.goto(link)
    ben.page.get_by_role("button", name="Sit here Seat 2").click()
    expect(page.locator(".filled")).to_have_text("2 of 3 seats are taken")
    expect(places.nth(1).locator(".avatar")).to_be_visible()
    expect(places.nth(1).locator(".presence.HERE")).to_be_visible()

    # They talk, and who comes later reads it.
    talk = ben.page.locator(".talk")
    talk.get_by_role("button", name="Good luck!").click()
    expect(page.locator(".talk .lines p")).to_contain_text(["Good luck!"])
    anna.check_accessible()
    anna.check_fits()
    page.locator(".talk").get_by_text("More", exact=True).click()
    page.get_by_label("Players can say").select_option("FREE")
    expect(page.locator(".talk").get_by_role("textbox")).to_be_visible()
    ben.page.goto("about:blank")
    expect(places.nth(1).locator(".presence.HERE")).to_have_count(0)

    # With the last one it starts, without a word of anybody.
    cleo.page.goto(link)
    expect(cleo.page.locator(".talk")).to_have_count(0)  # they don't sit there yet
    cleo.page.get_by_role("button", name="Sit here Seat 3").click()
    page.wait_for_selector(".table-page")
    expect(cleo.page.locator(".talk .lines p")).to_contain_text(["Good luck!"])


def test_who_waits_can_learn_in_another_window_meanwhile(visitors: Visitors) -> None:
    anna = visitors()
    page = waiting(anna)
    meanwhile = page.locator(".meanwhile")
    with page.context.expect_page() as opened:
        meanwhile.locator("[data-learn]").click()
    opened.value.wait_for_selector(".lesson")
    opened.value.close()
    with page.context.expect_page() as opened:
        meanwhile.get_by_role("link", name="Practise against bots").click()
    opened.value.wait_for_selector(".new-table")
    opened.value.close()
    meanwhile.get_by_role("button", name="How to play").click()
    page.wait_for_selector(".guide-panel .step")
    expect(page.locator(".waiting .filled")).to_be_visible()
