"""Automatic persisted queries and trusted documents over HTTP and a WebSocket."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import httpx
import pytest
from pydantic import SecretStr

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import BadSettings, Settings
from tests.api.server import Server
from tests.http.raw_socket import RawSocket

QUERY = "{ catalogue { games { kind } } }"
KEY = SecretStr("0123456789abcdef0123456789abcdef")


def named(text: str) -> dict[str, object]:
    return {"persistedQuery": {"version": 1, "sha256Hash": hashlib.sha256(text.encode()).hexdigest()}}


def http(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.url, trust_env=False)


def code(response: httpx.Response) -> str:
    return str(response.json()["errors"][0]["extensions"]["code"])


def test_a_client_sends_the_text_once() -> None:
    with Server(store=MemoryStore()) as server, http(server) as client:
        unknown = client.post("/graphql", json={"extensions": named(QUERY)})
        assert (unknown.status_code, code(unknown)) == (200, "PERSISTED_QUERY_NOT_FOUND")
        assert unknown.json()["errors"][0]["message"] == "PersistedQueryNotFound"
        sent = client.post("/graphql", json={"query": QUERY, "extensions": named(QUERY)}).json()["data"]
        assert sent["catalogue"]["games"]
        assert client.post("/graphql", json={"extensions": named(QUERY)}).json()["data"] == sent
        by_url = client.get("/graphql", params={"extensions": json.dumps(named(QUERY))})
        assert by_url.json()["data"] == sent
        wrong = client.post("/graphql", json={"query": "{ __typename }", "extensions": named(QUERY)})
        assert (wrong.status_code, code(wrong)) == (400, "BAD_REQUEST")


@pytest.mark.parametrize(
    "never_executed",
    [
        "{ unknown }",
        "{",
        f"{{ __typename }}{' ' * 100_001}",
        "mutation { play }",
        "subscription { events { __typename } }",
    ],
    ids=["invalid", "malformed", "too long", "refused arguments", "refused stream"],
)
def test_what_is_not_executed_is_not_kept(never_executed: str) -> None:
    with Server(store=MemoryStore()) as server, http(server) as client:
        sent = client.post("/graphql", json={"query": never_executed, "extensions": named(never_executed)})
        assert "errors" in sent.json()
        assert code(client.post("/graphql", json={"extensions": named(never_executed)})) == "PERSISTED_QUERY_NOT_FOUND"


def test_over_a_websocket_what_is_executed_is_kept() -> None:
    with Server(store=MemoryStore()) as server, http(server) as client, RawSocket(server.url) as wire:
        wire.init()
        for text, type_ in (("{ unknown }", "error"), (QUERY, "next")):
            wire.send({"type": "subscribe", "id": "1", "payload": {"query": text, "extensions": named(text)}})
            assert wire.receive()["type"] == type_
        assert code(client.post("/graphql", json={"extensions": named("{ unknown }")})) == "PERSISTED_QUERY_NOT_FOUND"
        assert client.post("/graphql", json={"extensions": named(QUERY)}).json()["data"]


def test_an_operator_lists_the_documents_that_are_executed(tmp_path: Path) -> None:
    manifest = tmp_path / "documents.json"
    manifest.write_text(json.dumps({hashlib.sha256(QUERY.encode()).hexdigest(): QUERY}))
    with Server(store=MemoryStore(), trusted_documents=manifest) as server, http(server) as client:
        assert client.post("/graphql", json={"query": QUERY}).json()["data"]["catalogue"]["games"]
        assert client.post("/graphql", json={"extensions": named(QUERY)}).json()["data"]["catalogue"]["games"]
        other = client.post("/graphql", json={"query": "{ __typename }"})
        assert code(other) == "DOCUMENT_NOT_TRUSTED"


@pytest.mark.parametrize("manifest", [None, "{", '{"00": "{ a }"}'])
def test_a_bad_manifest_keeps_the_service_from_starting(tmp_path: Path, manifest: str | None) -> None:
    file = tmp_path / "documents.json"
    if manifest is not None:
        file.write_text(manifest)
    with pytest.raises(BadSettings, match="TAPHOUSE_TRUSTED_DOCUMENTS"):
        create_app(Settings(signing_key=KEY, trusted_documents=file), store=MemoryStore())
