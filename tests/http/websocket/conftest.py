"""Services, and a connection to each."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.http.raw_socket import RawSocket
from tests.http.websocket.shared import STORE
from tests.log_lines import log_lines

IDLE_TIMEOUT = 0.4


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=STORE, ws_max_operations=3) as server:
        yield server


@pytest.fixture(scope="module")
def strict() -> Iterator[Server]:
    """A service with little patience and small messages."""
    with Server(store=MemoryStore(), ws_idle_timeout=IDLE_TIMEOUT, max_body=4096) as server:
        yield server


@pytest.fixture(scope="module")
def anyone(server: Server) -> Iterator[Client]:
    with http(server) as client:
        yield Client(client)


@pytest.fixture
def wire(server: Server) -> Iterator[RawSocket]:
    with RawSocket(server.url) as wire:
        yield wire.init()


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    with log_lines() as lines:
        yield lines
