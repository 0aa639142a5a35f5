"""The protocol `graphql-transport-ws`, byte by byte: messages, and how a connection begins."""

from __future__ import annotations

import json

import pytest
from websockets.frames import Frame, Opcode

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.http.connections.websocket import text_frame
from tests.api.server import Server
from tests.http.raw_socket import BINARY, MORE, PROTOCOL, TEXT, RawSocket
from tests.http.websocket.shared import INIT


def test_the_subprotocol_is_agreed_on(server: Server) -> None:
    for offered in (PROTOCOL, f"graphql-ws, {PROTOCOL}"):
        with RawSocket(server.url, protocols=offered) as wire:
            assert wire.headers["sec-websocket-protocol"] == PROTOCOL
            wire.init()


@pytest.mark.parametrize("offered", [None, "graphql-ws", "graphql-transport-ws-2"])
def test_without_the_subprotocol_it_is_closed(server: Server, offered: str | None) -> None:
    with RawSocket(server.url, protocols=offered) as wire:
        assert "sec-websocket-protocol" not in wire.headers
        closed = wire.closed()
        assert (closed.code, closed.reason) == (4406, "Subprotocol not acceptable")


NESTED = '{"type": "connection_init", "payload": {"x": ' + "[" * 20_000 + "]" * 20_000 + "}}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"type": "hello"}',
        '{"type": "start", "id": "a", "payload": {"query": "{ x }"}}',
        '{"type": 1}',
        '{"type": "connection_init", "payload": "x"}',
        '{"type": "ping", "payload": []}',
        '{"type": "complete"}',
        '{"type": "complete", "id": 1}',
        '{"type": "subscribe", "payload": {"query": "{ x }"}}',
        '{"type": "subscribe", "id": 1, "payload": {"query": "{ x }"}}',
        '{"type": "subscribe", "id": "a"}',
        '{"type": "subscribe", "id": "a", "payload": {}}',
        '{"type": "subscribe", "id": "a", "payload": {"query": 1}}',
        '{"type": "subscribe", "id": "a", "payload": {"query": "{ x }", "variables": []}}',
        '{"type": "subscribe", "id": "a", "payload": {"query": "{ x }", "operationName": {}}}',
        '{"type": "hell\\ud800"}',
        '{"type": "ping", "payload": {"much": [' + "1e308, " * 5000 + "1e308]}}",
        NESTED,
    ],
)
@pytest.mark.parametrize("ready", [False, True])
def test_a_message_that_is_none_ends_the_connection(server: Server, text: str, ready: bool) -> None:
    with RawSocket(server.url) as wire:
        if ready:
            wire.init()
        wire.send(text)
        closed = wire.closed()
        assert closed.code == 4400
        assert closed.reason.startswith("Invalid message")
        assert len(closed.reason.encode()) <= 123


def test_a_binary_message_ends_the_connection(wire: RawSocket) -> None:
    wire.line.sendall(wire.frame(json.dumps({"type": "ping"}).encode(), BINARY))
    assert wire.closed().code == 4400


def test_text_that_is_no_utf_8_ends_the_connection(wire: RawSocket) -> None:
    wire.line.sendall(wire.frame(b'{"type": "ping\xff"}'))
    assert wire.closed().code == 1007


def test_a_message_may_come_in_pieces(wire: RawSocket) -> None:
    text = json.dumps({"type": "ping", "payload": {"x": "Ä🏃" * 300}}, ensure_ascii=False).encode()
    pieces = [text[i : i + 7] for i in range(0, len(text), 7)]
    for i, piece in enumerate(pieces):
        wire.line.sendall(wire.frame(piece, MORE if i else TEXT, last=i == len(pieces) - 1))
    assert wire.receive() == {"type": "pong"}


@pytest.mark.parametrize("pieces", [1, 2])
def test_a_message_over_the_bound_ends_the_connection_and_one_at_it_does_not(strict: Server, pieces: int) -> None:
    with RawSocket(strict.url) as wire:
        fits = b'{"type": "ping"}'.ljust(4096)
        wire.line.sendall(wire.frame(fits))
        assert wire.receive() == {"type": "pong"}
        large = fits + b" "
        parts = [large] if pieces == 1 else [large[:4000], large[4000:]]
        frames = [wire.frame(part, MORE if i else TEXT, last=i == pieces - 1) for i, part in enumerate(parts)]
        wire.line.sendall(b"".join(frames))
        assert wire.closed().code == 1009


def test_nothing_is_done_before_the_beginning(server: Server) -> None:
    with RawSocket(server.url) as wire:
        wire.send({"type": "ping"}, {"type": "pong"})
        assert wire.receive() == {"type": "pong"}
        wire.send({"type": "complete", "id": "never"})
        wire.subscribe("a", "{ __typename }")
        assert wire.closed().code == 4401
    server.check_free()


def test_who_does_not_begin_in_time_is_closed() -> None:
    with Server(store=MemoryStore(), ws_init_timeout=0.2) as server, RawSocket(server.url) as wire:
        assert wire.closed().code == 4408


def test_there_is_one_beginning(wire: RawSocket) -> None:
    wire.send(INIT)
    assert wire.closed().code == 4429


def test_pings_are_answered_and_pongs_are_not(wire: RawSocket) -> None:
    wire.send({"type": "pong"}, {"type": "ping", "payload": {"x": 1}}, {"type": "pong", "payload": None})
    assert wire.receive() == {"type": "pong"}
    wire.quiet()


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_text_is_framed_as_the_library_does_it(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
