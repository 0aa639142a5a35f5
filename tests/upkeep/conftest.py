"""Stores to check, to export and to import into. The commands know the tests' small game, as the services of the tests do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from taphouse.service.store.embedded import Embedded
from tests.tiny.about import GAME
from tests.tiny.installed import install
from tests.upkeep.shared import fill

Full = tuple[dict[str, str], dict[bytes, tuple[int, bytes]]]
"""Some games of a full store, and all its keys with the times of their expiry and their values."""


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, GAME)


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Full:
    """The content of a full store."""
    with Embedded(tmp_path_factory.mktemp("full")) as server:
        games = fill(server.url)
        with redis.Redis.from_url(server.url) as client:
            keys = {key: (max(0, client.pexpiretime(key)), client.dump(key) or b"") for key in client.scan_iter()}
    return games, keys


@pytest.fixture
def store(tmp_path: Path) -> Iterator[str]:
    """An empty store."""
    with Embedded(tmp_path / "data") as server:
        yield server.url


@pytest.fixture
def games(store: str, full: Full) -> dict[str, str]:
    """A store that is full, and some of its games."""
    games, keys = full
    with redis.Redis.from_url(store) as client:
        for key, (expires, value) in keys.items():
            client.restore(key, expires, value, absttl=expires > 0)
    return games
