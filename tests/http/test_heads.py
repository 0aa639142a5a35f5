"""Requests whose head tells enough: compressed ones, those that ask before they send a body, and streams that are resumed."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.access.issuer import ANN, Issuer
from tests.api.client import CASK, Client, create
from tests.api.conftest import http
from tests.api.server import Server
from tests.effort import BOUND

STREAM = "text/event-stream"
TYPED = ("content-type: application/json", "content-length: 2")
PLAY = "/v1/games/" + "a" * 24 + "/moves"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    issuer = Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")
    with Server(store=MemoryStore(), max_body=100_000, **issuer.settings) as server:
        server.token = issuer.token(ANN)  # type: ignore[attr-defined]
        yield server


@pytest.fixture
def line(server: Server) -> Iterator[httpx.Client]:
    with http(server) as line:
        yield line


@pytest.mark.parametrize("encoding", ["gzip", "br", "gzip, identity"])
@pytest.mark.parametrize("path", ["/graphql", "/v1/games"])
def test_a_compressed_body_is_refused_with_the_encoding_that_is_accepted(
    line: httpx.Client, path: str, encoding: str
) -> None:
    body = gzip.compress(b'{"query": "{ __typename }"}')
    answer = line.post(path, content=body, headers={"content-encoding": encoding, "content-type": "application/json"})
    assert (answer.status_code, answer.headers["accept-encoding"]) == (415, "identity")
    assert "Content-Encoding" in answer.text
    assert line.get("/v1/now", headers={"content-encoding": "Identity"}).status_code == 200


def test_a_body_after_an_offer_of_http_2_is_refused_in_words_and_a_request_without_a_body_is_answered(
    line: httpx.Client,
) -> None:
    offer = {"connection": "Upgrade, HTTP2-Settings", "upgrade": "h2c", "http2-settings": "AAEAAEAAAAIAAAAB"}
    for chunks in (b'{"query": "{ __typename }"}', iter([b"{}"])):
        answer = line.post("/graphql", content=chunks, headers={**offer, "content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED")
        assert "HTTP/1.1" in answer.json()["detail"]
    for _ in range(2):
        assert line.get("/v1/now", headers=offer).status_code == 200
    assert line.post("/graphql", json={"query": "{ __typename }"}).status_code == 200


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        ("/graphql", ("content-length: 500000",), 413),
        ("/v1/games", ("content-length: 500000",), 413),
        ("/v1/games", (*TYPED, "content-encoding: gzip"), 415),
        (PLAY, TYPED, 401),
        (PLAY, (*TYPED, "authorization: Bearer wrong"), 401),
        ("/graphql", (*TYPED, "authorization: Bearer wrong"), 401),
        ("/graphql", TYPED, 100),
        ("/v1/games", TYPED, 100),
    ],
)
def test_who_asks_before_sending_a_body_is_refused_at_once(
    server: Server, path: str, more: tuple[str, ...], status: int
) -> None:
    parts = urlsplit(server.url)
    with socket.create_connection((parts.hostname, parts.port), timeout=BOUND) as wire:
        head = [f"POST {path} HTTP/1.1", f"host: {parts.netloc}", "expect: 100-continue", *more, "", ""]
        wire.sendall("\r\n".join(head).encode())
        got = b""
        while not got.endswith(b"\r\n\r\n") if status == 100 else (part := wire.recv(65536)):
            got += wire.recv(65536) if status == 100 else part
    assert got.startswith(b"HTTP/1.1 %d " % status)
    assert (b"\r\nconnection: close\r\n" in got) == (status != 100)


class TestLastEventId:
    """The id of the event after which a stream goes on."""

    @pytest.mark.parametrize("wrong", ["x", "17-", "-1", "9" * 16, "17-XXXXXXXX"])
    def test_is_refused_if_it_is_none(self, server: Server, line: httpx.Client, wrong: str) -> None:
        game = create(Client(line), 2, CASK).id
        for path, token in ((f"/v1/games/{game}/events", None), ("/v1/account/events", server.token)):  # type: ignore[attr-defined]
            headers = {"accept": STREAM, "last-event-id": wrong}
            headers |= {"authorization": f"Bearer {token}"} if token else {}
            answer = line.get(path, headers=headers)
            assert (answer.status_code, answer.json()["argument"]) == (400, "Last-Event-ID"), answer.text

    def test_means_nothing_if_it_is_empty_or_the_stream_is_not_resumed(self, line: httpx.Client) -> None:
        game = create(Client(line), 2, CASK).id
        for path, last in ((f"/v1/games/{game}/events", ""), ("/v1/games", "x")):
            with line.stream("GET", path, headers={"accept": STREAM, "last-event-id": last}) as answer:
                assert next(one for one in answer.iter_lines() if one.startswith("data: "))


class TestIfMatch:
    """The version that is expected."""

    @pytest.mark.parametrize("form", ['W/"{}"', '"{}-gzip"', '"{}--gzip"', '"{};br"', 'W/"{}-zstd"'])
    def test_is_that_of_a_tag_which_a_proxy_has_changed(self, line: httpx.Client, form: str) -> None:
        table = create(Client(line), 2, CASK)
        path, body = f"/v1/games/{table.id}/moves", {"moves": [{"notation": "pass"}]}
        tag = form.format(line.get(f"/v1/games/{table.id}").headers["etag"].strip('"').removesuffix("-gzip"))
        given = {"authorization": f"Bearer {table.seats[0].token}", "if-match": tag}
        assert line.post(path, json=body, headers=given).json()["game"]["version"] == 3
        answer = line.post(path, json=body, headers=given)
        assert (answer.status_code, json.loads(answer.text)["code"]) == (412, "VERSION_CONFLICT")
