"""Opening tables: options and their texts, closed seats, lists, and refusals."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.visitor import PHONE, Visitors

pytestmark = pytest.mark.ecosystem


def test_options_are_explained_and_a_refused_one_says_why(visitors: Visitors) -> None:
    anna = visitors(viewport=PHONE)
    anna.new_table("BREW_CRAFTERS")
    anna.page.get_by_text("Options", exact=True).click()
    named = anna.page.get_by_role("group", name="The skilled workers in play by name")
    expect(anna.page.get_by_role("radiogroup", name="the starting player").get_by_label("Seat 1")).to_be_visible()
    expect(anna.page.locator("form")).to_contain_text("without it, “The skilled workers in play” decides")
    named.get_by_label("Brewmaster").check()
    anna.check_accessible()
    anna.check_fits()
    anna.page.get_by_role("button", name="Open the table").click()
    expect(anna.page.locator(".said")).to_contain_text("workers")
    named.get_by_label("Brewmaster").uncheck()
    anna.page.get_by_label("Who sits at seat 2").select_option("MINE")
    anna.page.get_by_role("button", name="Open the table").click()
    anna.page.wait_for_selector(".table-page")
    anna.page.get_by_role("button", name="This table").click()
    expect(anna.page.get_by_role("heading", name="Following the game")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="The other players' seats")).to_have_count(0)


def test_the_host_fills_a_closed_seat_and_a_listed_table_is_found(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors()
    anna.new_table("PINT_CRAFT")
    anna.page.get_by_placeholder("Your name").fill("Anna")
    anna.page.get_by_label("List this table").check()
    anna.page.get_by_label("Start only when I say so").check()
    anna.page.get_by_label("Who sits at seat 2").select_option("OPEN")
    anna.page.get_by_role("button", name="Add a seat").click()
    anna.page.get_by_label("Who sits at seat 3").select_option("CLOSED")
    anna.page.get_by_role("button", name="Open the table").click()
    third = anna.page.locator(".waiting .places li").nth(2)
    expect(third).to_contain_text("Closed")
    ben.go("/")
    ben.page.get_by_role("link", name="Pint Craft Anna").click()
    expect(ben.page.locator(".waiting .places li").nth(2).get_by_role("button")).to_have_count(0)
    ben.page.get_by_role("button", name="Sit here Seat 2").click()
    expect(anna.page.locator(".waiting .places li").nth(1).get_by_role("button", name="Remove")).to_be_visible()
    third.get_by_role("button", name="Sit here").click()
    expect(third).to_contain_text("You")
    # The host gives the own seat another name, chooses who begins, and starts the game.
    anna.page.get_by_label("Your name").fill("Anne")
    anna.page.get_by_role("button", name="Save the name").click()
    expect(ben.page.locator(".waiting .places li").first).to_contain_text("Anne")
    anna.page.get_by_label("Who begins").select_option("2")
    expect(anna.page.get_by_label("Who begins")).to_have_value("2")
    anna.check_accessible()
    anna.page.get_by_role("button", name="Start the game").click()
    anna.page.wait_for_selector(".table-page")
    expect(anna.page.locator(".plate.deciding-now .disc")).to_have_text("2")
    ben.page.wait_for_selector(".table-page")
    # Two seats of this browser: it looks from one of them, and can change.
    anna.page.get_by_role("button", name="Play as").click()
    expect(anna.page.locator(".plate.me")).to_have_count(1)
    anna.go("/")
    expect(anna.page.get_by_role("heading", name="Your tables")).to_be_visible()


def test_german_colours_and_unknown_tables(visitors: Visitors) -> None:
    anna = visitors(locale="de-DE", color_scheme="dark")
    anna.go("/")
    expect(anna.page.get_by_role("heading", name="Setz dich dazu")).to_be_visible()
    anna.check_accessible()
    anna.page.get_by_label("Farben").select_option("light")
    anna.check_accessible()
    assert anna.page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(244, 234, 216)"
    anna.go("/table/aaaaaaaaaaaaaaaaaaaaaaaa")
    expect(anna.page.locator(".problem")).to_be_visible()
