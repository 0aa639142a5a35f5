"""Every port has the limits of the API: the port of metrics, and that of MCP."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from taphouse.service.access import connection_limits
from taphouse.service.access.connection_limits import SPARE, TcpConnections
from taphouse.service.http.connections import http11
from taphouse.service.http.connections.http11 import MOST_FIELDS, MOST_HEAD
from taphouse.service.http.connections.ports import Protocols
from taphouse.service.observing.listener import CONNECTIONS, PATH, Listener
from taphouse.service.store.memory import MemoryStore
from tests.api.server import Server, until
from tests.effort import BOUND
from tests.limits.test_tcp_connections import answers, problem

ROOT = Path(__file__).parents[2]
GET = b"GET /metrics HTTP/1.1\r\nhost: localhost\r\n"
LONG = b"x" * 2 * MOST_HEAD


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore(), metrics_port=0) as server:
        until(lambda: listener(server).port, "there are metrics")
        yield server


@pytest.fixture(autouse=True)
def rested(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "_SWEEP", 0.02)
    monkeypatch.setattr(http11, "_LINGERS", 0.0)
    until(lambda: not len(connections(server)), "no connection is open")


def listener(server: Server) -> Listener:
    return cast(Listener, server.app.state.services.observed.listener)


def connections(server: Server) -> TcpConnections:
    protocols: Any = cast(Any, listener(server)._server.config.http).__self__
    return cast(Protocols, protocols).limits.connections


def connect(server: Server) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", listener(server).port))
    line.settimeout(BOUND)
    return line


def asked(server: Server, *parts: bytes) -> bytes:
    with connect(server) as line:
        with suppress(ConnectionError):
            for part in parts:
                line.sendall(part)
        return answers(line)


@pytest.mark.parametrize(
    "parts",
    [
        (GET + b"x: ", LONG),
        (GET, b"x: y\r\n" * (MOST_FIELDS + 1)),
        (b"GET /" + LONG,),
        (GET + b"\r\n", b"\r\n" * MOST_HEAD),
    ],
    ids=["header", "headers", "path", "empty-lines"],
)
def test_a_head_has_a_limit(server: Server, parts: tuple[bytes, ...]) -> None:
    answer = asked(server, *parts)
    assert problem(answer[answer.rindex(b"HTTP/1.1 ") :]) == (431, "HEAD_TOO_LARGE")


@pytest.mark.parametrize("begun", [b"", GET])
def test_silent_connections_are_few_and_end(server: Server, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    most = CONNECTIONS // 2
    with ExitStack() as stack:
        lines = [stack.enter_context(connect(server)) for _ in range(most)]
        for line in lines:
            line.sendall(begun)
        until(lambda: len(connections(server)) == most, "they are accepted")
        assert problem(asked(server, GET + b"\r\n")) == (429, "TOO_MANY_CONNECTIONS")
        until(lambda: len(connections(server)) == most, "the refused one is closed")
        for _ in range(SPARE):
            stack.enter_context(connect(server))
        until(lambda: len(connections(server)) == most + SPARE, "the spare ones are taken")
        assert asked(server, GET + b"\r\n") == b""
        with httpx.Client(base_url=server.url, trust_env=False) as client:
            assert client.get("/readyz").status_code == 200, "the API answers"
        monkeypatch.setattr(http11, "HEAD_SECONDS", 0.0)
        assert {answers(line).split(b" ", 2)[1:2].pop() if begun else answers(line) for line in lines} == (
            {b"408"} if begun else {b""}
        )


def test_more_scrapes_than_make_sense_are_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    route: Any = cast(Any, listener(server)._server.config.app).app.routes[0]
    pace = route.endpoint._pace
    with httpx.Client(base_url=f"http://127.0.0.1:{listener(server).port}", trust_env=False) as client:
        answer = client.get(PATH)
        assert (answer.status_code, answer.headers["x-content-type-options"]) == (200, "nosniff")
        assert "taphouse_followers" in answer.text
        monkeypatch.setattr(pace, "_left", -1e9)
        assert client.get(PATH).status_code == 429


def test_no_port_is_opened_without_the_limits() -> None:
    opens = ("uvicorn.Config(", "uvicorn.run(", 'run("streamable', "HTTPServer(", "start_server(", "start_http_server(")
    found = {
        str(file.relative_to(ROOT))
        for floor in ("client", "engine", "env", "schema", "service")
        for file in (ROOT / floor).rglob("*.py")
        if any(one in file.read_text(encoding="utf-8") for one in opens)
    }
    assert found == {"service/http/connections/ports.py"}
