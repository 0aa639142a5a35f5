"""A service to talk to by REST, once in a test process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.graphql.build import Api
from taphouse.schema.rest.openapi import openapi
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import BOTH, Server
from tests.rest.client import Document, Json, Rest


@pytest.fixture(scope="session")
def anyone() -> Iterator[Rest]:
    """Somebody without a token."""
    with Server(store=MemoryStore()) as server, http(server) as client:
        yield Rest(client, Document(client.get("/openapi.json").json()))


@pytest.fixture
def graphql(anyone: Rest) -> Client:
    """The same service by GraphQL."""
    return Client(anyone.http)


@pytest.fixture(scope="session")
def api() -> Api:
    return Api.of(*BOTH.values())


@pytest.fixture(scope="session")
def document(api: Api) -> Document:
    return Document(openapi(api.served))


@pytest.fixture(scope="session")
def schemas(document: Document) -> Json:
    found: Json = document.document["components"]["schemas"]
    return found
