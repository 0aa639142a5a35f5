"""The web pages that may use the API: by CORS over HTTP, by their origin over WebSocket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.access.origins import allowed
from tests.api.server import Server
from tests.http.raw_socket import RawSocket, Refused
from tests.limits.build import CREATE, LOOK, House, house

PAGE, OTHER = "https://play.example.org", "http://localhost:5173"
STRANGER = "https://evil.example"
ASKED = {"access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type"}


@pytest.fixture
async def here() -> AsyncIterator[House]:
    async with house(cors_origins=f"{PAGE}, {OTHER}", max_body=2000) as one:
        yield one


async def preflight(here: House, origin: str, path: str = "/graphql", **more: str) -> httpx.Response:
    async with here.client() as client:
        return await client.options(path, headers={"origin": origin, **ASKED, **more})


@pytest.mark.parametrize("origin", [PAGE, OTHER])
@pytest.mark.parametrize("path", ["/graphql", "/v1/games/a/events"])
async def test_a_page_that_is_named_may_ask_and_the_browser_keeps_that(here: House, origin: str, path: str) -> None:
    names = "authorization, idempotency-key, last-event-id, sentry-trace, traceparent, apollographql-client-name"
    answer = await preflight(here, origin, path, **{"access-control-request-headers": names})
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == origin
    assert int(answer.headers["access-control-max-age"]) >= 600
    assert "access-control-allow-credentials" not in answer.headers
    assert answer.headers["access-control-allow-headers"] == names
    assert here.store.taken == []


@pytest.mark.parametrize(
    "origin", [STRANGER, "null", "https://play.example.org.evil.example", "http://play.example.org"]
)
async def test_another_page_may_not(here: House, origin: str) -> None:
    answer = await preflight(here, origin)
    assert answer.status_code == 400
    assert "access-control-allow-origin" not in answer.headers
    read = await here.get("/v1/games/a/events", origin=origin)
    assert "access-control-allow-origin" not in read.headers
    assert "Origin" in read.headers["vary"]


async def test_a_page_can_read_answers_and_what_they_say_of_themselves(here: House) -> None:
    answer = await here.ask("{ __typename }", headers={"origin": PAGE})
    assert answer.headers["access-control-allow-origin"] == PAGE
    told = {name.strip() for name in answer.headers["access-control-expose-headers"].split(",")}
    assert {"ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "Location", "X-Request-Id"} <= told
    assert answer.headers["vary"] == "accept, accept-language, accept-encoding, Origin"


async def test_a_page_can_read_errors_too(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = {"origin": PAGE}
    answers = {413: await here.ask("x" * 3000, headers=headers), 404: await here.get("/nowhere", **headers)}
    game, _ = await here.table()
    await here.ask(LOOK, g=game)
    here.store.empty()
    here.store.clock.now -= 1
    answers[429] = await here.ask(CREATE, headers=headers)

    def broken(*_: Any) -> None:
        raise LookupError

    monkeypatch.setattr("taphouse.service.access.rate_limits.Rates.budget", broken)
    answers[500] = await here.ask("{ __typename }", headers=headers)
    for status, answer in answers.items():
        assert (answer.status_code, answer.headers.get("access-control-allow-origin")) == (status, PAGE)


async def test_all_pages_may_where_that_is_said() -> None:
    async with house(cors_origins="*") as here:
        for origin in (PAGE, STRANGER, "null"):
            assert (await preflight(here, origin)).headers["access-control-allow-origin"] == "*"
            assert (await here.ask("{ __typename }", headers={"origin": origin})).headers[
                "access-control-allow-origin"
            ] == "*"


@pytest.mark.parametrize(
    "origin", ["http://localhost:5173", "http://127.0.0.1:3000", "https://[::1]:1", "http://app.localhost"]
)
async def test_pages_of_this_machine_may_where_that_is_said(origin: str) -> None:
    async with house(cors_origins="loopback") as here:
        assert (await preflight(here, origin)).headers["access-control-allow-origin"] == origin
        for other in (STRANGER, "http://localhost.evil.example", "http://127.0.0.1.evil.example", "null"):
            assert "access-control-allow-origin" not in (await preflight(here, other)).headers
    headers = [(b"host", b"127.0.0.1:8000"), (b"origin", origin.encode())]
    connection = HTTPConnection({"type": "websocket", "scheme": "ws", "headers": headers, "path": "/graphql"})
    assert allowed(connection, ("loopback",))
    assert not allowed(connection, (PAGE,))


async def test_without_a_setting_no_other_page_may() -> None:
    async with house() as here:
        answer = await here.ask("{ __typename }", headers={"origin": PAGE})
        assert (answer.status_code, answer.headers.get("access-control-allow-origin")) == (200, None)
        assert (await preflight(here, PAGE)).headers.get("access-control-allow-origin") is None


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "allows"),
    [
        (None, "api.example", "ws", True),
        ("http://api.example", "api.example", "ws", True),
        ("http://api.example:8000", "api.example:8000", "ws", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "ws", True),
        ("http://[::1]:8000", "[::1]:8000", "ws", True),
        ("https://api.example", "api.example", "wss", True),
        ("https://api.example", "api.example:443", "wss", True),
        ("https://api.example", "api.example", "ws", True),  # behind a proxy that is not trusted to tell the scheme
        ("http://api.example", "api.example", "wss", False),
        ("http://api.example:8001", "api.example:8000", "ws", False),
        ("http://evil.example", "api.example", "ws", False),
        ("http://api.example.evil.example", "api.example", "ws", False),
        ("http://api.example@evil.example", "api.example", "ws", False),
        ("http://localhost:8000", "127.0.0.1:8000", "ws", False),
        ("null", "api.example", "ws", False),
        ("", "", "ws", False),
        ("http://", "", "ws", True),
        ("chrome-extension://api.example", "api.example", "ws", False),
        ("http://api.example:x", "api.example", "ws", False),
        ("http://[", "api.example", "ws", False),
        (PAGE, "api.example", "ws", True),
        (PAGE.upper(), "api.example", "ws", False),
    ],
)
def test_a_websocket_is_for_the_services_own_pages_and_those_that_are_named(
    origin: str | None, host: str, scheme: str, allows: bool
) -> None:
    headers = [(b"host", host.encode()), *([] if origin is None else [(b"origin", origin.encode())])]
    connection = HTTPConnection({"type": "websocket", "scheme": scheme, "headers": headers, "path": "/graphql"})
    assert allowed(connection, (PAGE,)) is allows
    assert allowed(connection, ("*",)) is True


def test_a_websocket_of_another_page_is_refused_before_it_is_accepted() -> None:
    with Server(store=MemoryStore(), cors_origins=PAGE) as server:
        for origin in (server.url, PAGE):
            with RawSocket(server.url, headers={"Origin": origin}) as wire:
                wire.init()
        with pytest.raises(Refused, match="403"):
            RawSocket(server.url, headers={"Origin": STRANGER})
