"""The choices of a decision, the board beside the guide, hands, and text of a readable size are in sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import DANK, Client
from tests.api.server import Server
from tests.clients.test_npm_clients import BREW, PINT
from tests.web.pictures import NAMED, hold, played
from tests.web.visitor import PHONE, Visitors

pytestmark = pytest.mark.ecosystem

LAPTOP = {"width": 1366, "height": 768}
DECISIONS = 18
"""The first decisions of a lesson that are looked at: those with comments among them."""
LYING = {"width": 844, "height": 390}
HEADS = 60
"""The most pixels above the board on a phone that lies."""
SMALLEST = 11
"""Pixels of the smallest text on a phone."""
TURN = """(before) => {
  const table = document.querySelector('.table-page');
  if (!table || table.dataset.version <= before || document.querySelector('.sending')) return false;
  return table.dataset.status === 'OVER' || document.querySelector('.deciding.mine .move, .deciding.mine [data-more]') !== null;
}"""
SETTLED = """() => new Promise((done) => {
  let [still, last] = [0, null];
  const look = () => {
    const now = `${scrollY} ${document.querySelector('.deciding').getBoundingClientRect().top}`;
    still = now === last ? still + 1 : 0;
    last = now;
    still > 5 ? done() : requestAnimationFrame(look);
  };
  look();
})"""
"""The page stands still."""
HIT = """(part) => {
  const { left, top, width, height } = part.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && part.contains(found);
}"""
IN_SIGHT = f"""() => {{
  const hit = {HIT};
  const outlined = [...document.querySelectorAll('.board-area .spot.playable')];
  const beside = document.querySelectorAll('.deciding > .buttons .move, .deciding [data-more], .all-moves');
  return outlined.length > 0 ? outlined.some(hit) : [...beside].some(hit);
}}"""
"""Something that is outlined is seen; where nothing is, what can be chosen beside the prompt."""
PLACES = "() => [...document.querySelectorAll('.playable')].map((spot) => spot.dataset.spot).join(' ')"
WIDTHS = """() => [...document.querySelectorAll('.board-area :is(.area, .card, .stall, .recipe, h2)')].map((part) => {
  const { width, height } = part.getBoundingClientRect();
  return [Math.round(width), Math.round(height)];
})"""
PROMPT_SEEN = f"() => ({HIT})(document.querySelector('.prompt p'))"
HANDS = """() => {
  const bottoms = (hands) => [...document.querySelectorAll(hands)].map((hand) => hand.getBoundingClientRect().bottom + scrollY);
  return [bottoms('.others .hand'), bottoms('.mine .hand')];
}"""
SWIPE = """(row, by) => {
  row.scrollLeft += by;
  const { left } = row.getBoundingClientRect();
  return [...row.children].findIndex((board) => Math.abs(board.getBoundingClientRect().left - left) < 8);
}"""
"""The part of a row that stands at its beginning after it was swiped by so many pixels; -1 for none."""
SMALL_OR_BROKEN = """(smallest) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const wrong = new Set();
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const { parentElement: of, data } = text;
    const range = document.createRange();
    range.selectNodeContents(text);
    if (!data.trim() || of.closest('.unseen, option') || range.getBoundingClientRect().width === 0) continue;
    const size = parseFloat(getComputedStyle(of).fontSize);
    if (size < smallest) wrong.add(`${data} (${size} px)`);
    for (const { 0: word, index } of data.matchAll(/[\\p{L}]+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) wrong.add(`${word} (broken)`);
    }
  }
  return [...wrong];
}"""
"""Texts that are too small, and words that go over two lines."""

CUT = """() => [...document.querySelectorAll('.stall, .stall :not(.unseen)')].flatMap((part) => {
  const { overflow } = getComputedStyle(part);
  const cut = part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
  return overflow !== 'visible' && part.clientHeight > 0 && cut ? [part.textContent] : [];
})"""
"""The labels of the market that end before their last word."""
HIDDEN = """() => [...document.querySelectorAll('.pile > .count, .stacked > .count')].flatMap((count) => {
  const over = count.getBoundingClientRect();
  const texts = document.createTreeWalker(count.parentElement.querySelector('.card, .slot'), NodeFilter.SHOW_TEXT);
  const hidden = [];
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { left, top, right, bottom, width } = range.getBoundingClientRect();
    const covered = left < over.right - 1 && right > over.left + 1 && top < over.bottom - 1 && bottom > over.top + 3;
    if (width > 0 && covered && !texts.currentNode.parentElement.closest('.unseen')) hidden.push(texts.currentNode.data);
  }
  return hidden;
})"""
"""The words and figures that lie under a count."""
SCREENS = [(390, 844), (844, 390), (1024, 768), (1280, 800), (1366, 768), (1600, 900)]


@pytest.fixture(scope="module")
def server(page: None) -> Iterator[Server]:
    """A service whose schema the client of the tests knows."""
    with Server(store=MemoryStore()) as running:
        yield running


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as client:
        yield client


@pytest.mark.parametrize("kind", ["DANK_AND_DRAFT", "PINT_CRAFT", "BREW_CRAFTERS"])
@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_decision_comes_with_something_to_choose_in_sight(
    visitors: Visitors, kind: str, screen: Mapping[str, int]
) -> None:
    anna = visitors(viewport=screen)
    page = anna.page
    anna.go("/")
    page.locator(f"[data-learn={kind}]").dispatch_event("click")
    page.wait_for_selector(".table-page")
    before, missed = -1, []
    for _ in range(DECISIONS):
        page.wait_for_function(TURN, arg=before)
        if anna.status == "OVER":
            break
        page.evaluate(SETTLED)
        before = anna.version
        if not page.evaluate(IN_SIGHT):
            missed.append((before, page.evaluate(PLACES)))
        if page.locator("[data-ask=hint]").count():  # the events are sent, so that the page alone scrolls
            page.locator("[data-ask=hint]").dispatch_event("click")
            page.locator(".hint .move").dispatch_event("click")
        else:
            page.locator(".deciding .move").first.dispatch_event("click")
    assert missed == []


def test_the_guide_lies_over_the_log_and_leaves_the_board_as_it_is(visitors: Visitors, http: httpx.Client) -> None:
    for kind, moves in ((DANK, 20), (PINT, 60), (BREW, 40)):
        anna = visitors(viewport=LAPTOP)
        table = played(Client(http), kind, 3, moves)
        hold(anna.page, anna.url, table)
        anna.page.wait_for_selector(".log li")
        anna.page.wait_for_function(NAMED)
        for width in (1280, 1366, 1440, 1600):
            anna.page.set_viewport_size({"width": width, "height": 800})
            before = anna.page.evaluate(WIDTHS)
            anna.page.get_by_role("button", name="How to play").click()
            anna.page.wait_for_selector(".guide-panel .step")
            assert anna.page.evaluate(WIDTHS) == before
            panel = anna.page.locator(".guide-panel").bounding_box()
            board = anna.page.locator(".board-area").bounding_box()
            assert panel is not None
            assert board is not None
            assert panel["x"] >= board["x"] + board["width"]
            assert anna.page.evaluate(PROMPT_SEEN)
            anna.page.keyboard.press("Escape")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_hands_that_one_takes_from_are_above_ones_own_and_above_the_fold(
    visitors: Visitors, http: httpx.Client, seats: int
) -> None:
    anna = visitors(viewport=LAPTOP)
    table = played(Client(http), DANK, seats, 5 * seats)
    hold(anna.page, anna.url, table)
    anna.page.wait_for_selector(".log li")
    others, own = anna.page.evaluate(HANDS)
    assert len(others) == seats - 1
    assert max(others) < min(own)
    assert max(others) <= LAPTOP["height"]


@pytest.mark.parametrize("language", ["de-DE", "en-GB"])
@pytest.mark.parametrize(("kind", "seats", "moves"), [(DANK, 4, 20), (PINT, 4, 60), (BREW, 5, 90)])
def test_a_phone_shows_no_text_that_is_too_small_and_breaks_no_word(
    visitors: Visitors, http: httpx.Client, kind: str, seats: int, moves: int, language: str
) -> None:
    anna = visitors(viewport=PHONE, locale=language)
    hold(anna.page, anna.url, played(Client(http), kind, seats, moves))
    anna.page.wait_for_selector(".log li")
    anna.page.wait_for_selector(".talk")
    anna.page.wait_for_function(NAMED)
    anna.page.locator(".fold").click()
    assert anna.page.evaluate(SMALL_OR_BROKEN, SMALLEST) == []

    # Lying, it has one line of heads, and the regions beside the board.
    anna.page.set_viewport_size(LYING)
    assert anna.page.evaluate(SMALL_OR_BROKEN, SMALLEST) == []
    anna.page.evaluate("() => scrollTo(0, 0)")
    board = anna.page.locator(".board-area > *").bounding_box()
    assert board is not None
    assert board["y"] <= HEADS
    assert all(anna.page.locator(".regions button").evaluate_all(f"regions => regions.map({HIT})"))


@pytest.mark.parametrize(("kind", "moves"), [(PINT, 60), (BREW, 90)])
def test_the_boards_of_others_are_swiped_one_by_one_on_a_phone(
    visitors: Visitors, http: httpx.Client, kind: str, moves: int
) -> None:
    anna = visitors(viewport=PHONE)
    hold(anna.page, anna.url, played(Client(http), kind, 5, moves))
    anna.page.wait_for_selector(".log li")
    others = anna.page.locator(".others")
    stands = [others.evaluate(SWIPE, by) for by in (60, 300, 300)]
    assert stands == [0, 1, 2]


@pytest.mark.parametrize("seats", [2, 3])
def test_others_fill_the_place_beside_ones_own(visitors: Visitors, http: httpx.Client, seats: int) -> None:
    anna = visitors(viewport=LAPTOP)
    hold(anna.page, anna.url, played(Client(http), PINT, seats, 60))
    anna.page.wait_for_selector(".log li")
    own, other = (anna.page.locator(place).first.bounding_box() for place in (".area.mine", ".others .area"))
    assert own is not None
    assert other is not None
    assert (other["x"] > own["x"] + own["width"], other["y"]) == (True, own["y"])


@pytest.mark.parametrize(("seats", "narrowest"), [(2, 56), (3, 56), (4, 32)])
def test_the_beers_of_others_are_large_enough_to_be_read(
    visitors: Visitors, http: httpx.Client, seats: int, narrowest: int
) -> None:
    anna = visitors(viewport={"width": 1280, "height": 800})
    hold(anna.page, anna.url, played(Client(http), DANK, seats, 5 * seats))
    anna.page.wait_for_selector(".log li")
    widths = anna.page.locator(".others .stack").evaluate_all("stacks => stacks.map((stack) => stack.clientWidth)")
    assert min(widths) >= narrowest


def test_no_button_of_the_panel_is_cut(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors(viewport={"width": 1024, "height": 768}, locale="de-DE")
    hold(anna.page, anna.url, played(Client(http), DANK, 3, 22))
    anna.page.wait_for_selector(".take-back")
    cut = "buttons => buttons.filter((button) => button.scrollHeight > button.clientHeight).map((button) => button.textContent)"
    assert anna.page.locator(".deciding button:visible").evaluate_all(cut) == []


@pytest.mark.parametrize("language", ["de-DE", "en-GB"])
def test_a_market_cuts_no_label(visitors: Visitors, http: httpx.Client, language: str) -> None:
    anna = visitors(locale=language)
    hold(anna.page, anna.url, played(Client(http), BREW, 3, 40))
    anna.page.wait_for_selector(".stall .sides")
    anna.page.wait_for_function(NAMED)
    for width, height in SCREENS:
        anna.page.set_viewport_size({"width": width, "height": height})
        assert anna.page.evaluate(CUT) == []


@pytest.mark.parametrize(("seats", "moves"), [(3, 22), (2, 9)], ids=["full", "drafted"])
def test_a_phone_shows_all_taps_above_the_decision(
    visitors: Visitors, http: httpx.Client, seats: int, moves: int
) -> None:
    anna = visitors(viewport=PHONE)
    hold(anna.page, anna.url, played(Client(http), DANK, seats, moves))
    anna.page.wait_for_selector(".log li")
    taps = anna.page.locator("[data-spot^='tap:']")
    assert taps.evaluate_all(f"taps => taps.map({HIT})") == [True] * 9


def test_what_a_choice_leads_to_is_in_sight_with_the_talk_open(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors(viewport={"width": 1280, "height": 800})
    hold(anna.page, anna.url, played(Client(http), BREW, 3, 74))
    anna.page.locator(".talk > summary").click()
    anna.page.locator(".talk .lines").wait_for()
    goals = anna.page.locator(".goals li:visible")
    goals.first.wait_for()
    assert all(goals.evaluate_all(f"goals => goals.map({HIT})"))
    assert all(anna.page.locator("[data-more]").evaluate_all(f"more => more.map({HIT})"))


@pytest.mark.parametrize(("kind", "moves"), [(DANK, 22), (PINT, 60)])
def test_a_count_hides_no_word(visitors: Visitors, http: httpx.Client, kind: str, moves: int) -> None:
    anna = visitors()
    hold(anna.page, anna.url, played(Client(http), kind, 3, moves))
    anna.page.wait_for_selector(".log li")
    anna.page.wait_for_function(NAMED)
    for width, height in SCREENS:
        anna.page.set_viewport_size({"width": width, "height": height})
        assert anna.page.evaluate(HIDDEN) == []


def test_ones_own_hand_is_above_the_fold_of_a_large_screen(visitors: Visitors, http: httpx.Client) -> None:
    anna = visitors(viewport={"width": 1600, "height": 900})
    hold(anna.page, anna.url, played(Client(http), DANK, 3, 22))
    anna.page.wait_for_selector(".log li")
    _, own = anna.page.evaluate(HANDS)
    assert max(own) <= 900
