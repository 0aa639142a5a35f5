"""A service on a store in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.conftest import http
from tests.api.server import Server
from tests.rest.client import Document, Rest


@pytest.fixture(scope="package")
def anyone() -> Iterator[Rest]:
    """Somebody without a token."""
    with Server(store=MemoryStore()) as server, http(server) as client:
        yield Rest(client, Document(client.get("/openapi.json").json()))
