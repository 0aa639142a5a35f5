"""A service with accounts on a store that tests damage, and what it logs."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

import pytest
import redis

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.bots import bot_seats
from taphouse.service.games.clocks import alarms
from taphouse.service.runtime import telemetry
from taphouse.service.webhooks import deliveries, notices
from tests import servers
from tests.access.issuer import Issuer
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.webhooks.receiver import Receiver, receiver

Player = Callable[[str], Client]


@pytest.fixture(scope="module", autouse=True)
def _asked_often() -> Iterator[None]:
    """Look at due reminders again and again."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (bot_seats, alarms, notices, deliveries):
            patch.setattr(module, "POLL", 0.05)
        yield


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> Issuer:
    return Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis.Redis]:
    with servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url:
        yield redis.Redis.from_url(url)


@pytest.fixture(scope="module")
def anyone(store: redis.Redis, issuer: Issuer) -> Iterator[Client]:
    """Somebody without a token, at a service on that store."""
    path = store.connection_pool.connection_kwargs["path"]
    with Server(url=f"unix://{path}", webhooks="any", **issuer.settings) as server, http(server) as client:
        yield Client(client)


@pytest.fixture(scope="module")
def memory() -> MemoryStore:
    return MemoryStore()


@pytest.fixture(scope="module")
def on_memory(memory: MemoryStore, issuer: Issuer) -> Iterator[Client]:
    with Server(store=memory, webhooks="any", **issuer.settings) as server, http(server) as client:
        yield Client(client)


@pytest.fixture
def player(issuer: Issuer) -> Callable[[Client], Client]:
    """Makes the account of this test alone, at a service."""
    name = secrets.token_hex(8)
    return lambda at: at.with_token(issuer.token(name))


@pytest.fixture
def friend() -> Iterator[Receiver]:
    with receiver() as here:
        yield here


@pytest.fixture
def left_out(monkeypatch: pytest.MonkeyPatch) -> telemetry.LeftOut:
    """The things that this process leaves out during the test."""
    fresh = telemetry.LeftOut()
    monkeypatch.setattr(telemetry, "leaves_out", fresh)
    return fresh


@pytest.fixture(autouse=True)
def bugs(monkeypatch: pytest.MonkeyPatch) -> telemetry.Bugs:
    """The unexpected exceptions of this process during the test."""
    fresh = telemetry.Bugs()
    monkeypatch.setattr(telemetry, "bugs", fresh)
    return fresh
