"""Habits of people: they copy links over http, print tables, click twice, and play in two windows."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from taphouse.engine import GAMES
from tests.api.server import Server
from tests.web.conftest import FLAGS
from tests.web.test_translated import twin_of
from tests.web.visitor import Visitor, Visitors

pytestmark = pytest.mark.ecosystem

PALE = """() => {
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const texts = document.createTreeWalker(document.querySelector(".table-page"), NodeFilter.SHOW_TEXT);
  const pale = [];
  while (texts.nextNode()) {
    const { data, parentElement: on } = texts.currentNode;
    if (!data.trim() || !on.checkVisibility() || on.closest(".spot, .disc, .count, .unseen")) continue;
    if (1.05 / (light(getComputedStyle(on).color) + 0.05) < 4.5) pale.push(data);
  }
  return pale;
}"""
"""The texts that cannot be read on white paper, which has no grounds but those of cards."""
CUT = """() => {
  const cut = (one) => one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).overflowY !== "visible";
  const all = [...document.querySelectorAll(".board-area, .log, .log *, .scroll")];
  return all.filter((one) => !one.matches(".unseen, .unseen *") && cut(one)).map((one) => one.className);
}"""
PRESSES = "button:not(.spot), select, input"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that knows this machine by a name that it does not trust, as those in a LAN."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("Chromium is missing; on Debian: apt install chromium")
    named = [*FLAGS, "--host-resolver-rules=MAP table.test 127.0.0.1"]
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=named) as running:
        yield running


@pytest.mark.parametrize(("copies", "said"), [(True, "Copied"), (False, "press Ctrl\\+C")])
def test_a_link_is_copied_over_http_or_the_page_says_how(
    visitors: Visitors, server: Server, copies: bool, said: str
) -> None:
    anna = visitors(f"http://table.test:{urlsplit(server.url).port}")
    if not copies:
        anna.page.add_init_script("document.execCommand = () => false")
    anna.open_table("DANK_AND_DRAFT", "OPEN")
    assert anna.page.evaluate("() => isSecureContext") is False
    link = anna.page.get_by_label("Share this link")
    anna.page.get_by_role("button", name="Copy", exact=True).click()
    expect(anna.page.locator(".share")).to_contain_text(re.compile(said))
    if copies:
        name = anna.page.get_by_label("Your name")
        name.fill("")
        name.press("Control+V")
        expect(name).to_have_value(link.input_value())
    anna.faults = [
        fault for fault in anna.faults if "Cross-Origin-Opener-Policy" not in fault
    ]  # which http does not have


@pytest.mark.parametrize("kind", [kind.upper().replace("-", "_") for kind in GAMES])
def test_a_table_is_printed_on_white_paper(visitors: Visitors, kind: str) -> None:
    anna = visitors(color_scheme="dark")
    anna.open_table(kind, "GREEDY")
    anna.page.get_by_label("Colours").select_option("dark")
    for _ in range(3):
        anna.move()
    anna.page.set_viewport_size({"width": 1047, "height": 718})
    anna.page.emulate_media(media="print")
    assert anna.page.evaluate(PALE) == []
    assert anna.page.evaluate(CUT) == []
    assert anna.page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    shown = [one for one in anna.page.locator(PRESSES).all() if one.is_visible()]
    assert shown == []
    pages = len(re.findall(rb"/Type ?/Page\b", anna.page.pdf(prefer_css_page_size=True)))
    assert pages <= 3


def twice(visitor: Visitor, first: str, then: str, apart: int) -> None:
    """Click on a button, and once more so many ms later, when another one has come to its place."""
    box = visitor.page.locator(first).bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.page.mouse.click(*at)
    visitor.page.wait_for_function("([x, y, then]) => document.elementFromPoint(x, y)?.closest(then)", arg=[*at, then])
    visitor.page.wait_for_timeout(apart)
    visitor.page.mouse.click(*at)


SWAP = """() => {
  const make = (name) => {
    const button = document.createElement("button");
    button.className = button.textContent = name;
    button.style.cssText = "position: fixed; z-index: 9; inset: 300px auto auto 300px; width: 90px; height: 40px";
    button.onclick = () => {
      window.pressed.push(name);
      if (name === "first") setTimeout(() => button.replaceWith(make("second")), 100);
    };
    return button;
  };
  window.pressed = [];
  document.body.append(make("first"));
}"""


@pytest.mark.parametrize(("apart", "pressed"), [(0, ["first"]), (200, ["first"]), (450, ["first", "second"])])
def test_a_second_click_does_not_press_what_has_just_come(visitors: Visitors, apart: int, pressed: list[str]) -> None:
    anna = visitors()
    anna.go("/")
    expect(anna.page.locator(".kind").first).to_be_visible()
    anna.page.evaluate(SWAP)
    twice(anna, ".first", ".second", apart)
    assert anna.page.evaluate("() => window.pressed") == pressed


def test_the_keyboard_presses_what_has_just_come(visitors: Visitors) -> None:
    anna = visitors()
    anna.go("/")
    expect(anna.page.locator(".kind").first).to_be_visible()
    anna.page.evaluate(SWAP)
    anna.page.locator(".first").click()
    anna.page.locator(".second").press("Enter")
    assert anna.page.evaluate("() => window.pressed") == ["first", "second"]


def test_a_double_click_does_not_resign(visitors: Visitors) -> None:
    anna = visitors()
    anna.open_table("DANK_AND_DRAFT", "GREEDY")
    anna.page.get_by_role("button", name="This table").click()
    resign = anna.page.get_by_role("button", name="Resign")
    resign.dblclick()
    expect(anna.page.locator("dialog .danger").first).to_be_visible()
    assert anna.status == "RUNNING"


def test_the_second_of_two_windows_says_that_the_other_one_moved(visitors: Visitors) -> None:
    anna = visitors()
    twin = twin_of(visitors, anna, anna.open_table("DANK_AND_DRAFT", "GREEDY"))
    twin.to_my_turn()
    sent = twin.hold_back("**/graphql", "mutation Play")
    twin.page.locator(".deciding .all-moves summary").click()
    twin.page.locator(".all-moves .move").first.click()
    late = sent()
    before = anna.version
    anna.move()
    late.continue_()
    expect(twin.page.get_by_role("alert")).to_contain_text("moved in another window")
    expect(twin.table).not_to_have_attribute("data-version", str(before))
    expect(twin.page.get_by_role("alert")).to_contain_text("moved in another window")
    twin.page.unroute("**/graphql")
    assert twin.move()
    expect(twin.page.get_by_role("alert")).to_have_count(0)


def test_who_is_left_alone_plays_on_for_practice(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors()
    route = anna.open_table("DANK_AND_DRAFT", "OPEN")
    ben.go(route)
    ben.page.get_by_role("button", name="Sit here Seat 2").click()
    anna.move()
    ben.page.get_by_role("button", name="This table").click()
    ben.page.get_by_role("button", name="Resign").click()
    ben.page.mouse.move(0, 0)
    ben.page.get_by_role("button", name="Really resign").click()
    play_on = anna.page.get_by_role("button", name="Play on against bots")
    expect(play_on).to_be_visible()
    anna.check_accessible()
    expect(ben.page.locator(".outcome")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Play on against bots")).to_have_count(0)
    play_on.click()
    anna.page.wait_for_url(lambda url: not url.endswith(route))
    anna.page.wait_for_selector(".table-page[data-status=RUNNING]")
    expect(anna.page.locator(".plate.me")).to_contain_text("Anna")
    expect(anna.page.locator(".plate").nth(1)).to_contain_text("Bot")
    assert anna.move()
