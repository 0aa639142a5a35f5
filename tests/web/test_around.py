"""Surroundings of a game at the web table: clocks, invites, proposals, undos, absent players and rematches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.api.server import until
from tests.web.conftest import Clock
from tests.web.visitor import PHONE, Visitors

pytestmark = pytest.mark.ecosystem


def press(page: Page, name: str) -> None:
    page.mouse.move(0, 0)  # or a second click on the same place would be one too many
    page.get_by_role("button", name=name, exact=True).click()


def propose(page: Page, what: str) -> None:
    press(page, "This table")
    press(page, what)


def test_two_friends_meet_by_an_invite_and_play_by_the_clock(visitors: Visitors, clock: Clock) -> None:
    anna, ben = visitors(), visitors(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    anna.new_table("DANK_AND_DRAFT")
    anna.page.get_by_placeholder("Your name").fill("Anna")
    anna.page.get_by_label("Who sits at seat 2").select_option("CLOSED")
    anna.page.get_by_label("Clock").select_option("perMove")
    anna.page.get_by_label("Time per move").select_option("60")
    anna.check_accessible()
    press(anna.page, "Open the table")
    press(anna.page, "Invite Seat 2")
    link = anna.page.get_by_label("takes seat 2").input_value()

    # An invite that is revoked is worth nothing. The next one takes the closed seat, and keeps the name.
    press(anna.page, "Revoke the invites to this seat")
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    press(ben.page, "Take the seat")
    expect(ben.page.get_by_role("alert")).to_contain_text("invite")
    ben.faults.clear()
    press(anna.page, "Invite Seat 2")
    ben.page.goto(anna.page.get_by_label("takes seat 2").input_value())
    ben.check_accessible()
    press(ben.page, "Take the seat")
    expect(anna.page.locator(".plate", has_text="Ben")).to_be_visible()

    # The clock of the seat that decides runs, by the time of the store. When it is over, everybody is told.
    running = anna.page.locator(".time.runs")
    expect(running).to_have_count(1)
    expect(running).to_have_text(re.compile(r"0:[45]\d"))
    anna.check_accessible()
    ben.check_fits()
    before = anna.version
    clock += 60
    for window in (anna, ben):
        expect(window.page.locator("p.note")).to_contain_text("time")
    until(lambda: anna.version > before, "the time-out on the page")

    # They stop the clock together, and either goes on.
    propose(anna.page, "A pause")
    expect(anna.page.locator("[data-proposal=PAUSE]")).to_contain_text("Waiting for Ben")
    press(ben.page, "Accept")
    expect(anna.page.get_by_text("The game is paused: no clock runs")).to_be_visible()
    for window in (anna, ben):
        expect(window.page.locator(".prompt .turn")).to_have_count(0)
        expect(window.page).not_to_have_title(re.compile("Your turn"))
    expect(ben.page.locator(".spot.playable, .time.runs")).to_have_count(0)
    anna.check_accessible()
    press(ben.page, "Resume the game")
    expect(running).to_have_count(1)


def test_moves_are_taken_back_alone_or_by_consent(visitors: Visitors) -> None:
    anna, ben, carl = visitors(), visitors(), visitors()
    route = anna.open_table("DANK_AND_DRAFT", "OPEN")
    ben.go(route)
    press(ben.page, "Sit here Seat 2")
    expect(ben.page.locator(".prompt")).to_be_focused()  # the button that had the focus is gone
    anna.move()  # a draft shows new beers to both
    drafted = anna.version
    press(anna.page, "Take back your last move")
    expect(anna.page.get_by_role("alert")).to_contain_text("revealed something")
    press(anna.page, "Ask to take back your last move")
    press(ben.page, "Decline")
    expect(ben.page.locator(".prompt")).to_be_focused()
    expect(anna.page.locator("p.note")).to_contain_text("declines")
    press(anna.page, "Ask to take back your last move")
    expect(ben.page.locator("[data-proposal=UNDO]")).to_contain_text(f"version {drafted - 1}")
    press(anna.page, "Withdraw")
    expect(ben.page.locator("[data-proposal]")).to_have_count(0)
    press(anna.page, "Ask to take back your last move")
    press(ben.page, "Accept")
    expect(anna.page.locator(".tap .beer-card")).to_have_count(9)
    expect(anna.page.locator(".take-back")).to_have_count(0)

    # A player who goes away is replaced by a bot, and comes back.
    propose(anna.page, "A bot plays until they return")
    press(anna.page, "Propose that to the others?")
    press(ben.page, "Accept")
    expect(anna.page.locator(".plate", has_text="away")).to_be_visible()
    ben.check_accessible()
    press(ben.page, "Return to your seat")
    expect(anna.page.locator(".plate", has_text="away")).to_have_count(0)

    # The game ends by agreement. Both go to the next one, where the seats have moved on. Who watches is told of it.
    carl.go(route)
    propose(ben.page, "An end without a result")
    press(anna.page, "Accept")
    expect(ben.page.get_by_text("The players agreed to end the game without a result.")).to_be_visible()
    before = anna.page.url
    press(ben.page, "Play again")
    press(anna.page, "Accept")
    for window, seat in ((anna, "2"), (ben, "1")):
        window.page.wait_for_url(lambda url: url != before)
        expect(window.page.locator(".plate.me .disc")).to_have_text(seat)
    assert anna.page.url == ben.page.url
    carl.page.get_by_role("link", name="Watch the next game").click()
    carl.page.wait_for_url(anna.page.url)


def test_a_seat_is_opened_in_a_running_game_and_a_bot_agrees_to_play_again(visitors: Visitors) -> None:
    anna, carl = visitors(), visitors()
    route = anna.open_table("BREW_CRAFTERS", "RANDOM")
    anna.move()
    carl.go(route)
    expect(carl.page.get_by_text("You are watching.")).to_be_visible()
    propose(anna.page, "Open the seat to everybody")
    press(anna.page, "Really give the seat away?")
    anna.page.keyboard.press("Escape")
    carl.page.get_by_label("Your name").fill("Carl")
    carl.check_accessible()
    press(carl.page, "Sit here Seat 2")
    expect(carl.page.locator(".plate.me .disc")).to_have_text("2")
    expect(carl.page.locator(".plate.me")).to_contain_text("Carl")
    carl.new_table("PINT_CRAFT")
    expect(carl.page.get_by_placeholder("Your name")).to_have_value("Carl")
    propose(anna.page, "Give the seat to a bot")
    press(anna.page, "Really give the seat away?")
    expect(anna.page.locator(".plate").nth(1)).to_contain_text("Bot")
    press(anna.page, "End the game for everybody")
    press(anna.page, "Really end the game for everybody?")
    before = anna.page.url
    press(anna.page, "Play again")
    anna.page.wait_for_url(lambda url: url != before)
    anna.page.wait_for_selector(".table-page")
