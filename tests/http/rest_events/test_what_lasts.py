"""Streams of a game that waits, that is quiet, whose store is away, or that nobody takes."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator, Callable
from urllib.parse import urlsplit

import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.types import Message

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.app import create_app
from taphouse.service.http import server_sent_events
from taphouse.service.http.rest.event_stream import RETRY
from taphouse.service.runtime.settings import Settings
from tests.api.client import CASK, MINE, OPEN, Client, Table, seats_of
from tests.api.server import BOTH, SIGNING_KEY, Server, until
from tests.effort import BOUND
from tests.http.rest_events.shared import JSON, STORE, STREAM, headers_of, page, path_of, poll, problem, stream
from tests.log_lines import log_lines


def test_while_the_store_is_away_that_is_the_answer(server: Server, anyone: Client, table: Table) -> None:
    STORE.away = True
    try:
        for accept, last in ((JSON, None), (STREAM, None), (STREAM, 1)):
            response = anyone.http.get(path_of(table.id), headers=headers_of(anyone, accept, last))
            problem(response, 503, "UNAVAILABLE")
            assert response.headers["retry-after"] == "1"
    finally:
        STORE.away = False
    server.check_free()
    assert page(anyone, table.id)["latest"] == 2


def test_a_stream_outlasts_a_store_that_is_away(server: Server, anyone: Client, table: Table) -> None:
    with stream(anyone, table.id, after=2) as told:
        until(lambda: server.followed == {table.id: 1}, "one follows")
        STORE.away = True
        try:
            problem(poll(anyone, table.id), 503, "UNAVAILABLE")
        finally:
            STORE.away = False
        table.play("pass")
        assert told.ids(1) == [3]


def test_a_game_that_waits_for_players_can_be_followed(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))
    game = made["game"]["gameId"]
    with stream(anyone, game) as told:
        assert told.ids(1) == [1]
        anyone.done("joinGame", gameId=game, name="Ben")
        assert [json.loads(told.next().data)["events"][0]["event"] for _ in range(2)] == ["seat-taken", "game-started"]


def test_a_quiet_stream_has_comments_and_says_when_to_come_back(
    anyone: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "HEARTBEAT", 0.05)
    with anyone.http.stream(
        "GET", path_of(table.id), params={"after": 2}, headers=headers_of(anyone, STREAM)
    ) as response:
        texts = response.iter_text()
        first = next(texts)
        while not first.endswith(":\n:\n"):
            first += next(texts)
        assert re.fullmatch(r"retry: \d{4}\n(:\n)+", first)  # no block of its own, which some readers take for an event


def test_a_client_of_http_1_0_gets_events_without_chunks(server: Server, table: Table) -> None:
    parts = urlsplit(server.url)
    with socket.create_connection((parts.hostname, parts.port), BOUND) as line, line.makefile("rb") as told:
        line.sendall(
            f"GET {path_of(table.id)}?after=2 HTTP/1.0\r\nHost: {parts.netloc}\r\nAccept: {STREAM}\r\n\r\n".encode()
        )
        head = [*iter(told.readline, b"\r\n")]
        assert b"connection: close\r\n" in head
        assert b"transfer-encoding: chunked\r\n" not in head
        assert told.readline().startswith(b"retry: ")
        for version in (3, 4):
            table.play("pass")
            assert json.loads(told.readline().removeprefix(b"data: "))["version"] == version
            assert told.readline().startswith(f"id: {version}".encode())
            assert told.readline() == b"\n"
        assert server.followed == {table.id: 1}
    until(lambda: not server.followed, "its end is noticed", server_sent_events.HEARTBEAT / 2)


LONG_POLL = "query ($g: ID!) { events(gameId: $g, after: 2, wait: 25) { __typename } }"


@pytest.mark.parametrize("asked", ["by REST", "by GraphQL"])
def test_a_long_poll_breaks_off_when_its_client_leaves(server: Server, table: Table, asked: str) -> None:
    body = json.dumps({"query": LONG_POLL, "variables": {"g": table.id}}).encode()
    heads = {
        "by REST": f"GET {path_of(table.id)}?after=2&wait=25 HTTP/1.1\r\nhost: localhost\r\n\r\n".encode(),
        "by GraphQL": b"POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        b"content-length: %d\r\n\r\n%s" % (len(body), body),
    }
    parts = urlsplit(server.url)
    with log_lines() as logged:
        with socket.create_connection((parts.hostname, parts.port)) as line:
            line.sendall(heads[asked])
            until(lambda: server.followed == {table.id: 1}, "one follows")
        until(lambda: not server.followed, "nobody follows", 20)  # before it would have ended by itself
        server.check_free()
    (told,) = map(json.loads, logged.getvalue().splitlines())
    assert (told["event"], told["outcome"], told["status"], told["bytes"]) == ("request", "disconnected", 0, 0)


# --- without a socket, where what is sent is taken or not as the test likes ----------------------------------------------


@pytest.fixture
async def app() -> AsyncIterator[Starlette]:
    settings = Settings(signing_key=SecretStr(SIGNING_KEY), send_timeout=0.2)
    app = create_app(settings, games={"cask-race": BOTH["cask-race"]}, store=MemoryStore())
    async with app.router.lifespan_context(app):
        yield app


async def met(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(BOUND):
        while not true():  # noqa: ASYNC110 -- what is waited for has no event
            await asyncio.sleep(0.001)


CREATE = (
    'mutation { createGame(game: {caskRace: {}}, seats: [{kind: MINE, name: "Ada"}, {kind: MINE, name: "Ben"}]) '
    "{ ... on GameCreated { game { gameId } } } }"
)


async def test_followers_of_an_instance_that_stops_do_not_all_come_back_at_once(app: Starlette) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        created = (await client.post("/graphql", json={"query": CREATE})).json()
        path = path_of(created["data"]["createGame"]["game"]["gameId"])
        streams = [asyncio.create_task(client.get(path, headers={"accept": STREAM})) for _ in range(5)]
        await met(lambda: sum(app.state.services.streams.followed.values()) == len(streams))
        app.state.services.stopping.set()
        texts = [(await told).text for told in streams]
    waits = [int(text.removeprefix("retry: ").partition("\n")[0]) for text in texts]
    assert all(500 * RETRY <= wait <= 1500 * RETRY for wait in waits)
    assert len(set(waits)) > 1


@pytest.mark.parametrize("how", ["unread", "gone", "gone at once", "stopping"])
async def test_a_stream_that_nobody_takes_frees_everything(app: Starlette, how: str) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        created = (await client.post("/graphql", json={"query": CREATE})).json()
    path = path_of(created["data"]["createGame"]["game"]["gameId"])
    gone, begun = asyncio.Event(), asyncio.Event()
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if not asked:
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            begun.set()
            if how != "stopping":
                await asyncio.Event().wait()

    if how == "gone at once":
        gone.set()
    headers = [(b"accept", STREAM.encode())]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b""}
    running = asyncio.create_task(app(scope, receive, send))
    if how != "gone at once":
        await asyncio.wait_for(begun.wait(), BOUND)
        assert sum(app.state.services.streams.followed.values()) == 1
    if how == "gone":
        gone.set()
    if how == "stopping":
        running.cancel()
        await asyncio.wait([running])
        assert running.cancelled()
    else:
        await asyncio.wait_for(running, BOUND)
    await met(lambda: not app.state.services.streams.followed)
