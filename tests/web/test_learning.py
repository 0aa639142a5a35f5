"""A newcomer learns a game at the table: by a first game with comments, explanations, hints, and reasons of refusals."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.web.visitor import PHONE, Visitor, Visitors

pytestmark = pytest.mark.ecosystem

EXPLAINED = """() => [...document.querySelectorAll('.board-area .spot')].map((spot) => {
  document.activeElement.blur();
  spot.focus({focusVisible: true});
  return [spot.dataset.spot.split(':')[0], document.getElementById('tip')?.innerText ?? ''];
})"""
"""Every part of the board that can have the focus: the kind of its place, and the tip."""
LOOSE = "() => document.querySelectorAll('.board-area :is(.card, .token, .picture):not(.spot *, .calendar *)').length"
"""The number of pictures on the board that cannot have the focus."""

WORTH = {
    "DANK_AND_DRAFT": """({ dataset: { spot } }) => {
      if (!spot.startsWith('line:')) return 0;
      const [along, number] = [spot.startsWith('line:ROW') ? 3 : 1, Number(spot.at(-1))];
      const first = along === 3 ? 3 * number - 2 : number;
      const taps = [0, 1, 2].map((step) => first + step * (along === 3 ? 1 : 3));
      const types = taps.map((tap) => document.querySelector(`[data-spot="tap:${tap}"] .card`).dataset.card.split(' ')[0]);
      return 4 - new Set(types).size;
    }""",
    "PINT_CRAFT": "(spot) => spot.querySelector('.improvement') ? 1 : 0",
    "BREW_CRAFTERS": """(spot) => [...spot.querySelectorAll('.goods-heap')].reduce(
      (sum, heap) => sum + Number(heap.textContent), 0
    )""",
}
"""A measure of how good an example a place is of what the first comment at a decision says."""
POINTED_SEEN = """() => {
  const pointed = document.querySelector('[data-pointed]');
  const { left, top, width, height } = pointed.getBoundingClientRect();
  return pointed.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def comment(anna: Visitor) -> Locator:
    return anna.page.locator(".lesson")


@pytest.mark.parametrize(
    ("kind", "comments", "places"),
    [
        (
            "DANK_AND_DRAFT",
            ["You run a taproom", "Each turn begins with a draft", "show you their backs"],
            "tap line draw discard own theirs stack",
        ),
        (
            "PINT_CRAFT",
            ["You collect ingredients", "look for a Recipe that you want"],
            "season pot recipe draw discard pints stock hand hidden",
        ),
        (
            "BREW_CRAFTERS",
            ["You run a brewery", "Place a token", "Each shift has one action"],
            "phase space recipe worker deal money stock tank bottles shipped tile track shifts",
        ),
    ],
)
def test_a_first_game_is_one_click_away_and_explains_itself(
    visitors: Visitors, kind: str, comments: list[str], places: str
) -> None:
    anna = visitors(viewport=PHONE)
    anna.go("/")
    anna.page.locator(f"[data-learn={kind}]").click()
    anna.to_my_turn()
    expect(comment(anna)).to_contain_text("outlined in green")
    expect(anna.page.locator("[data-pointed]")).to_have_count(1)
    worth = anna.page.evaluate(f"() => [...document.querySelectorAll('.board-area .playable')].map({WORTH[kind]})")
    assert anna.page.locator("[data-pointed]").evaluate(WORTH[kind]) == max(worth)
    anna.page.wait_for_function(POINTED_SEEN)
    anna.check_accessible()
    parts = anna.page.evaluate(EXPLAINED)
    assert [place for place, tip in parts if not tip.strip()] == []
    assert {place for place, _ in parts} >= {*places.split()}
    assert anna.page.evaluate(LOOSE) == 0
    texts = list[str]()
    while len(texts) < 4 and anna.to_my_turn():  # at the beginning, and at three kinds of decisions
        while comment(anna).count():
            texts.append(comment(anna).inner_text())
            anna.page.locator("[data-lesson=done]").click()
        anna.check_fits()
        anna.move()
    told = " ".join(texts)
    assert [told.count(part) for part in comments] == [1] * len(comments), told


def learn_in_german(visitors: Visitors, kind: str) -> Visitor:
    anna = visitors(locale="de-DE")
    anna.go("/")
    anna.page.locator(f"[data-learn={kind}]").click()
    anna.to_my_turn()
    return anna


def refusal(anna: Visitor, place: str) -> str:
    """Click a place at which no move is legal: why there is none."""
    anna.page.mouse.move(0, 0)  # not the second click of a double click
    anna.page.locator(f'[data-spot^="{place}"][data-moves="0"]').first.click()
    why = anna.page.locator("dialog .why-not")
    said = why.inner_text()
    anna.page.keyboard.press("Escape")
    return said


FIRST = "Erst steht eine andere Entscheidung an."


def test_dank_and_draft_says_why_something_cannot_be_done(visitors: Visitors) -> None:
    anna = learn_in_german(visitors, "DANK_AND_DRAFT")
    expect(comment(anna)).to_contain_text("Du führst einen Schankraum")
    anna.page.get_by_role("button", name="OK", exact=True).click()
    expect(comment(anna)).to_contain_text("Jeder Zug beginnt so")
    draft = f"{FIRST} Nimm die drei Biere einer vollständigen Reihe oder Spalte."
    assert refusal(anna, "own:1:") == refusal(anna, "theirs:2:") == refusal(anna, "stack:2:IPA") == draft
    anna.move()
    anna.to_my_turn()
    # The next comment is shown until it is dismissed. Then there are no more.
    anna.page.reload()
    expect(comment(anna)).to_contain_text("die Rückseiten")
    expect(comment(anna)).not_to_contain_text("Du führst einen Schankraum")
    anna.page.get_by_role("button", name="Keine Hinweise mehr").click()
    expect(comment(anna)).to_have_count(0)
    done = "In diesem Zug hast du schon Biere genommen; die Phasen folgen aufeinander."
    assert refusal(anna, "line:ROW_1") == refusal(anna, "tap:") == done
    nothing = "Es wird keine Aktion ausgeführt; nimm erst eine aus einer fremden Hand."  # codespell:ignore
    assert refusal(anna, "stack:2:IPA") == nothing


def test_pint_craft_says_why_something_cannot_be_done(visitors: Visitors) -> None:
    anna = learn_in_german(visitors, "PINT_CRAFT")
    assert refusal(anna, "recipe:").startswith("Gebraut und gezogen wird nach dem Spielen von Karten")
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
    anna = learn_in_german(visitors, "BREW_CRAFTERS")
    market = "Das geht nur in der Brauereiphase. Führe eine Marktaktion auf einem freien Feld aus."  # codespell:ignore
    assert refusal(anna, "recipe:ale") == refusal(anna, "tile:1:farm") == refusal(anna, "tank:1") == market
    assert refusal(anna, "worker:").startswith(FIRST)
    anna.page.locator('[data-spot="space:maltster"]').click()
    anna.to_my_turn()
    taken = "Das Feld „Mälzerei“ ist in dieser Jahreszeit schon von Lehrling besetzt."  # codespell:ignore
    assert refusal(anna, "space:maltster") == taken
    assert refusal(anna, "deal:coffee-roaster") == "Die Partnerschaft „Kaffeerösterei“ hast du nicht."


def lose(route: Route) -> None:
    """Let the move of a hint lose the game."""
    answer = route.fetch().json()
    answer["data"]["game"]["analysis"]["moves"][0] |= {"expectedPoints": -45.6, "expectedResult": None}
    route.fulfill(json=answer)


def test_a_hint_shows_a_move_with_its_reasons_and_the_next_ones(visitors: Visitors) -> None:
    anna = visitors()
    anna.open_table("DANK_AND_DRAFT", "RANDOM")
    page = anna.page
    page.route(
        "**/graphql",
        lambda route: lose(route) if "query Analysis" in (route.request.post_data or "") else route.continue_(),
    )
    page.get_by_role("button", name="Hint", exact=True).click()
    hinted = page.locator(".hint .move")
    expect(page.locator(".prompt")).to_be_focused()  # the button that had the focus is gone
    label = hinted.inner_text().removesuffix("(Hint)").strip()
    assert page.locator(".spot.hinted").count() == 4  # the handle and its taps
    page.get_by_text("legal moves, in words").click()
    expect(page.locator(".all-moves .move.hinted")).to_contain_text(label)
    expect(page.locator(".hint [role=status] p")).to_contain_text(re.compile(r"\w.*\."))  # the reasons
    page.get_by_role("button", name="Why?").click()
    why = page.locator(".why")
    expect(why).to_contain_text(re.compile(r"a search looked ahead \d+ times, and \d+ of them began with this move"))
    expect(page.locator(".prompt")).to_be_focused()
    expect(why).to_contain_text("Even so, you will probably lose.")
    expect(why.locator("li")).to_have_count(3)
    expect(why.locator("li").first).to_contain_text(re.compile(r"Draft .*: \w.*\."))
    expect(why.locator("li b").filter(has_text=label)).to_have_count(0)
    anna.check_accessible()
    before = anna.version
    hinted.click()
    page.wait_for_function("seen => document.querySelector('.table-page').dataset.version > seen", arg=before)
    expect(page.locator(".hinted")).to_have_count(0)


def test_a_phone_is_tapped(visitors: Visitors) -> None:
    anna = visitors(viewport=PHONE, has_touch=True, is_mobile=True)
    anna.go("/")
    anna.page.locator("[data-learn=DANK_AND_DRAFT]").click()
    expect(comment(anna)).to_contain_text("can be tapped")
