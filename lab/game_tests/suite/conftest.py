"""The games that are tested: those of `--game`, or all installed ones."""

from __future__ import annotations

import logging

import pytest
import structlog
from hypothesis import HealthCheck, settings

from taphouse.engine import GAMES as INSTALLED
from taphouse.lab.game_tests.effort import EFFORT, WHOLE
from taphouse.lab.game_tests.tables import GAMES, named, use


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--game`."""
    parser.addoption("--game", action="append", default=[], help="the kind of a game, or my_game.about:GAME")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the games before the tests are collected."""
    config.addinivalue_line("markers", "ecosystem: takes minutes")
    names = config.getoption("game")
    if names:
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))  # requests are no news
        settings.register_profile(
            "game-tests", deadline=None, derandomize=EFFORT == 1, suppress_health_check=[*HealthCheck]
        )
        settings.load_profile("game-tests")
    if names or not GAMES:
        use(map(named, names or INSTALLED))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Try all cases of a game that is tested alone, not a share of them before."""
    if config.getoption("game"):
        items[:] = [one for one in items if _share(one) == WHOLE]


def _share(item: pytest.Item) -> float:
    return getattr(item, "callspec").params.get("share", WHOLE) if hasattr(item, "callspec") else WHOLE  # noqa: B009 -- pytest's own


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what tests measured."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "told":
                terminalreporter.write_line(value)
