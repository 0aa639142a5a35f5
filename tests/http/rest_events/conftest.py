"""A service whose store can be away, and a table at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.client import CASK, Client, Table, create
from tests.api.conftest import http
from tests.api.server import Server
from tests.http.rest_events.shared import STORE


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=STORE, long_poll_max=1.5) as server:
        yield server


@pytest.fixture(scope="module")
def anyone(server: Server) -> Iterator[Client]:
    with http(server) as client:
        yield Client(client)


@pytest.fixture
def table(anyone: Client) -> Table:
    return create(anyone, 2, CASK)
