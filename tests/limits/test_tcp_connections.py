"""Limits of a client's connections: their number, the size of a head, the time of a body, the rate of frames."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from types import SimpleNamespace
from typing import Any, cast

import httpx
import msgspec
import pytest
from starlette.types import Receive, Scope, Send

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.access import connection_limits
from taphouse.service.access.connection_limits import BUSY_IDLE_SECONDS, RESTS, SPARE, Full, TcpConnections
from taphouse.service.http import request_middleware
from taphouse.service.http.connections import http11
from taphouse.service.http.connections.http11 import MOST_FIELDS, MOST_HEAD
from taphouse.service.http.connections.metrics_port import MetricsListener
from taphouse.service.http.connections.ports import Protocols
from taphouse.service.http.connections.tcp import ENDS_AT_ONCE, READS_AT_ONCE, PortLimits, TcpConnection
from taphouse.service.http.request_middleware import RequestMiddleware
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import IDLE_SECONDS, Settings
from tests.api.client import CASK, Client, create
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.effort import BOUND
from tests.http.raw_socket import CLOSE, PING, RawSocket, Refused

MOST = 4
GET = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n"
POST = b"POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
UPGRADE = (
    b"GET /graphql HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
CHUNKED = POST + b"transfer-encoding: chunked\r\n\r\n"
Port = Server | MetricsListener
"""Listeners: the API, or a port beside it."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore(), connections_per_address=MOST, ws_messages=20) as server:
        yield server


@pytest.fixture(autouse=True)
def rested(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    rest(server, monkeypatch)


def rest(port: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    """No connection of an earlier test is open, and none is open for long after it was refused."""
    monkeypatch.setattr(connection_limits, "_SWEEP", 0.02)
    monkeypatch.setattr(http11, "_LINGERS", 0.0)
    until(lambda: not len(connections(port)), "no connection is open")


def connections(port: Port) -> TcpConnections:
    protocols: Any = cast(Any, port._server.config.http).__self__
    return cast(Protocols, protocols).limits.connections


def connect(port: Port) -> socket.socket:
    line = socket.create_connection(port._server.servers[0].sockets[0].getsockname())
    line.settimeout(BOUND)
    return line


def answers(line: socket.socket) -> bytes:
    """All that the service sends until it closes."""
    received = b""
    with suppress(ConnectionResetError):
        while data := line.recv(65_536):
            received += data
    return received


def asked(port: Port, *parts: bytes) -> bytes:
    """The answer to a request that never ends by itself."""
    with connect(port) as line:
        with suppress(ConnectionError):
            for part in parts:
                line.sendall(part)
        return answers(line)


def problem(answer: bytes) -> tuple[int, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head
    assert b"connection: close" in head
    return int(head.split()[1]), msgspec.json.decode(body)["code"]


async def test_connections_that_are_lost_at_once_end_a_few_in_a_turn_and_in_turns_of_their_addresses() -> None:
    limits, ended = PortLimits(TcpConnections(0), 1), list[str]()

    class Lost:
        def __init__(self, name: str) -> None:
            self.name = name

        def end(self) -> None:
            ended.append(self.name)

    crowd = 3 * ENDS_AT_ONCE
    for number in range(crowd):
        limits.end(cast(Any, Lost(f"crowd {number}")), "crowd")
    limits.end(cast(Any, Lost("light")), "light")
    assert ended == []
    await asyncio.sleep(0)
    assert ended == ["crowd 0", "light", *(f"crowd {number}" for number in range(1, ENDS_AT_ONCE - 1))]
    await asyncio.sleep(0)
    assert len(ended) == 2 * ENDS_AT_ONCE
    for _ in range(2):
        await asyncio.sleep(0)
    assert len(ended) == crowd + 1


def test_the_service_stops_while_the_end_of_a_websocket_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = list[TcpConnection]()
    monkeypatch.setattr(PortLimits, "end", lambda _, connection, __: waiting.append(connection))
    with Server(store=MemoryStore()) as server, RawSocket(server.url) as ended, RawSocket(server.url) as other:
        ended.line.sendall(ended.frame((1000).to_bytes(2), CLOSE))
        assert ended.closed().code == 1000
        until(lambda: waiting, "its end waits")
        server._server.should_exit = True
        assert other.closed().code == 1012  # service restart
    assert waiting


def test_nothing_is_sent_on_a_lost_connection_whose_end_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, bugs = list[tuple[asyncio.AbstractEventLoop, TcpConnection]](), list[BaseException]()
    monkeypatch.setattr(
        PortLimits, "end", lambda _, connection, __: waiting.append((asyncio.get_running_loop(), connection))
    )
    monkeypatch.setattr(telemetry, "bug", lambda error, **_: bugs.append(error))
    with Server(store=MemoryStore()) as server, http(server) as client:
        table = create(Client(client), 2, CASK)
        with RawSocket(server.url) as told, connect(server) as line:
            told.init().subscribe(
                "1", "subscription ($g: ID!) { gameUpdated(gameId: $g) { __typename } }", {"g": table.id}
            )
            told.next("1")
            line.sendall(
                f"GET /v1/games/{table.id}/events HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n".encode()
            )
            until(lambda: b"id: 2" in line.recv(65_536), "the stream has begun")
            told.vanish()
        until(lambda: len(waiting) == 2, "both ends wait")
        table.play("pass")
        table.play("pass")
        for loop, connection in waiting:
            loop.call_soon_threadsafe(connection.end)
        server.check_free()
    assert not bugs


LONG = b"x" * 2 * MOST_HEAD


@pytest.mark.parametrize(
    "parts",
    [
        (GET + b"x: ", LONG),
        (GET, b"x: y\r\n" * (MOST_FIELDS + 1)),
        (GET + b"x: y\r\n" * (MOST_FIELDS + 1) + b"\r\n",),
        (UPGRADE + b"x: ", LONG),
        (b"GET /" + LONG,),
        (CHUNKED, b"1;" + LONG),
        (CHUNKED, b"0\r\nx: " + LONG),
        (CHUNKED, b"0\r\n" + b"x: y\r\n" * (MOST_FIELDS + 1)),
        (GET + b"\r\n", b"\r\n" * MOST_HEAD),
    ],
    ids=["header", "headers", "whole", "upgrade", "path", "chunk-extension", "trailer", "trailers", "empty-lines"],
)
def test_what_surrounds_a_body_has_a_limit(server: Server, parts: tuple[bytes, ...]) -> None:
    answer = asked(server, *parts)
    last = answer[answer.rindex(b"HTTP/1.1 ") :]
    assert problem(last) == (431, "HEAD_TOO_LARGE")


def test_chunks_of_a_byte_end_before_they_cost_much(server: Server) -> None:
    assert problem(asked(server, CHUNKED, b"1\r\n \r\n" * MOST_HEAD)) == (431, "HEAD_TOO_LARGE")


def test_a_large_head_and_a_large_body_below_their_limits_are_read(server: Server) -> None:
    headers = {f"x-{number}": "y" * 500 for number in range(100)}
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        body = {"query": "{ __typename }" + " " * 200_000}
        for _ in range(2):
            refused = client.post("/graphql", json=body, headers=headers)
            assert refused.json()["errors"][0]["extensions"]["code"] == "DOCUMENT_TOO_LONG"
        chunks = (b'{"query": "{ __typename }"}' + b" " * 100 for _ in range(1))
        assert client.post("/graphql", content=chunks, headers={"content-type": "application/json"}).status_code == 200


@pytest.mark.parametrize("begun", [b"", GET, POST + b"content-length: 9\r\n\r\n", GET + b"\r\n"])
def test_every_connection_counts_whatever_it_does(server: Server, begun: bytes) -> None:
    with ExitStack() as stack:
        for number in range(MOST):
            stack.enter_context(connect(server)).sendall(begun)
            until(lambda count=number + 1: len(connections(server)) == count, "it is accepted")
        answer = asked(server, GET.replace(b"/healthz", b"/v1/catalogue") + b"\r\n")
        assert problem(answer) == (429, "TOO_MANY_CONNECTIONS")
        assert b"retry-after: 1" in answer
        assert asked(server, GET + b"\r\n").startswith(b"HTTP/1.1 200"), "health is told"
        assert problem(asked(server, UPGRADE + b"\r\n")) == (429, "TOO_MANY_CONNECTIONS")
        until(lambda: len(connections(server)) == MOST, "the refused ones are closed")
        spare = [stack.enter_context(connect(server)) for _ in range(SPARE)]
        until(lambda: len(connections(server)) == MOST + SPARE, "the spare ones are taken")
        assert asked(server, GET + b"\r\n") == b""
        assert len(spare) == SPARE


def test_requests_that_do_not_wait_for_answers_get_all_in_order(server: Server) -> None:
    paths = [b"/nowhere/%d" % number for number in range(200)]
    requests = [b"GET %s HTTP/1.1\r\nhost: localhost\r\n\r\n" % path for path in paths]
    answer = asked(server, *requests, b"GET /last HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    assert answer.count(b"HTTP/1.1 404 ") == len(paths) + 1


@pytest.mark.parametrize(
    ("begun", "answer"),
    [
        (GET, (408, "TOO_SLOW")),
        (POST + b"content-length: 9\r\n\r\n{", (408, "TOO_SLOW")),
        (POST + b"expect: 100-continue\r\ncontent-length: 9\r\n\r\n", (408, "TOO_SLOW")),
        (b"", None),
        (GET + b"\r\n", None),
        (GET + b"\r\n\r\n", None),
    ],
)
def test_what_takes_too_long_is_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch, begun: bytes, answer: tuple[int, str] | None
) -> None:
    with connect(server) as line:
        line.sendall(begun)
        if begun:  # a connection that has said nothing is closed without an answer
            until(lambda: [_has_begun(one) for one in list(connections(server)._open)] == [True], "it is read")
        for seconds in ("HEAD_SECONDS", "BODY_SECONDS"):
            monkeypatch.setattr(http11, seconds, 0.0)
        monkeypatch.setattr(connections(server), "idle", 0)
        received = answers(line)
    if answer:
        assert problem(received[received.index(b"HTTP/1.1 408") :]) == answer
    else:
        assert b"HTTP/1.1 408" not in received


def _has_begun(wire: Any) -> bool:
    spoken = wire._spoken
    return spoken._reading is not http11._Reading.HEAD or spoken._room < MOST_HEAD


def test_a_request_that_is_answered_slowly_is_not(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = 0
    check = TcpConnections._check

    def counted(self: TcpConnections) -> None:
        nonlocal checks
        checks += 1
        check(self)

    monkeypatch.setattr(TcpConnections, "_check", counted)
    with RawSocket(server.url) as wire:
        wire.init()
        for seconds in ("HEAD_SECONDS", "BODY_SECONDS"):  # not before: a check may find the head on its way
            monkeypatch.setattr(http11, seconds, 0.0)
        so_far = checks
        until(lambda: checks >= so_far + 3, "it was checked")
        wire.quiet()


def test_what_is_not_http_is_told_so(server: Server) -> None:
    for wrong in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"GET /\xff HTTP/1.1\r\nhost: a\r\n\r\n"):
        assert problem(asked(server, wrong)) == (400, "MALFORMED")


def test_frames_of_an_address_are_counted_together(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    connections(server)._paces.clear()
    with RawSocket(server.url) as one, RawSocket(server.url) as two:
        ping = one.frame(b"", PING)
        one.line.sendall(ping * 350)
        one.init()
        with suppress(ConnectionError):
            two.line.sendall(ping * 350)
        assert two.closed().code == 4429
        with pytest.raises(Refused, match="429"):
            RawSocket(server.url)
    connections(server)._paces.clear()


class Line:
    """A connection that keeps what it is told."""

    rests = 0.0

    def __init__(self) -> None:
        self.idle: list[float] = []

    def check(self, now: float, idle: float) -> None:
        self.idle.append(idle)


async def test_connections_are_counted_by_network_and_those_of_proxies_only_in_all() -> None:
    counted = TcpConnections(2, ("10.0.0.0/8",), most=60)
    assert [counted.join(Line(), "2001:db8::1"), counted.join(Line(), "2001:db8::2")] == [None, None]
    assert counted.join(Line(), "2001:db8::3") is Full.ADDRESS
    assert counted.join(Line(), "2001:db8:0:1::3") is None
    for _ in range(56):
        assert counted.join(Line(), "10.1.2.3") is None
    last = [Line() for _ in range(SPARE)]
    assert {counted.join(line, "10.1.2.3") for line in last} == {Full.PROCESS}
    with pytest.raises(ConnectionRefusedError):
        counted.join(Line(), "192.0.2.1")
    for line in last:
        counted.leave(line)
    assert counted.join(Line(), "192.0.2.1") is Full.PROCESS
    counted._check()


async def test_idle_connections_are_closed_sooner_where_many_are_open() -> None:
    counted = TcpConnections(4, most=100)
    lines = [Line() for _ in range(3)]
    for line in lines[:2]:
        counted.join(line, "192.0.2.1")
    counted._check()
    counted.join(lines[2], "192.0.2.1")
    counted._check()
    assert lines[0].idle == [IDLE_SECONDS, BUSY_IDLE_SECONDS]


async def test_a_connection_that_rests_is_checked_when_its_time_has_come() -> None:
    counted, line = TcpConnections(4), Line()
    counted.join(line, "192.0.2.1")
    line.rests = counted.now + RESTS
    counted._check()
    assert line.idle == []
    line.rests = counted.now
    counted._check()
    assert line.idle == [IDLE_SECONDS]


async def test_the_pause_between_requests_is_a_setting_and_never_longer_in_a_crowd() -> None:
    assert Settings().idle_timeout > 60  # what balancers usually keep
    counted = TcpConnections(4, most=100, idle=3)
    lines = [Line() for _ in range(3)]
    for line in lines:
        counted.join(line, "192.0.2.1")
        counted._check()
    assert lines[0].idle == [3, 3, 3]


async def test_an_address_may_not_open_connections_without_end() -> None:
    counted = TcpConnections(1000)
    for _ in range(1000):
        counted.join(line := Line(), "192.0.2.1")
        counted.leave(line)
    for _ in range(SPARE * SPARE):
        line = Line()
        assert counted.join(line, "192.0.2.1") is Full.ADDRESS
        counted.leave(line)
    with pytest.raises(ConnectionRefusedError):
        counted.join(Line(), "192.0.2.1")
    counted._check()
    assert counted.join(Line(), "192.0.2.1") is None


async def test_requests_of_an_address_take_turns_with_those_of_others() -> None:
    order: list[str] = []

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        order.append(scope["client"][0])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    whole = RequestMiddleware(app, most_body=1000)

    async def ask(address: str) -> None:
        transport = httpx.ASGITransport(whole, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            assert (await client.get("/")).status_code == 204

    await asyncio.gather(*(ask("192.0.2.1") for _ in range(100)), ask("192.0.2.2"))
    assert order.count("192.0.2.1") == 100
    assert order.index("192.0.2.2") <= 2 * request_middleware._AT_ONCE
    await asyncio.sleep(0)  # places are released in the next turn
    assert not whole._starting._taken


def test_a_wire_that_was_refused_is_not_counted() -> None:
    assert not TcpConnection(PortLimits(TcpConnections(1), 1), lambda *_: pytest.fail("nothing is spoken"))._counted


class Spoken:
    """A protocol that notes what is passed on to it, and a transport that counts pauses."""

    holds_reading = False

    def __init__(self, peer: str, limits: PortLimits, said: list[tuple[str, bytes]]) -> None:
        self.peer, self.said, self.window = peer, said, limits.http_window
        self.pauses = 0
        self.wire = TcpConnection(limits, lambda *_: cast(Any, self))
        self.wire.connection_made(cast(Any, self))

    def connection_made(self, transport: object) -> None:
        assert transport is self

    def get_extra_info(self, name: str) -> Any:
        return (self.peer, 1) if name == "peername" else None

    def get_protocol(self) -> object:
        return getattr(self, "wire", None)

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.pauses += 1

    def resume_reading(self) -> None:
        self.pauses = 0

    def data_received(self, data: bytes) -> None:
        self.said.append((self.peer, data))

    def sends(self, data: bytes) -> None:
        self.wire.get_buffer(-1)[: len(data)] = data
        self.wire.buffer_updated(len(data))


async def test_reads_of_an_address_with_many_connections_take_turns() -> None:
    said: list[tuple[str, bytes]] = []
    limits = PortLimits(TcpConnections(0, most=1000), 1)
    many = [Spoken("192.0.2.1", limits, said) for _ in range(5 * READS_AT_ONCE)]
    other = Spoken("192.0.2.2", limits, said)
    for number, one in enumerate(many):
        one.sends(b"%d " % number)
    other.sends(b"first")
    assert said.index(("192.0.2.2", b"first")) == READS_AT_ONCE
    assert [one.pauses for one in many] == [0] * READS_AT_ONCE + [1] * 4 * READS_AT_ONCE
    many[-1].sends(b"more")  # if it reads on meanwhile, that comes after what is kept
    turns = 0
    while len(said) <= len(many):
        before = len(said)
        await asyncio.sleep(0)
        assert len(said) - before <= READS_AT_ONCE
        turns += len(said) > before
    assert turns >= 4
    assert [data for peer, data in said if peer == "192.0.2.1"] == [
        *(b"%d " % number for number in range(len(many) - 1)),
        b"%d more" % (len(many) - 1),
    ]
    assert not any(one.pauses for one in many)
