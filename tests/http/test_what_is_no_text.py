"""Bytes that are no text, or no JSON, are refused over every transport; every answer says that its type is not to be guessed."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.http.json_bodies import Incoming, NotJSON
from tests.api.server import Server
from tests.http.raw_socket import BINARY, MORE, TEXT, RawSocket
from tests.limits.test_tcp_connections import answers, connect

HALF = "it has half of a surrogate pair"
WRONG = {
    b'{"query": "\xff"}': "it is not UTF-8",
    b'{"query": "{ __typename }", "type": "ping", "unknown": "\xed\xa0\x80"}': "it is not UTF-8",
    '{"query": "{ __typename }"}'.encode("utf-16"): "it is not UTF-8",
    rb'{"query": "\ud800"}': HALF,
    rb'{"type": "\udc00\ud800", "query": "\udc00\ud800"}': HALF,
    rb'{"query": "{ a }", "variables": {"\ud83d": 1}, "type": "\\\ud83d"}': HALF,
    b'{"query': "it ends too early",
    rb'{"query": "\\ud800': "it ends too early",
    b'{"query": NaN}': "invalid character (byte ",
    b" \n": "it is empty",
}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore(), webhooks="any") as server:
        yield server


@pytest.mark.parametrize(("body", "why"), WRONG.items(), ids=range(len(WRONG)))
def test_a_text_that_is_no_json_is_told_why(server: Server, body: bytes, why: str) -> None:
    with httpx.Client(base_url=server.url, trust_env=False, headers={"content-type": "application/json"}) as client:
        (error,) = client.post("/graphql", content=body).json()["errors"]
        problem = client.post("/v1/games", content=body).json()
    assert (error["extensions"]["code"], problem["code"]) == ("BAD_JSON", "BAD_JSON")
    for said in (error["message"], problem["detail"]):
        assert said.startswith(f"The body is not valid JSON: {why}")
    with RawSocket(server.url) as wire:
        wire.init()
        wire.line.sendall(wire.frame(body))
        closed = wire.closed()
    if why == "it is not UTF-8":
        assert (closed.code, closed.reason) == (1007, "A text message must be UTF-8")
    else:
        assert (closed.code, closed.reason.startswith(f"Invalid message: {why}")) == (4400, True)


def test_a_byte_order_mark_is_skipped(server: Server) -> None:
    mark = b"\xef\xbb\xbf"
    with httpx.Client(base_url=server.url, trust_env=False, headers={"content-type": "application/json"}) as client:
        answer = client.post("/graphql", content=mark + b'{"query": "{ __typename }"}').json()
        assert answer["data"] == {"__typename": "Query"}
        assert client.post("/v1/games", content=mark + b'{"kind": "CHESS"}').json()["code"] == "INPUT_REFUSED"
    with RawSocket(server.url) as wire:
        wire.init()
        wire.line.sendall(wire.frame(mark + b'{"type": "ping"}'))
        assert wire.receive()["type"] == "pong"


def test_whole_pairs_and_escaped_backslashes_are_text() -> None:
    for text in (rb'"\ud83d\ude00"', rb'"\\ud800"', rb'"\\\\ud800\ud83d\ude00"', '"\U0001f600"'.encode()):
        assert Incoming(str).decode(text)
    with pytest.raises(NotJSON, match=HALF):
        Incoming(str).decode(rb'"\\\ud800\\ude00"')


@pytest.mark.parametrize("parts", [(b'{"type": "ping"}',), (b'{"type":', b' "ping"}')])
def test_a_binary_message_is_told_so(server: Server, parts: tuple[bytes, ...]) -> None:
    with RawSocket(server.url) as wire:
        wire.init()
        for number, part in enumerate(parts):
            wire.line.sendall(wire.frame(part, MORE if number else BINARY, last=number == len(parts) - 1))
        closed = wire.closed()
    assert (closed.code, closed.reason) == (4400, "Invalid message: send text frames, not binary ones")


def test_a_message_in_parts_is_text_as_a_whole(server: Server) -> None:
    with RawSocket(server.url) as wire:
        wire.init()
        whole = '{"type": "ping", "payload": {"a": "ä"}}'.encode()
        cut = whole.index(b"\xc3") + 1
        wire.line.sendall(wire.frame(whole[:cut], TEXT, last=False) + wire.frame(whole[cut:], MORE))
        assert wire.receive()["type"] == "pong"


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1",
        b"GET /docs HTTP/1.1",
        b"GET /graphql HTTP/1.1\r\naccept: text/html",
        b"GET /graphql?query={__typename} HTTP/1.1",
        b"GET /graphql HTTP/1.1",
        b"GET /assets/none HTTP/1.1",
        b"GET /openapi.json HTTP/1.1",
        b"GET /v1/catalogue HTTP/1.1",
        b"GET /v1/games/none HTTP/1.1",
        b"GET /nowhere HTTP/1.1",
        b"PUT /healthz HTTP/1.1",
        b"GET /readyz HTTP/1.1",
        b"GET /v1/games HTTP/1.1\r\nhost: a b",
        b"OPTIONS /v1/games HTTP/1.1\r\norigin: https://a.example\r\naccess-control-request-method: GET",
        b"POST /graphql HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 999999999",
        b"GET / HTTP/9.9",
        b"GET / HTTP/1.1\r\nx: " + b"y" * 100_000,
        b"GET /graphql HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\norigin: https://a.example\r\n"
        b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        b"GET /graphql HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 12\r\n"
        b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        b"GET /nowhere HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    ],
    ids=lambda request: request[:60].decode().replace("\r\n", " "),
)
def test_no_type_of_an_answer_is_to_be_guessed(server: Server, request_: bytes) -> None:
    with connect(server) as line:
        line.sendall(request_ + b"\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        head = answers(line).partition(b"\r\n\r\n")[0].lower()
    assert head.startswith(b"http/1.1 ")
    assert head.count(b"x-content-type-options: nosniff") == 1, head.decode()


def test_no_type_of_a_stream_is_to_be_guessed(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        seats = {"kind": "CASK_RACE", "seats": [{"kind": "MINE"}, {"kind": "MINE"}]}
        path = f"/v1/games/{client.post('/v1/games', json=seats).json()['game']['gameId']}/events"
        with client.stream("GET", path, headers={"accept": "text/event-stream"}) as stream:
            assert stream.headers.get_list("x-content-type-options") == ["nosniff"]
    with RawSocket(server.url) as wire:
        assert wire.headers["x-content-type-options"] == "nosniff"
