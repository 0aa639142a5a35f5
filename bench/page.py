"""Measures how long a slow phone takes from a link to the first move that can be made: a running game of Dank & Draft.

The tests of the web table count the bytes of other games by the same functions.

Chromium slows its CPU and its network down, as Lighthouse does for phones: four times slower, 1.6 Mbit/s, 150 ms. That of a
WebSocket is not slowed down. Every round has a new profile, so nothing is cached; then the page is opened once more.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from bench.harness import Skipped
from bench.harness.serving import Stage
from taphouse.client import Access, Client

BUILD = Path(__file__).parents[1] / "clients" / "build.py"
ROUNDS = 5
MOVES = 20
SLOWER = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
READY = "() => document.querySelector('.spot.playable, .deciding .move') && performance.now() / 1000"
"""The seconds since the navigation began, once there is a move to be made."""
NAMED = "() => document.querySelector('.board-area')?.innerText.includes('…') === false"
"""The board is whole: the titles of the catalogue have come. Talk comes after."""
LISTED = "() => document.querySelector('.kinds > li') !== null"
"""The lobby is whole: the kinds of games have come."""
_NOTE = """new MutationObserver((_, observer) => {
  if (!(%s)()) return;
  observer.disconnect();
  window.wholeAt = (performance.timeOrigin + performance.now()) / 1000;
}).observe(document, {childList: true, characterData: true, subtree: true})"""
"""Notes when the page is whole, in seconds since the epoch, at the change that makes it so: a busy machine looks later."""


def measure() -> dict[str, float]:
    """Measure the seconds to the first possible move, and the kilobytes until then.

    Returns:
        `page.first_move_s`, `page.first_move_again_s` with the page in the browser's cache, and `page.first_load_kb`: what comes
        over HTTP until the board is whole.

    Raises:
        Skipped: Chromium is missing, or the page cannot be built.
    """
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise Skipped("Chromium is missing")
    built = subprocess.run([sys.executable, BUILD], capture_output=True, text=True, check=False)
    if built.returncode:
        raise Skipped(built.stderr.strip())
    with Stage() as stage, sync_playwright() as playwright:
        url = f"http://127.0.0.1:{stage.service('taphouse', 'serve').port}"
        place = running(url, "dank-and-draft")
        with playwright.chromium.launch(executable_path=chromium, args=FLAGS) as browser:
            rounds = [_opened(browser, url, place) for _ in range(ROUNDS)]
    first, again, received = zip(*rounds, strict=True)
    return {
        "page.first_move_s": median(first),
        "page.first_move_again_s": median(again),
        "page.first_load_kb": median(received) / 1000,
    }


def running(url: str, kind: str) -> Access:
    """A place at a running game of two, whose turn it is."""
    rng, made = random.Random(0), 0
    with Client(url) as client:
        game = client.create(kind, ["Anna", "Ben"], seed="page")
        while True:
            decision = client.look(game.host).decision
            assert decision is not None
            place = game.seats[decision.seat - 1]
            if made == MOVES:
                return place
            client.move(place, rng.choice(client.look(place).moves))
            made += 1


def hold(context: BrowserContext, place: Access, kind: str) -> None:
    """Let a browser have a place at a game."""
    in_api = kind.upper().replace("-", "_")
    held = {"gameId": place.game_id, "kind": in_api, "since": 0, "seats": {place.seat: place.token}}
    keep = json.dumps([f"taphouse.held.{place.game_id}", json.dumps(held)])
    context.add_init_script(f"localStorage.setItem(...{keep})")


class Counted:
    """A new page on a slow network, and the bytes that it gets over HTTP: heads and compressed bodies of files and of the API.

    Args:
        context: The browser's.
        whole: The condition of a whole page: `NAMED` or `LISTED`.
    """

    def __init__(self, context: BrowserContext, whole: str) -> None:
        self.page = context.new_page()
        self.page.add_init_script(_NOTE % whole)
        self.protocol = context.new_cdp_session(self.page)
        self._clock = 0.0
        self._loaded: list[tuple[float, int]] = []
        self.protocol.send("Network.enable")
        self.protocol.send("Network.emulateNetworkConditions", NETWORK)
        self.protocol.on("Network.requestWillBeSent", self._sent)
        self.protocol.on("Network.loadingFinished", self._count)

    def _sent(self, event: dict[str, Any]) -> None:
        self._clock = event["wallTime"] - event["timestamp"]

    def _count(self, event: dict[str, Any]) -> None:
        self._loaded.append((event["timestamp"], int(event["encodedDataLength"])))

    def received(self) -> int:
        """The bytes until the page is whole."""
        at = float(self.page.wait_for_function("() => window.wholeAt").json_value())
        return sum(size for loaded, size in self._loaded if loaded + self._clock <= at)


def _opened(browser: Browser, url: str, place: Access) -> tuple[float, float, int]:
    """The seconds to a move for a new visitor, and for one who comes back, and the bytes that the first one gets."""
    context = browser.new_context(**PHONE)
    hold(context, place, "dank-and-draft")

    def seconds() -> tuple[float, Counted]:
        counted = Counted(context, NAMED)
        counted.protocol.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        counted.page.goto(f"{url}/#/table/{place.game_id}", wait_until="commit")
        return float(counted.page.wait_for_function(READY).json_value()), counted

    first, counted = seconds()
    counted.page.wait_for_selector(".board-area")
    received = counted.received()
    counted.page.close()
    again, _ = seconds()
    context.close()
    return first, again, received
