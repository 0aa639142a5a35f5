"""Services that send emails to a server on this machine, and those who get them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.webhooks import deliveries, emails, notices
from tests.access.issuer import Issuer
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.mail.post_office import PostOffice


@pytest.fixture(scope="module", autouse=True)
def _soon() -> Iterator[None]:
    """Look at due reminders again and again, try again soon, and let games be quiet at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notices, "POLL", 0.05)
        patch.setattr(deliveries, "POLL", 0.05)
        patch.setattr(deliveries, "PAUSES", (0.02, 0.02, 0.05))
        patch.setattr(emails, "QUIET", 0)
        yield


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> Issuer:
    return Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with PostOffice() as made:
        yield made


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def anyone(office: PostOffice, issuer: Issuer, store: MemoryStore) -> Iterator[Client]:
    """Somebody without a token."""
    with Server(store=store, **office.settings, **issuer.settings) as server, http(server) as client:
        yield Client(client)
