"""Limits of what one address has open at once, and of the rate of messages on a WebSocket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.access.connection_limits import Pace
from taphouse.service.cli.serve import server_config
from taphouse.service.http.request_middleware import RequestMiddleware
from taphouse.service.runtime.settings import Settings
from tests.api.client import CASK, Client, create
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.http.raw_socket import RawSocket, Refused
from tests.limits.build import HERE, House, house

MOST = 3


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore(), connections_per_address=MOST, ws_messages=5) as server:
        yield server


def open_now(server: Server) -> int:
    layer: Any = server._server.config.app.middleware_stack
    while not isinstance(layer, RequestMiddleware):
        layer = layer.app
    return layer.open.total()


def test_websockets_streams_and_long_polls_of_an_address_are_counted_together(server: Server) -> None:
    with http(server) as client:
        table = create(Client(client), 2, CASK)
        path, stream = f"/v1/games/{table.id}/events", {"accept": "text/event-stream"}
        with (
            RawSocket(server.url) as wire,
            client.stream("GET", path, headers=stream) as one,
            client.stream("GET", path, params={"after": 2}, headers=stream) as two,
        ):
            wire.init()
            assert (one.status_code, two.status_code) == (200, 200)
            refused = client.post("/graphql", json={"query": "{ __typename }"})
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
            assert refused.json()["errors"][0]["extensions"]["code"] == "TOO_MANY_CONNECTIONS"
            assert "x-request-id" in refused.headers
            with pytest.raises(Refused, match="429"):
                RawSocket(server.url)
            assert client.get("/healthz").status_code == 200
            wire.quiet()
        until(lambda: open_now(server) == 0, "nothing is open")
        assert client.post("/graphql", json={"query": "{ __typename }"}).status_code == 200


async def test_another_address_is_not_kept_out() -> None:
    async with house(connections_per_address=1) as here:
        game, _ = await here.table()
        waiting = [asyncio.create_task(poll(here, game, address)) for address in (HERE, "2001:db8::1")]
        await begun(here, game, 2)
        assert (await here.ask("{ __typename }")).status_code == 429
        assert (await here.ask("{ __typename }", address="2001:db8::2")).status_code == 429
        assert (await here.ask("{ __typename }", address="192.0.2.2")).status_code == 200
        for one in waiting:
            one.cancel()
        await asyncio.wait(waiting)
        assert (await here.ask("{ __typename }")).status_code == 200


async def poll(here: House, game: str, address: str) -> httpx.Response:
    return await here.get(f"/v1/games/{game}/events?after=2&wait=25", address=address)


async def begun(here: House, game: str, count: int) -> None:
    async with asyncio.timeout(10):
        while here.app.state.services.streams.followed.get(game) != count:  # noqa: ASYNC110 -- what is waited for has no event
            await asyncio.sleep(0.001)


def test_who_sends_messages_faster_than_allowed_is_told_so_and_closed(server: Server) -> None:
    with RawSocket(server.url) as wire:
        wire.init()
        wire.send(*[{"type": "ping"}] * 49)
        for _ in range(49):
            assert wire.receive() == {"type": "pong"}
        wire.send(*[{"type": "ping"}] * 20)
        closed = wire.closed()
    assert closed.code == 4429
    assert "5 per second" in closed.reason


def test_messages_may_come_on_average_and_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    pace = Pace(10)
    assert [pace.exceeded() for _ in range(101)] == [False] * 100 + [True]
    now += 1.15
    assert [pace.exceeded() for _ in range(11)] == [False] * 10 + [True]
    now += 1000
    assert [pace.exceeded() for _ in range(101)] == [False] * 100 + [True]
    assert not any(Pace(0).exceeded() for _ in range(1000))


def test_uvicorn_is_set_as_the_service_and_only_our_own_word_counts_for_whose_a_message_is() -> None:
    config = server_config(Settings(max_body=4321, idle_timeout=99), Starlette())
    assert config.ws_max_size == 4321
    assert config.timeout_keep_alive == 99
    assert config.proxy_headers is False
