"""Services that keep a feed: one on a store in memory, and two that share a Valkey."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests import servers
from tests.access.brief import Brief
from tests.access.conftest import issuer  # noqa: F401
from tests.access.issuer import Issuer
from tests.api.conftest import http
from tests.api.server import Server
from tests.operating.shared import Office, setting


@pytest.fixture(scope="package", params=["memory", "valkey"])
def two(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two instances; on a store in memory there is one."""
    known: Issuer = request.getfixturevalue("issuer")
    more = {"operators": setting(), "feed": True, "webhooks": "any", **known.settings}
    if request.param == "memory":
        with Server(store=MemoryStore(), **more) as server:
            yield server, server
    else:
        with (
            servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url,
            Server(url=url, **more) as one,
            Server(url=url, **more) as other,
        ):
            yield one, other


@pytest.fixture
def offices(two: tuple[Server, Server], issuer: Issuer) -> Iterator[tuple[Office, Office]]:  # noqa: F811
    """Operators and players at each instance."""
    with http(two[0]) as one, http(two[1]) as other:
        yield Office(Brief(one), issuer), Office(Brief(other), issuer)
