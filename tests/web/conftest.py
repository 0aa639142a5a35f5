"""The built page, a service that serves it, and Chromium. What is missing skips the tests that need it, and says so."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.web.visitor import SECONDS, Visitor, Visitors

expect.set_options(timeout=SECONDS)
ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "clients"
PATIENCE = 300
"""Seconds after which an installation or a build hangs."""
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


def build_script() -> ModuleType:
    """`clients/build.py`, which is in no package."""
    spec = importlib.util.spec_from_file_location("build_web_table", CLIENTS / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def node() -> str:
    """Node, with everything installed that the clients and their checks need."""
    script = build_script()
    program = script.node()
    if program is None:
        pytest.skip("Node is missing or too old: install Node 20.19 or 22.12, or `make web`")
    with script.alone():
        script.install(program, checks=True)
    path: str = program[0]
    return path


@pytest.fixture(scope="session")
def page(node: str) -> None:
    """The page, built from the sources as they are."""
    build = [sys.executable, CLIENTS / "build.py"]
    done = subprocess.run(build, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


class Clock:
    """The clock of a store, which a test can move on."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self._ahead

    def __iadd__(self, seconds: float) -> Clock:
        self._ahead += seconds
        return self


@pytest.fixture(scope="session")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def server(page: None, clock: Clock) -> Iterator[Server]:
    """A service on a store in memory."""
    with Server(store=MemoryStore(clock), games=GAMES) as running:
        yield running


@pytest.fixture
def serving() -> Iterator[ExitStack]:
    """Runs the servers of one test until its visitors have left: a page complains when its server ends first."""
    with ExitStack() as running:
        yield running


@pytest.fixture
def tiny_too(page: None, serving: ExitStack) -> Server:
    """A service that has the tiny game as well, which is not whole in German."""
    return serving.enter_context(Server(store=MemoryStore()))


@pytest.fixture(scope="module")  # while it is open, no other event loop can run in this thread
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("Chromium is missing; on Debian: apt install chromium")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=FLAGS) as running:
        yield running


@pytest.fixture
def visitors(browser: Browser, server: Server, serving: ExitStack) -> Iterator[Visitors]:
    """Makes visitors, each with a browser profile of their own. In the end, none of them may have met a fault."""
    made: list[Visitor] = []

    def make(url: str = server.url, **context: object) -> Visitor:
        visitor = Visitor(browser, url, **context)
        made.append(visitor)
        return visitor

    yield make
    for visitor in made:
        visitor.leave()
