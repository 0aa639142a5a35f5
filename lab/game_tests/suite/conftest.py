"""The games that are tested: those of `--game`, or our own; and the report of `--fast`."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from contextlib import suppress
from inspect import signature
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from taphouse.engine import GAMES as INSTALLED
from taphouse.lab.game_tests.beside import Work, begin
from taphouse.lab.game_tests.effort import EFFORT, WHOLE
from taphouse.lab.game_tests.faults import ORDER, Fault
from taphouse.lab.game_tests.lacking import lacking
from taphouse.lab.game_tests.tables import GAMES, named, one_table, use
from taphouse.schema.graphql.build import Api

FAULTS: list[Fault] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--game` and `--fast`."""
    parser.addoption("--game", action="append", default=[], help="the kind of a game, or my_game.about:GAME")
    parser.addoption("--fast", action="store_true", help="one table, and only the first fault")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the games before the tests are collected."""
    config.addinivalue_line("markers", "ecosystem: takes minutes")
    config.addinivalue_line("markers", "thorough: not in --fast")
    config.addinivalue_line(
        "markers", "beside(work): rests on the result of `work`, which another process can do meanwhile"
    )
    names = config.getoption("game")
    if names:
        settings.register_profile(
            "game-tests", deadline=None, derandomize=EFFORT == 1, suppress_health_check=[*HealthCheck]
        )
        settings.load_profile("game-tests")
        gc.set_threshold(100_000, 50, 50)  # by default a sixth of the time goes into looking through the schema
    if names or not GAMES:
        use(map(named, names or INSTALLED.own()), fast=config.getoption("fast"))


def pytest_runtestloop(session: pytest.Session) -> None:
    """Begin in another process what takes longest, while this one tests the rules; not where xdist has begun some."""
    config, begun = session.config, "PYTEST_XDIST_WORKER" in os.environ
    if config.getoption("game") and not config.getoption("collectonly") and not begun:
        works = [_work(test, marked.kwargs["work"]) for test in session.items for marked in test.iter_markers("beside")]
        if works:
            with suppress(Exception):  # which its test shows
                Api.of(*GAMES.values(), federated=True)  # once, for both processes
        begin(works)


def _work(test: pytest.Item, function: Callable[..., Any]) -> Work:
    """The call of a function with the parameters of a test."""
    given = getattr(test, "callspec").params  # noqa: B009 -- pytest's own
    return Work(function, tuple([given[name] for name in signature(function).parameters]))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Have nothing looked through at the end, where pytest collects garbage five times."""
    if config.getoption("game"):
        gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Try all cases of a game that is tested alone, not a share of them before."""
    if config.getoption("game"):
        items[:] = [one for one in items if _share(one) == WHOLE]
        items.sort(key=lambda one: ORDER.index(one.path.stem.removeprefix("test_")))
    if one_table():
        items[:] = [one for one in items if one.get_closest_marker("thorough") is None]


def _share(item: pytest.Item) -> float:
    return getattr(item, "callspec").params.get("share", WHOLE) if hasattr(item, "callspec") else WHOLE  # noqa: B009 -- pytest's own


def pytest_exception_interact(node: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Note a fault for the report of `--fast`."""
    if call.excinfo is not None:
        FAULTS.append(Fault.of(call.excinfo.value, getattr(node, "function", None)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report what tests measured, what a game in one file lacks, and the first fault of a fast run."""
    if one_table():
        for fault in FAULTS[:1]:
            terminalreporter.write_line(str(fault))
    for game in GAMES.values():
        for sentence in lacking(game):
            terminalreporter.write_line(sentence)
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "told":
                terminalreporter.write_line(value)
