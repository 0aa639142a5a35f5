"""Services that play the seats of bots, and ways to disturb them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.bots import bot_seats
from taphouse.service.runtime import telemetry
from tests import servers
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.bots.house.shared import Thoughts


@pytest.fixture(scope="module", autouse=True)
def _asked_often() -> Iterator[None]:
    """Look at due reminders again and again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_seats, "POLL", 0.05)
        yield


@pytest.fixture(scope="module")
def on_memory() -> Iterator[Client]:
    with Server(store=MemoryStore()) as server, http(server) as client:
        yield Client(client)


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url:
        yield url


@pytest.fixture(scope="module")
def two_instances(valkey: str) -> Iterator[tuple[Client, Client]]:
    with (
        Server(url=valkey, bot_processes=2) as one,
        Server(url=valkey) as two,
        http(one) as first,
        http(two) as second,
    ):
        yield Client(first), Client(second)


@pytest.fixture(params=["memory", "valkey"])
def anyone(request: pytest.FixtureRequest) -> Client:
    if request.param == "memory":
        client: Client = request.getfixturevalue("on_memory")
        return client
    first, _ = request.getfixturevalue("two_instances")
    return first


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The errors that the operator is told."""
    lines: list[dict[str, Any]] = []
    monkeypatch.setattr(telemetry.log, "error", lambda _, **fields: lines.append(fields), raising=False)
    return lines


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thoughts]:
    made = Thoughts(monkeypatch)
    yield made
    made.go.set()
