"""A service that knows accounts, on a store that tests can look into, and a table at which something is wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.access.brief import Brief
from tests.access.conftest import issuer  # noqa: F401
from tests.access.issuer import Issuer
from tests.api.conftest import http
from tests.api.server import Server
from tests.operating.shared import Office, setting
from tests.streams.conftest import Player, player  # noqa: F401
from tests.talk.shared import Table


@pytest.fixture(scope="session")
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture(scope="session")
def anyone(issuer: Issuer, store: MemoryStore) -> Iterator[Brief]:  # noqa: F811
    """Somebody without a token."""
    with Server(store=store, operators=setting(), **issuer.settings) as server, http(server) as client:
        yield Brief(client)


@pytest.fixture
def office(anyone: Brief, issuer: Issuer) -> Office:  # noqa: F811
    return Office(anyone, issuer)


@pytest.fixture
def table(anyone: Brief, player: Player) -> Table:  # noqa: F811
    """Ann, who hosts, and Bob, as friends; Cid watches."""
    return Table((anyone, anyone), player, powers="FULL")
