"""Stores to check, to export and to import into. The commands know the tests' small game, as the services of the tests do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from taphouse.engine import GAMES
from taphouse.service.store.embedded import Embedded
from tests.tiny.about import ABOUT, GAME
from tests.upkeep.shared import fill


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, ABOUT.kind, GAME)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[str]:
    """An empty store."""
    with Embedded(tmp_path / "data") as server:
        yield server.url


@pytest.fixture
def games(store: str) -> dict[str, str]:
    """A store that is full, and some of its games."""
    return fill(store)
