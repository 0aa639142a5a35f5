"""A service that knows accounts, on a store in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.access.issuer import Issuer
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> Issuer:
    return Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")


@pytest.fixture(scope="module")
def service(issuer: Issuer) -> Iterator[Server]:
    with Server(store=MemoryStore(), accounts_program="robot", **issuer.settings) as server:
        yield server


@pytest.fixture(scope="module")
def anyone(service: Server) -> Iterator[Client]:
    """Somebody without a token."""
    with http(service) as client:
        yield Client(client)
