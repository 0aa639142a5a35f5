"""Services to talk to: one on a store in memory, two that share an embedded Valkey. Each once in a test process."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests import servers
from tests.api.client import Client
from tests.api.server import Server
from tests.effort import BOUND


@pytest.fixture(scope="session")
def on_memory() -> Iterator[Client]:
    with Server(store=MemoryStore()) as server, http(server) as client:
        yield Client(client)


@pytest.fixture(scope="session")
def two_instances(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Client]]:
    """Two instances of the service on one Valkey."""
    with (
        servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url,
        Server(url=url) as one,
        Server(url=url) as two,
        http(one) as first,
        http(two) as second,
    ):
        yield Client(first), Client(second)


@pytest.fixture
def on_valkey(two_instances: tuple[Client, Client]) -> Client:
    return two_instances[0]


@pytest.fixture(params=["memory", "valkey"])
def anyone(request: pytest.FixtureRequest) -> Client:
    """Somebody without a token, on either store."""
    client: Client = request.getfixturevalue(f"on_{request.param}")
    return client


def http(server: Server) -> httpx.Client:
    plain = {"accept-encoding": "identity"}  # tests/http/test_compression.py is about compressed answers
    limits = httpx.Limits(max_connections=100, max_keepalive_connections=8)  # it looks at each one for each request
    return httpx.Client(
        base_url=server.url,
        headers=plain,
        timeout=BOUND + 10,
        limits=limits,
        trust_env=False,
        verify=False,  # noqa: S501 -- reading certificates is slow
    )
