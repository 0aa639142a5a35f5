"""Services that know accounts: one on a store in memory, two that share an embedded Valkey. Each once in a test process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests import servers
from tests.access.brief import Brief
from tests.access.issuer import Issuer
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server


@pytest.fixture(scope="session")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> Issuer:
    return Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")


@pytest.fixture(scope="session")
def service(issuer: Issuer) -> Iterator[Server]:
    with Server(store=MemoryStore(), webhooks="any", **issuer.settings) as server:
        yield server


@pytest.fixture(scope="session")
def anyone(service: Server) -> Iterator[Client]:
    """Somebody without a token."""
    with http(service) as client:
        yield Brief(client)


@pytest.fixture(scope="session")
def two_services(issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two instances on one Valkey."""
    with (
        servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url,
        Server(url=url, **issuer.settings) as one,
        Server(url=url, **issuer.settings) as two,
    ):
        yield one, two


@pytest.fixture(scope="session")
def two_instances(two_services: tuple[Server, Server]) -> Iterator[tuple[Client, Client]]:
    """Somebody without a token at each of them."""
    one, two = two_services
    with http(one) as first, http(two) as second:
        yield Brief(first), Brief(second)
