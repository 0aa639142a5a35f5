"""A newcomer learns a game at the table: by a first game with comments, explanations, hints, and reasons of refusals."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.visitor import PHONE, Visitor, Visitors


def comment(anna: Visitor) -> Locator:
    return anna.page.locator(".lesson")


@pytest.mark.parametrize(
    ("kind", "title", "comments"),
    [
        ("DANK_AND_DRAFT", "Dank & Draft", ["You run a taproom", "Each turn begins with a draft", "show you their backs"]),
        ("PINT_CRAFT", "Pint Craft", ["You collect ingredients", "look for a Recipe that you want"]),
        ("BREW_CRAFTERS", "Brew Crafters", ["You run a brewery", "Place a token", "Each shift has one action"]),
    ],
)
def test_a_first_game_is_one_click_away_and_commented(
    visitors: Visitors, kind: str, title: str, comments: list[str]
) -> None:
    anna = visitors(viewport=PHONE)
    anna.go("/")
    anna.page.get_by_role("button", name=f"Learn {title} in 10 minutes").click()
    anna.to_my_turn()
    expect(comment(anna)).to_contain_text("outlined in green")
    anna.check_accessible()
    texts = list[str]()
    while len(texts) < 3 and anna.to_my_turn():
        if comment(anna).count():
            texts.append(comment(anna).inner_text())
            anna.check_fits()
        anna.move()
    told = " ".join(texts)
    assert [told.count(part) for part in comments] == [1] * len(comments), told


def test_comments_are_dismissed_one_by_one_or_all_at_once(visitors: Visitors) -> None:
    anna = visitors(locale="de-DE")
    anna.go("/")
    anna.page.get_by_role("button", name="Dank & Draft in 10 Minuten lernen").click()
    anna.to_my_turn()
    expect(comment(anna)).to_contain_text("Du führst einen Schankraum.")
    anna.page.get_by_role("button", name="OK", exact=True).click()
    expect(comment(anna)).to_have_count(0)
    anna.move()
    anna.to_my_turn()
    expect(comment(anna)).to_contain_text("die Rückseiten")
    anna.page.reload()
    expect(comment(anna)).to_contain_text("die Rückseiten")
    expect(comment(anna)).not_to_contain_text("Du führst einen Schankraum.")
    anna.page.get_by_role("button", name="Keine Hinweise mehr").click()
    expect(comment(anna)).to_have_count(0)
    anna.move()
    anna.to_my_turn()
    expect(comment(anna)).to_have_count(0)


def refusal(anna: Visitor, place: str) -> str:
    """Click a place at which no move is legal: why there is none."""
    anna.page.locator(f'[data-spot="{place}"][data-moves="0"]').first.click()
    why = anna.page.locator("dialog .why-not")
    said = why.inner_text()
    anna.page.keyboard.press("Escape")
    return said


def in_german(visitors: Visitors, kind: str) -> Visitor:
    """A table of the visitor and a bot, where the visitor must decide."""
    anna = visitors()
    anna.open_table(kind, "RANDOM")
    anna.page.get_by_label("Language").select_option("Deutsch")
    expect(anna.page.locator(".turn")).to_have_text("Du bist am Zug.")
    return anna


FIRST = "Erst steht eine andere Entscheidung an."


def test_dank_and_draft_says_why_something_cannot_be_done(visitors: Visitors) -> None:
    anna = in_german(visitors, "DANK_AND_DRAFT")
    mine = anna.page.locator('[data-spot^="own:1:"]').first.get_attribute("data-spot")
    theirs = anna.page.locator('[data-spot^="theirs:2:"]').first.get_attribute("data-spot")
    assert mine is not None
    assert theirs is not None
    draft = f"{FIRST} Nimm die drei Biere einer vollständigen Reihe oder Spalte."
    assert refusal(anna, mine) == refusal(anna, theirs) == refusal(anna, "stack:2:IPA") == draft
    anna.move()
    anna.to_my_turn()
    done = "In diesem Zug hast du schon Biere genommen; die Phasen folgen aufeinander."
    tap = anna.page.locator('[data-spot^="tap:"][data-moves="0"]').first.get_attribute("data-spot")
    assert tap is not None
    assert refusal(anna, "line:ROW_1") == refusal(anna, tap) == done
    assert refusal(anna, "stack:2:IPA") == "Es wird keine Aktion ausgeführt; nimm erst eine aus einer fremden Hand."


def test_pint_craft_says_why_something_cannot_be_done(visitors: Visitors) -> None:
    anna = in_german(visitors, "PINT_CRAFT")
    recipe = anna.page.locator('[data-spot^="recipe:"]').first.get_attribute("data-spot")
    assert recipe is not None
    assert refusal(anna, recipe).startswith("Gebraut und gezogen wird nach dem Spielen von Karten")
    # A choice of ingredients goes as far as the rules let it.
    while not anna.page.locator(".amounts").count():
        anna.move()
        anna.to_my_turn()
    play = anna.page.locator("[data-amounts=play]")
    play.click(force=True)  # it is disabled
    expect(anna.page.locator(".amounts .why-not")).to_contain_text("Zu wenig")
    more = anna.page.locator("[data-more]").first
    while more.get_attribute("aria-disabled") != "true":
        more.click()
    more.click(force=True)
    expect(anna.page.locator(".amounts .why-not")).to_contain_text(re.compile("Zu viel|Im Vorrat|nicht wählen"))


def test_brew_crafters_says_why_something_cannot_be_done(visitors: Visitors) -> None:
    anna = in_german(visitors, "BREW_CRAFTERS")
    market = "Es ist nicht die Brauereiphase. Führe eine Marktaktion auf einem freien Feld aus."
    assert refusal(anna, "recipe:ale") == refusal(anna, "tile:1:farm") == refusal(anna, "tank:1") == market
    assert refusal(anna, "worker:intern").startswith(FIRST)
    anna.page.locator('[data-spot="space:maltster"]').click()
    anna.to_my_turn()
    assert refusal(anna, "space:maltster") == "„Mälzerei“ ist in dieser Jahreszeit schon von Anna besetzt."
    assert refusal(anna, "deal:coffee-roaster") == "Die Partnerschaft „Kaffeerösterei“ hast du nicht."


def test_a_hint_shows_a_move_and_what_a_search_found(visitors: Visitors) -> None:
    anna = visitors()
    anna.open_table("DANK_AND_DRAFT", "RANDOM")
    page = anna.page
    page.get_by_role("button", name="Hint", exact=True).click()
    hinted = page.locator(".hint .move")
    label = hinted.inner_text().removesuffix("(Hint)").strip()
    assert page.locator(".spot.hinted").count() == 4  # the handle and its taps
    page.get_by_text("legal moves, in words").click()
    expect(page.locator(".all-moves .move.hinted")).to_contain_text(label)
    page.get_by_role("button", name="Why?").click()
    why = page.locator(".why")
    expect(why).to_contain_text("A search looked ahead 20 times")
    expect(why.locator("li").first).to_contain_text(re.compile(r"Draft .*: tried .*, expected gain .*points|wins?"))
    anna.check_accessible()
    before = anna.version
    hinted.click()
    page.wait_for_function("seen => document.querySelector('.table-page').dataset.version > seen", arg=before)
    expect(page.locator(".hinted")).to_have_count(0)


EXPLAINED = """() => [...document.querySelectorAll('.board-area .spot')].map((spot) => {
  document.activeElement.blur();
  spot.focus({focusVisible: true});
  return [spot.dataset.spot.split(':')[0], document.getElementById('tip')?.innerText ?? ''];
})"""
"""Every part of the board that can have the focus: the kind of its place, and the tip."""


@pytest.mark.parametrize(
    ("kind", "places"),
    [
        ("DANK_AND_DRAFT", "tap line draw discard own theirs stack"),
        ("PINT_CRAFT", "season pot recipe draw discard pints stock hand hidden"),
        ("BREW_CRAFTERS", "phase space recipe worker deal portion money stock tank bottles shipped tile track shifts"),
    ],
)
def test_every_part_of_a_board_explains_itself_on_focus(visitors: Visitors, kind: str, places: str) -> None:
    anna = visitors()
    anna.open_table(kind, "RANDOM", "RANDOM")
    anna.move()
    anna.to_my_turn()
    said: dict[str, str] = {}
    for place, tip in anna.page.evaluate(EXPLAINED):
        said[place] = tip
        assert tip.strip(), place
    assert said.keys() >= set(places.split())
    loose = "() => document.querySelectorAll('.board-area :is(.card, .token, .picture):not(.spot *, .calendar *)').length"
    assert anna.page.evaluate(loose) == 0
