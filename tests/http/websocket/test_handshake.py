"""The upgrade of a connection to a WebSocket (RFC 6455, section 4.2), and its refusals."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.effort import BOUND
from tests.http.raw_socket import PING, PONG, PROTOCOL, RawSocket

KEY, ACCEPT = "dGhlIHNhbXBsZSBub25jZQ==", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
"""The example of RFC 6455, section 1.3."""
HEAD = {
    "Host": "localhost",
    "Upgrade": "websocket",
    "Connection": "keep-alive, Upgrade",
    "Sec-WebSocket-Key": KEY,
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Protocol": PROTOCOL,
}
LONG = "X-Long: " + "x" * 9000
"""A line that websockets does not read."""


def answer(server: Server, first: str, headers: dict[str, str], *more: str) -> tuple[int, dict[str, str]]:
    """The status and the headers of the answer to a request; a refusal must close the connection."""
    parts = urlsplit(server.url)
    with socket.create_connection((parts.hostname, parts.port), timeout=BOUND) as line:
        lines = [first, *(f"{name}: {value}" for name, value in headers.items()), *more, "", ""]
        line.sendall("\r\n".join(lines).encode())
        got = b""
        while b"\r\n\r\n" not in got:
            read = line.recv(4096)
            assert read
            got += read
        status, *told = got.partition(b"\r\n\r\n")[0].decode().split("\r\n")
        if not status.startswith("HTTP/1.1 101"):
            while line.recv(4096):
                pass
    return int(status.split()[1]), {name.lower(): value for name, _, value in (one.partition(": ") for one in told)}


@pytest.mark.parametrize(
    ("changed", "more"),
    [
        ({}, ()),
        ({"Upgrade": "WebSocket", "Connection": "upgrade"}, ()),
        ({"Sec-WebSocket-Protocol": f"graphql-ws , {PROTOCOL}"}, ()),
        ({"Sec-WebSocket-Protocol": "graphql-ws"}, (f"Sec-WebSocket-Protocol: {PROTOCOL}",)),
        ({"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}, ()),
        ({}, (LONG,)),
        ({}, ("X-Twice: 1", "X-Twice: 2")),
    ],
    ids=["plain", "case", "several", "repeated", "extension", "long", "twice"],
)
def test_the_answer_proves_that_the_key_was_read(
    server: Server, changed: dict[str, str], more: tuple[str, ...]
) -> None:
    status, headers = answer(server, "GET /graphql?x=%20 HTTP/1.1", HEAD | changed, *more)
    assert (status, headers["sec-websocket-accept"], headers["sec-websocket-protocol"]) == (101, ACCEPT, PROTOCOL)
    assert (headers["upgrade"].lower(), headers["connection"].lower()) == ("websocket", "upgrade")
    assert "sec-websocket-extensions" not in headers
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("first", "changed", "more", "status"),
    [
        ("POST /graphql HTTP/1.1", {}, (), 405),
        ("OPTIONS /graphql HTTP/1.1", {}, (), 405),
        ("GET /graphql HTTP/1.0", {}, (), 505),
        ("GET /graphql HTTP/1.1", {"Sec-WebSocket-Version": "8"}, (), 400),
        ("GET /graphql HTTP/1.1", {"Sec-WebSocket-Version": ""}, (), 400),
        ("GET /graphql HTTP/1.1", {"Sec-WebSocket-Key": ""}, (), 400),
        ("GET /graphql HTTP/1.1", {"Sec-WebSocket-Key": KEY[:-4]}, (), 400),
        ("GET /graphql HTTP/1.1", {"Sec-WebSocket-Key": "AAAA" + KEY}, (), 400),
        ("GET /graphql HTTP/1.1", {}, (f"Sec-WebSocket-Key: {KEY}",), 400),
        ("GET /graphql HTTP/1.1", {}, ("Sec-WebSocket-Version: 13",), 400),
        ("GET /graphql HTTP/1.1", {}, (LONG, "X-Twice: 1", "X-Twice: 2"), 400),
        ("GET /nowhere HTTP/1.1", {}, (), 403),
        ("GET /graphql HTTP/1.1", {"Origin": "https://example.com"}, (), 403),
        ("GET /graphql HTTP/1.1", {"Host": "a b"}, (), 400),
    ],
)
def test_what_is_no_handshake_is_refused_and_closed(
    server: Server, first: str, changed: dict[str, str], more: tuple[str, ...], status: int
) -> None:
    found, headers = answer(server, first, HEAD | changed, *more)
    assert (found, headers["x-content-type-options"]) == (status, "nosniff")
    server.check_free()


def test_pings_get_their_pongs_between_messages(wire: RawSocket) -> None:
    wire.line.sendall(wire.frame(b"one", PING) + wire.frame(b'{"type": "ping"}') + wire.frame(b"", PING))
    assert [wire.read_frame() for _ in range(3)] == [(PONG, b"one"), (PONG, b""), (1, b'{"type":"pong"}')]


def test_the_service_stops_while_a_handshake_is_refused() -> None:
    with Server(store=MemoryStore()) as server:
        parts = urlsplit(server.url)
        line = socket.create_connection((parts.hostname, parts.port), timeout=BOUND)
        lines = ["GET /graphql HTTP/1.1", *(f"{name}: {value}" for name, value in HEAD.items()), LONG, "X: 1", "X: 2"]
        line.sendall("\r\n".join([*lines, "", ""]).encode())
    assert line.recv(12) == b"HTTP/1.1 400"
    line.close()
