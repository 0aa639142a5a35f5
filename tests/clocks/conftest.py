"""Services whose store has a clock that a test moves, and two instances on a real one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.clocks import alarms
from tests import servers
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.clocks.shared import Clock


@pytest.fixture(scope="module", autouse=True)
def _asked_often() -> Iterator[None]:
    """Look at due reminders again and again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alarms, "POLL", 0.02)
        yield


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def anyone(clock: Clock) -> Iterator[Client]:
    """Somebody without a token."""
    with Server(store=MemoryStore(clock)) as server, http(server) as client:
        yield Client(client)


@pytest.fixture(scope="module")
def two_instances(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Client]]:
    with (
        servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url,
        Server(url=url) as one,
        Server(url=url) as two,
        http(one) as first,
        http(two) as second,
    ):
        yield Client(first), Client(second)
