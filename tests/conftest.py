"""Set-up of all tests: the same draws in every run, signals that a background shell would have ignored, less garbage."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from asyncio.subprocess import Process
from collections.abc import Generator, Iterator
from hashlib import shake_256
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import tests.conformance.tables  # noqa: F401 -- the games of the suite, before tests are collected
from tests.effort import EFFORT

# The example games can be imported as if they were installed. They are not offered as entry points.
sys.path += map(str, sorted((Path(__file__).parents[1] / "examples" / "games").iterdir()))

# A shell that runs the tests in the background has SIGINT ignored, by them and by all that they start. Some tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test judges by the clock: other work shares the machine. `make soak` looks for new cases.
settings.register_profile(
    "taphouse", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=EFFORT == 1
)
settings.load_profile("taphouse")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze all that was imported and collected: it stays to the end, and collecting garbage in it took a tenth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 10, 10)  # schemas and documents live long as well
        gc.enable()


LONG = ("taphouse/", "tests/fuzzing/", "tests/secrecy/", "tests/web/")
"""The rooms whose tests take longest. Begun last, they would leave the other processes idle at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the long tests."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


@pytest.fixture(scope="session", autouse=True)
def _each_long_document_is_read_once() -> Iterator[None]:
    """Validating those of services took a third of the time."""
    from taphouse.lab.secrecy.shared_documents import SharedDocuments
    from taphouse.schema.execution import executor

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(executor, "DocumentCache", SharedDocuments)
        yield


@pytest.fixture(scope="session", autouse=True)
def _each_fragment_is_validated_once() -> Iterator[None]:
    from taphouse.schema.execution import documents
    from tests.fragments import KnownFragments

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documents, "validate", KnownFragments().validate)
        yield


@pytest.fixture(scope="session", autouse=True)
def _each_catalogue_is_built_once() -> Iterator[None]:
    """The services of a process share those of the same games and editions: building one took most of the start of a service."""
    app: Any = sys.modules.get("taphouse.service.app")
    if app is None:  # no test here has a service
        yield
        return
    build, kept = app.catalogues, dict[Any, Any]()

    def shared(games: Any, offered: Any, languages: Any) -> Any:
        shown = (*games.values(), *(edition for of_game in offered.values() for edition in of_game.values()))
        key = (*map(id, shown), *languages)
        if key not in kept:
            kept[key] = build(games, offered, languages), shown  # which keep their ids
        return kept[key][0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "catalogues", shared)
        yield


@pytest.fixture(scope="session", autouse=True)
def _processes_of_bots_are_started_one_by_one() -> Iterator[None]:
    """Services are threads here, and uvloop starts no process while the event loop of another thread starts one."""
    from taphouse.service.bots import process_pool

    start, starting = process_pool._start, threading.RLock()

    async def alone() -> Process:
        with starting:
            return await start()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process_pool, "_start", alone)
        yield


BEGINNING = "taphouse.service.games.beginning"
DRAWS = [
    f"{BEGINNING}.creating",
    f"{BEGINNING}.forking",
    f"{BEGINNING}.importing",
    "taphouse.service.games.agreeing.rematching",
]
"""The modules that choose a seed."""


@pytest.fixture(autouse=EFFORT == 1)
def seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of a test have the same seeds in every run, also those that nobody seeded: some end at once."""
    numbers = count(1)

    def token_bytes(size: int) -> bytes:
        return shake_256(f"{request.node.nodeid} {next(numbers)}".encode()).digest(size)

    for module in DRAWS:
        monkeypatch.setattr(f"{module}.secrets", SimpleNamespace(token_bytes=token_bytes))
