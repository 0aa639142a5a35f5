"""The looks of the tables: what fits on a screen, what is one tap away, contrast, forced colours, and what moves when a move
arrives."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import DANK, Client, Table, table_of
from tests.api.server import Server
from tests.clients.test_npm_clients import BREW, PINT
from tests.web.pictures import NAMED, hold, played
from tests.web.visitor import PHONE, Visitor, Visitors

pytestmark = pytest.mark.ecosystem

DESK = {"width": 1440, "height": 900}
LAPTOP = {"width": 1280, "height": 800}
LYING = {"width": 844, "height": 390}
ZOOMED = {"width": 320, "height": 640}
"""A screen of 1280 pixels at 400 %, or of 640 at 200 %."""
SCREENS = 1.5
"""The most screens of a desktop that a table takes."""
SCREENS_AT_THE_END = 2.3
"""With the scores, and the hands of all."""
PANEL = 0.23
FOLDED = 0.14
"""The most of a phone's height that the panel of the decision covers, open and folded to the prompt and its buttons."""

WATCH = """() => {
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      for (const { node } of sources) {
        const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
        const turned = element?.parentElement?.closest('.card'); // a part of a card that has got another face
        const watched = element?.closest(".board-area, .seats, .table-bar, .top") || element?.matches(".timeline, .log");
        if (turned || !watched) continue;
        window.moved.push(element.outerHTML.slice(0, 120));
      }
    }
  }).observe({ type: 'layout-shift' });
}"""
"""Notes which parts of the table move without having been touched."""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
SEEN = """(selector) => {
  const { left, top, width } = document.querySelector(`.table-page ${selector}`).getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + 8)?.closest(selector) != null;
}"""
HEIGHT = "() => document.documentElement.scrollHeight"
COVERED = "() => document.querySelector('.deciding').getBoundingClientRect().height / innerHeight"
BESIDE = """() => {
  const [board, panel] = ['.board-area', '.deciding'].map((part) => document.querySelector(part).getBoundingClientRect());
  return panel.left >= board.right && panel.top < innerHeight;
}"""
STICKING_OUT = """() => {
  const written = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  };
  const boxOf = (part) => part.closest('.area, .plate, li').getBoundingClientRect();
  const names = [...document.querySelectorAll('.area h2, .plate .who, .told')];
  const out = names.filter((name) => written(name).right > boxOf(name).right + 1);
  const covered = [...document.querySelectorAll('.money')].filter((money) => {
    const [name, own] = [written(money.parentElement.querySelector('h2')), money.getBoundingClientRect()];
    return own.right > boxOf(money).right || (own.left < name.right && own.top < name.bottom);
  });
  return [...out, ...covered].map((part) => part.textContent);
}"""
"""The names that leave their boxes, and the money that lies on one."""
BROKEN = """() => [...document.querySelectorAll('.fitted')].flatMap((title) => {
  const text = title.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).map(([word]) => word);
})"""
"""The words of titles that go over two lines."""
OUTLINES = """() => [...document.querySelectorAll('.spot')].map((spot) => [
  spot.classList.contains('playable'),
  getComputedStyle(spot, '::after').borderTopStyle,
])"""


@pytest.fixture(scope="module")
def server(page: None) -> Iterator[Server]:
    """A service whose schema the client of the tests knows."""
    with Server(store=MemoryStore()) as running:
        yield running


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as client:
        yield client


def sit(visitor: Visitor, table: Table) -> None:
    """Show a table from its first seat, and wait until all of it is there."""
    hold(visitor.page, visitor.url, table)
    visitor.page.wait_for_selector(f".table-page[data-version='{table.version}'] .log li")
    visitor.page.wait_for_selector(".talk")
    visitor.page.wait_for_function(NAMED)


@pytest.mark.parametrize(
    ("kind", "seats", "moves", "regions"),
    [
        (DANK, 4, 20, {".bar-counter", ".area.mine", ".others", ".log", ".talk"}),
        (PINT, 5, 60, {".stacks", ".area.mine", ".others", ".log", ".talk"}),
        (BREW, 5, 90, {".market", ".brewery.mine", ".recipes", ".offers", ".others", ".log", ".talk"}),
    ],
)
def test_a_full_table_fits_every_screen(
    visitors: Visitors, http: httpx.Client, kind: str, seats: int, moves: int, regions: set[str]
) -> None:
    table = played(Client(http), kind, seats, moves)
    anna = visitors(viewport=DESK, color_scheme="light")
    sit(anna, table)
    page = anna.page
    assert page.evaluate(HEIGHT) <= SCREENS * DESK["height"]
    anna.check_fits()
    anna.check_accessible()
    page.emulate_media(color_scheme="dark")
    anna.check_accessible()

    # A move arrives from somewhere else, and nothing but what flies moves: not the board, the line of seats, or the panels.
    page.evaluate(WATCH)
    table.play(table.moves()[0]["notation"])
    page.wait_for_selector(f".table-page[data-version='{table.version}']")
    page.evaluate(PAINTED)
    assert page.evaluate("() => window.moved") == []

    # Where the system chooses the colours, an outline still tells what can be played.
    page.emulate_media(forced_colors="active")
    assert page.evaluate("() => matchMedia('(forced-colors: active)').matches")
    outlines = page.evaluate(OUTLINES)
    assert all((style == "solid") == playable for playable, style in outlines)
    page.emulate_media(forced_colors="none")

    # On a phone, each region is one tap away, and the panel is folded until it is opened.
    page.set_viewport_size(PHONE)
    anna.check_fits()
    assert page.evaluate(COVERED) <= FOLDED
    buttons = page.locator(".regions button")
    assert {buttons.nth(number).get_attribute("data-region") for number in range(buttons.count())} == regions
    page.locator(".fold").click()
    assert page.evaluate(COVERED) <= PANEL
    page.locator(".fold").click()
    for region in sorted(regions):
        page.locator(f"[data-region='{region}']").click()
        page.wait_for_function(SEEN, arg=region)
    anna.check_accessible()
    page.set_viewport_size(ZOOMED)
    anna.check_fits()
    page.set_viewport_size(LYING)
    anna.check_fits()
    page.evaluate("() => scrollTo(0, 0)")
    assert page.evaluate(BESIDE)


@pytest.mark.parametrize(("kind", "seats"), [(DANK, 4), (PINT, 5), (BREW, 5)])
def test_the_longest_names_fit_and_so_does_the_end(
    visitors: Visitors, http: httpx.Client, kind: str, seats: int
) -> None:
    named = [{"kind": "MINE", "name": letter * 40} for letter in "WXMOA"[:seats]]
    table = table_of(Client(http), Client(http).done("createGame", game={kind: {}}, seats=named, seed="the end"))
    table.finish()
    anna = visitors(viewport=DESK)
    sit(anna, table)
    page = anna.page
    assert page.evaluate(HEIGHT) <= SCREENS_AT_THE_END * DESK["height"]
    for size in (DESK, LAPTOP, PHONE, LYING):
        page.set_viewport_size(size)
        anna.check_fits()
        assert page.evaluate(STICKING_OUT) == []
        assert page.locator(".outcome").evaluate("end => end.scrollWidth <= end.clientWidth"), "some of it is cut off"


@pytest.mark.parametrize(("kind", "seats", "moves"), [(DANK, 4, 20), (PINT, 4, 60), (BREW, 5, 40)])
def test_a_german_title_keeps_its_words_whole(
    visitors: Visitors, http: httpx.Client, kind: str, seats: int, moves: int
) -> None:
    anna = visitors(locale="de-DE", viewport=LAPTOP)
    sit(anna, played(Client(http), kind, seats, moves))
    assert anna.page.locator(".fitted").count() > 0
    assert anna.page.evaluate(BROKEN) == []
    anna.page.set_viewport_size(PHONE)
    assert anna.page.evaluate(BROKEN) == []


def test_without_a_network_the_page_says_so_and_comes_back(visitors: Visitors) -> None:
    anna = visitors(service_workers="allow")
    anna.go("/")
    page = anna.page
    page.wait_for_selector(".kind")
    page.evaluate("() => navigator.serviceWorker.ready")
    kept = page.evaluate(
        """async () => {
          const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
          const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
          return requests.map(({ url }) => new URL(url).pathname);
        }"""
    )
    assert "/offline" in kept
    assert all(path == "/offline" or path.startswith("/assets/") for path in kept)
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("heading", name="You are offline").wait_for()
    anna.check_accessible()
    page.context.set_offline(False)
    page.wait_for_selector(".kind")
    anna.faults.clear()  # the browser's own word on what it could not load


def test_the_table_can_be_installed(http: httpx.Client) -> None:
    manifest = http.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    told = manifest.json()
    assert (told["start_url"], told["display"]) == ("./", "standalone")
    for icon in told["icons"]:
        assert http.get(f"/{icon['src']}").headers["content-type"] == icon["type"]
    for name in ("manifest.webmanifest", "service-worker.js", "offline"):
        assert http.get(f"/{name}").headers["cache-control"] == "no-cache"
