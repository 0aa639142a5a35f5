"""Services that send webhooks to this machine, and those who are told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.webhooks import deliveries, notices
from tests import servers
from tests.access.issuer import Issuer
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.webhooks.receiver import Receiver, receiver


@pytest.fixture(scope="module", autouse=True)
def _soon() -> Iterator[None]:
    """Look at due reminders again and again, and try again soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notices, "POLL", 0.05)
        patch.setattr(deliveries, "POLL", 0.05)
        patch.setattr(deliveries, "PAUSES", (0.02, 0.02, 0.05))
        yield


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> Issuer:
    return Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")


@pytest.fixture(scope="module")
def on_memory(issuer: Issuer) -> Iterator[Client]:
    with Server(store=MemoryStore(), webhooks="any", **issuer.settings) as server, http(server) as client:
        yield Client(client)


@pytest.fixture(scope="module")
def on_valkey(issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with (
        servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url,
        Server(url=url, webhooks="any", **issuer.settings) as server,
        http(server) as client,
    ):
        yield Client(client)


@pytest.fixture(params=["memory", "valkey"])
def anyone(request: pytest.FixtureRequest) -> Client:
    """Somebody without a token, on either store."""
    client: Client = request.getfixturevalue(f"on_{request.param}")
    return client


@pytest.fixture
def friend() -> Iterator[Receiver]:
    with receiver() as here:
        yield here
