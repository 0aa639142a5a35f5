"""Every port has the limits of the API: the port of metrics, and that of MCP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from prometheus_client import CollectorRegistry

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.access.connection_limits import SPARE
from taphouse.service.http.connections import http11
from taphouse.service.http.connections.http11 import MOST_FIELDS, MOST_HEAD
from taphouse.service.http.connections.metrics_port import CONNECTIONS, PATH, MetricsListener
from tests.api.server import Server, until
from tests.limits.test_tcp_connections import answers, asked, connect, connections, problem, rest

ROOT = Path(__file__).parents[2]
GET = b"GET /metrics HTTP/1.1\r\nhost: localhost\r\n"
LONG = b"x" * 2 * MOST_HEAD


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore(), metrics_port=0) as server:
        yield server


@pytest.fixture(scope="module")
def metrics(server: Server) -> MetricsListener:
    listener = cast(MetricsListener, server.app.state.services.observers.listener)
    until(lambda: listener._server.started, "there are metrics")
    return listener


@pytest.fixture(autouse=True)
def rested(metrics: MetricsListener, monkeypatch: pytest.MonkeyPatch) -> None:
    rest(metrics, monkeypatch)


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
def test_a_head_has_a_limit(metrics: MetricsListener, parts: tuple[bytes, ...]) -> None:
    answer = asked(metrics, *parts)
    assert problem(answer[answer.rindex(b"HTTP/1.1 ") :]) == (431, "HEAD_TOO_LARGE")


@pytest.mark.parametrize("begun", [b"", GET])
def test_silent_connections_are_few_and_end(
    server: Server, metrics: MetricsListener, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    most = CONNECTIONS // 2
    with ExitStack() as stack:
        lines = [stack.enter_context(connect(metrics)) for _ in range(most)]
        for line in lines:
            line.sendall(begun)
        until(lambda: len(connections(metrics)) == most, "they are accepted")
        assert problem(asked(metrics, GET + b"\r\n")) == (429, "TOO_MANY_CONNECTIONS")
        until(lambda: len(connections(metrics)) == most, "the refused one is closed")
        for _ in range(SPARE):
            stack.enter_context(connect(metrics))
        until(lambda: len(connections(metrics)) == most + SPARE, "the spare ones are taken")
        assert asked(metrics, GET + b"\r\n") == b""
        with httpx.Client(base_url=server.url, trust_env=False) as client:
            assert client.get("/readyz").status_code == 200, "the API answers"
        monkeypatch.setattr(http11, "HEAD_SECONDS", 0.0)
        assert {answers(line).split(b" ", 2)[1:2].pop() if begun else answers(line) for line in lines} == (
            {b"408"} if begun else {b""}
        )


def test_more_scrapes_than_make_sense_are_refused(metrics: MetricsListener, monkeypatch: pytest.MonkeyPatch) -> None:
    route: Any = cast(Any, metrics._server.config.app).app._app.routes[0]
    pace = route.endpoint._pace
    with httpx.Client(base_url=f"http://127.0.0.1:{metrics.port}", trust_env=False) as client:
        answer = client.get(PATH)
        assert (answer.status_code, answer.headers["x-content-type-options"]) == (200, "nosniff")
        assert "taphouse_followers" in answer.text
        monkeypatch.setattr(pace, "_left", -1e9)
        assert client.get(PATH).status_code == 429


@pytest.mark.parametrize(
    ("host", "status", "code"),
    [
        (b"host: localhost:9464\r\n", 200, ""),
        (b"host: 127.0.0.1\r\n", 200, ""),
        (b"host: 10.1.2.3:9464\r\n", 200, ""),
        (b"host: [fd00::1]:9464\r\n", 200, ""),
        (b"host: page.example.org\r\n", 421, "HOST_REFUSED"),
        (b"host: 127.0.0.1.example.org\r\n", 421, "HOST_REFUSED"),
        (b"host: local host\r\n", 400, "MALFORMED"),
        (b"host: localhost\r\nhost: localhost\r\n", 400, "MALFORMED"),
        (b"host: %s\r\n" % (b"x" * 300), 400, "MALFORMED"),
        (b"", 400, "MALFORMED"),
    ],
)
def test_the_port_of_metrics_judges_the_host_as_the_api_does(
    metrics: MetricsListener, host: bytes, status: int, code: str
) -> None:
    answer = asked(metrics, b"GET /metrics HTTP/1.1\r\n" + host + b"connection: close\r\n\r\n")
    if code:
        assert problem(answer) == (status, code)
    else:
        assert answer.startswith(b"HTTP/1.1 200 "), answer


@pytest.mark.parametrize(
    ("listens", "allowed", "refused"),
    [
        ("192.0.2.1", (), None),
        ("192.0.2.1", ("play.example.org",), "HOST_REFUSED"),
        ("127.0.0.1", ("*",), None),
        ("::1", (), "HOST_REFUSED"),
    ],
)
async def test_the_names_of_the_metrics_are_those_of_the_setting(
    listens: str, allowed: tuple[str, ...], refused: str | None
) -> None:
    listener = MetricsListener(CollectorRegistry(), listens, allowed, 0, 1)
    app = cast(Any, listener._server.config.app)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://other.example.org") as client:
        answer = await client.get(PATH)
        assert (answer.json()["code"] if answer.status_code != 200 else None) == refused
        own = allowed[0] if allowed and allowed[0] != "*" else "127.0.0.1"
        assert (await client.get(PATH, headers={"host": own})).status_code == 200


def test_no_port_is_opened_without_the_limits() -> None:
    opens = ("uvicorn.Config(", "uvicorn.run(", 'run("streamable', "HTTPServer(", "start_server(", "start_http_server(")
    found = {
        str(file.relative_to(ROOT))
        for floor in ("client", "engine", "env", "lab", "schema", "service")
        for file in (ROOT / floor).rglob("*.py")
        if any(one in file.read_text(encoding="utf-8") for one in opens)
    }
    assert found == {"service/http/connections/ports.py"}
