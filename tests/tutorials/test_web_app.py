"""The page of the tutorial on web apps plays a whole game in Chromium, also after a reload and without a connection."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, sync_playwright

from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.tutorials.reader import ADDRESS, ROOT
from tests.web.conftest import FLAGS
from tests.web.visitor import PHONE, SECONDS

pytestmark = pytest.mark.ecosystem

OVER = "() => document.getElementById('prompt').textContent.startsWith('The game is over')"
READY = f"() => document.querySelector('#moves button') || ({OVER})()"


class Files(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The page, as `python3 -m http.server` serves it."""
    with Server(store=MemoryStore(), cors_origins="loopback") as service:
        shutil.copytree(ROOT / "examples" / "web", tmp_path, dirs_exist_ok=True)
        program = tmp_path / "app.js"
        assert program.read_text().count(ADDRESS) == 1
        program.write_text(program.read_text().replace(ADDRESS, service.url))
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(tmp_path)))
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def page() -> Iterator[Page]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("Chromium is missing; on Debian: apt install chromium")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=FLAGS) as browser:
        page = browser.new_page(viewport=PHONE)
        page.set_default_timeout(SECONDS)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
        assert faults == []


def move(page: Page) -> bool:
    """Make the last move that is offered; whether there was one."""
    page.wait_for_function(READY)
    if page.evaluate(OVER):
        return False
    page.locator("#moves button").last.click()
    return True


def test_the_page_plays_a_game_to_its_end(page: Page, address: str) -> None:
    page.goto(address)
    assert move(page)
    page.wait_for_function(READY)
    game = page.url.partition("#")[2]
    page.reload()
    page.wait_for_function(READY)
    assert page.url.endswith(game), "another game after a reload"

    page.context.set_offline(True)
    page.locator("#moves button").first.click()
    page.wait_for_function("() => document.getElementById('prompt').textContent.startsWith('No connection')")
    page.context.set_offline(False)
    while move(page):
        pass
    places = page.locator("#prompt").inner_text()
    assert "You: " in places
    assert "Greta: " in places
    entries = page.locator("#log li")
    assert entries.last.inner_text() == "The game is created."
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_page_follows_again_after_answers_that_are_no_stream(page: Page, address: str) -> None:
    """As while the service restarts behind a proxy."""
    answers = [502, 404, 429]

    def proxied(route: Route) -> None:
        if answers:
            route.fulfill(status=answers.pop(0), headers={"access-control-allow-origin": "*"})
        else:
            route.continue_()

    page.route("**/v1/games/*/events?*", proxied)
    page.goto(address)
    log = page.locator("#log li")
    log.first.wait_for(timeout=20_000)
    assert answers == []
    assert log.last.inner_text() == "The game is created."
    told = log.count()
    assert move(page)
    page.wait_for_function("(told) => document.querySelectorAll('#log li').length > told", arg=told)


def test_the_page_begins_again_after_versions_were_lost(page: Page, address: str) -> None:
    """As after a failover of the store: its last event is one of a version that the service does not have."""
    lost = [b'id: 900-1f3a9c27\ndata: {"version": 900, "sentence": "It was lost."}\n\n']

    def proxied(route: Route) -> None:
        if lost:
            headers = {"access-control-allow-origin": "*", "content-type": "text/event-stream"}
            route.fulfill(status=200, headers=headers, body=lost.pop())
        else:
            route.continue_()

    page.route("**/v1/games/*/events?*", proxied)
    page.goto(address)
    page.wait_for_function(
        "() => document.getElementById('log').lastElementChild?.textContent === 'The game is created.'", timeout=20_000
    )
    assert "It was lost." not in page.locator("#log").inner_text()
    assert move(page)
