"""Somebody in front of a browser, who knows no rules: clicks what can be clicked."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, Request, Route

from taphouse.engine import GAMES
from taphouse.engine.editions import packaged
from tests.api.client import Table
from tests.languages.marked import LANGUAGE, is_plain, mark

WORDS = Path(__file__).parents[2] / "clients" / "web" / "src" / "words"
AXE = Path(__file__).parents[2] / "clients" / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
SECONDS = 30_000
"""Milliseconds after which something that should have happened has not, on a busy machine."""
Visitors = Callable[..., "Visitor"]

READY = """() => {
  const table = document.querySelector('.table-page');
  if (!table || document.querySelector('.sending')) return false;
  return table.dataset.status !== 'RUNNING' || document.querySelector('.deciding.mine .all-moves') !== null;
}"""
"""The moves are there, which may come after the turn; or the game has ended."""
TAKEN = """seen => document.querySelector('dialog .move, .sending')
  || document.querySelector('.table-page').dataset.version > seen"""
"""A click shows choices, or is on its way, or was answered."""
ASKS_FOR = f"""() => {{
  const [ask, send] = [fetch, WebSocket.prototype.send];
  const asked = (headers) => (headers['accept-language'] === 'de' ? {{...headers, 'accept-language': '{LANGUAGE}'}} : headers);
  window.fetch = (url, options) => ask(url, {{...options, headers: asked(options.headers)}});
  WebSocket.prototype.send = function (text) {{
    send.call(this, text.replace('"accept-language":"de"', '"accept-language":"{LANGUAGE}"'));
  }};
}}"""
"""Asks the service for the marked language instead of German."""
TEXTS = """() => {
  const found = new Set();
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) found.add(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.lang) return;
    for (const name of ['title', 'aria-label', 'aria-valuetext', 'placeholder']) found.add(node.getAttribute(name) ?? '');
    node.childNodes.forEach(read);
  };
  read(document.body);
  const before = document.activeElement;
  for (const spot of document.querySelectorAll('.spot')) {
    spot.focus({focusVisible: true, preventScroll: true});
    const tip = document.getElementById('tip');
    if (tip) read(tip);
  }
  before.focus({preventScroll: true});
  return [...found];
}"""
"""All texts of the page but those that say their language, and the tip of each place."""
ABOUT = [about for game in GAMES.values() for about in (game.about.title, game.about.designer, game.about.publisher)]
BREWERIES = [
    entry.name
    for game in GAMES.values()
    for edition in packaged(game.edition, game.about.package)
    for entry in edition.listed()
    if entry.section == "breweries"
]
PLAYERS = ["Anna", "Barley", "Hazel", "Rowan"]
NAMES = re.compile("|".join(map(re.escape, ["Taphouse", *ABOUT, *BREWERIES, *PLAYERS])) + "|\\bund\\b")
"""Names, and what the browser puts into a German list."""
CLICKABLE = ".spot.playable, .deciding > .buttons .move"


class Visitor:
    """A visitor of the web table.

    Args:
        browser: Chromium.
        url: The service.
        asks: Another server that may be asked, such as an identity provider.
        context: Of the browser: `viewport`, `color_scheme`, `has_touch`, `locale` ...
    """

    def __init__(self, browser: Browser, url: str, *, asks: str = "", **context: Any) -> None:
        given = {
            "viewport": DESKTOP,
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "service_workers": "block",
            **context,
        }
        self.url, self.faults = url, list[str]()
        self._asks = {urlsplit(url).netloc, urlsplit(asks).netloc}
        self._context = browser.new_context(**given)
        self._context.set_default_timeout(SECONDS)
        self.page: Page = self._context.new_page()
        self._random = random.Random(0)
        self.page.on("request", self._asked)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: said.type == "error" and self.faults.append(said.text))

    def _asked(self, request: Request) -> None:
        """Nothing but the service, and what else was named, may be asked for anything."""
        if urlsplit(request.url).netloc not in self._asks and not request.url.startswith("blob:"):
            self.faults.append(f"asked for {request.url}")

    def leave(self) -> None:
        """Close the browser's profile. Nothing may have gone wrong."""
        self._context.close()
        assert self.faults == [], self.faults

    def go(self, route: str) -> None:
        self.page.goto(f"{self.url}/#{route}")

    def hold_back(self, url: str, part: str = "") -> Callable[[], Route]:
        """Hold back requests, those with a part in their body.

        Args:
            url: a pattern of their URLs.
            part: of their bodies, if not all are held.

        Returns:
            What waits for the next of them, and returns it.
        """
        held: list[Route] = []

        def take(route: Route) -> None:
            wanted = route.request.method != "OPTIONS" and part in (route.request.post_data or "")
            held.append(route) if wanted else route.continue_()

        def wait() -> Route:
            while not held:
                self.page.wait_for_timeout(10)
            return held.pop(0)

        self.page.route(url, take)
        return wait

    def new_table(self, kind: str) -> None:
        """Open the form of a new table, with all its choices."""
        self.go(f"/new/{kind}")
        self.page.locator(".new-table > .more > summary").click()

    def open_table(self, kind: str, *seats: str, name: str = "Anna", figures: Mapping[str, int] | None = None) -> str:
        """Open a table by the form, and have the first turn if the game lets its creator choose.

        Args:
            kind: The kind of game.
            seats: Who sits at the other seats, as the form's values.
            name: The visitor's name.
            figures: Options that are numbers, by name.

        Returns:
            The route of the table.
        """
        self.new_table(kind)
        self.page.get_by_placeholder("Your name").fill(name)
        for number, who in enumerate(seats, 2):
            if number > 2:
                self.page.get_by_role("button", name="Add a seat").click()
            self.page.get_by_label(f"Who sits at seat {number}").select_option(who)
        self.page.get_by_text("Options", exact=True).click()
        first = self.page.locator("[name=firstSeat][value=SEAT_1]")
        if first.count():  # not every game has the option
            first.check()
        for option, figure in (figures or {}).items():
            self.page.locator(f"[name={option}]").fill(str(figure))
        self.page.get_by_role("button", name="Open the table").click()
        self.page.wait_for_selector(".table-page, .waiting")
        return urlsplit(self.page.url).fragment

    def sit(self, table: Table, seat: int, *, query: str = "") -> None:
        """Open the table of a game that was made over the API, with the token of a seat.

        Args:
            table: the game.
            seat: the seat.
            query: of the address, such as `?board=plain`.
        """
        held = {"gameId": table.id, "kind": table.look()["kind"], "since": 0, "seats": {seat: table.seat(seat).token}}
        keep = json.dumps([f"taphouse.held.{table.id}", json.dumps(held)])
        self.page.add_init_script(f"localStorage.setItem(...{keep})")
        self.page.goto(f"{self.url}/{query}#/table/{table.id}")
        self.page.wait_for_selector(".table-page")

    @property
    def table(self) -> Locator:
        return self.page.locator(".table-page")

    @property
    def version(self) -> int:
        return int(self.table.get_attribute("data-version") or 0)

    @property
    def status(self) -> str:
        return self.table.get_attribute("data-status") or ""

    def to_my_turn(self) -> bool:
        """Wait for the turn; whether it came before the game ended."""
        self.page.wait_for_function(READY)
        return self.status == "RUNNING"

    def move(self) -> bool:
        """Wait for the turn, and make some move by clicks; whether there was one to make."""
        if not self.to_my_turn():
            return False
        before = self.version
        self.click()
        self.page.wait_for_function("seen => document.querySelector('.table-page').dataset.version > seen", arg=before)
        return True

    def click(self) -> None:
        """Click something that makes a move, in as many steps as that takes."""
        self.page.mouse.move(
            0, 0
        )  # where the pointer has rested since the last click, what comes cannot be pressed at once
        places, amounts = self.page.locator(CLICKABLE), self.page.locator(".amounts")
        places.or_(amounts).first.wait_for()  # the board may still be loaded
        if amounts.count():
            self._choose_amounts()
            return
        before = self.version
        places.nth(self._random.randrange(places.count())).click()
        self.page.wait_for_function(TAKEN, arg=before)
        choices = self.page.locator("dialog .move")
        if choices.count():
            self.page.mouse.move(0, 0)
            choices.nth(self._random.randrange(choices.count())).click()

    def _choose_amounts(self) -> None:
        play = self.page.locator("[data-amounts=play]")
        while play.get_attribute("aria-disabled") == "true":
            more = self.page.locator("[data-more]:not([aria-disabled=true])")
            more.nth(self._random.randrange(more.count())).click()
        play.click()

    def mark_german(self) -> None:
        """Let German be the marked language from now on: in the page's own words, and in what it asks the service for."""
        written = "".join(file.read_text() for file in WORDS.rglob("en.ts"))
        said = dict(re.findall(r'^  (\w+): "(.*)",$', written, re.MULTILINE))
        words = json.dumps({key: mark(json.loads(f'"{text}"')) for key, text in said.items()})
        self.page.add_init_script(f"({ASKS_FOR})()")
        self.page.route(
            "**/assets/de-*.js",
            lambda route: route.fulfill(content_type="text/javascript", body=f"export default {words}"),
        )

    def check_marked(self) -> None:
        """Every text of the page is marked, as soon as the service has answered."""
        for _ in range(SECONDS // 100):
            plain = [text for text in self.page.evaluate(TEXTS) if is_plain(NAMES.sub("", text))]
            if not plain:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(plain)

    def check_accessible(self) -> None:
        """axe-core finds nothing against WCAG 2.2 AA, or against its own best practices, once the page has its heading."""
        self.page.locator("h1").first.wait_for()
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text())  # not as a script of the page, whose policy forbids it
        found = self.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        wrong = [
            {
                "rule": one["id"],
                "help": one["help"],
                "nodes": [f"{node['html'][:160]} {node['failureSummary'][:200]}" for node in one["nodes"][:4]],
            }
            for one in found["violations"]
        ]
        assert wrong == [], json.dumps(wrong, indent=1)

    def check_fits(self) -> None:
        """The page does not scroll sideways."""
        width = self.page.viewport_size
        assert width is not None
        assert self.page.evaluate("() => document.documentElement.scrollWidth") <= width["width"]
