"""A service that has operators and knows accounts, on a store in memory and on Valkey."""

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
def operated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    known: Issuer = request.getfixturevalue("issuer")
    more = {"operators": setting(), **known.settings}
    if request.param == "memory":
        with Server(store=MemoryStore(), **more) as server:
            yield server
    else:
        with servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url, Server(url=url, **more) as server:
            yield server


@pytest.fixture
def office(operated: Server, issuer: Issuer) -> Iterator[Office]:  # noqa: F811
    with http(operated) as client:
        yield Office(Brief(client), issuer)
