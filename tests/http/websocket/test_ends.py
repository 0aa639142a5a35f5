"""The end of a WebSocket, which releases all that it held."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress

import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings
from tests.api.client import Client, create, in_notation
from tests.api.conftest import http
from tests.api.server import BOTH, SIGNING_KEY, Server, until
from tests.effort import BOUND
from tests.http.raw_socket import CLOSE, PROTOCOL, Json, RawSocket, subscribe
from tests.http.websocket.shared import DECISIONS, EVENTS, INIT, PLAY, UPDATED, logged, versions

BIG = "{" + " ".join(f"a{i}: catalogue {{ games {{ text rules {{ text }} }} }}" for i in range(20)) + "}"
"""Its answer is more than the system takes in for a client that does not read."""
CREATE = (
    'mutation { createGame(game: {caskRace: {}}, seats: [{kind: MINE, name: "Ada"}, {kind: MINE, name: "Ben"}]) '
    "{ ... on GameCreated { game { gameId } seats { token } } } }"
)


@pytest.fixture(scope="module")
def unread() -> Iterator[Server]:
    """A service that disconnects clients that do not read, on a system with small send buffers."""
    with Server(store=MemoryStore(), send_timeout=0.3, sending=4096) as server:
        yield server


@pytest.mark.parametrize("how", ["close frame", "end of the line", "reset"])
def test_a_client_that_is_gone_frees_everything(server: Server, anyone: Client, how: str) -> None:
    table = create(anyone)
    wire = RawSocket(server.url, token=table.seat(1).token).init()
    asked = {"g": table.id, "a": 2}
    wire.send(subscribe("a", EVENTS, asked), subscribe("b", UPDATED, {"g": table.id}), subscribe("c", DECISIONS))
    until(lambda: server.followed == {table.id: 3}, "all follow")
    if how == "close frame":
        wire.line.sendall(wire.frame((1000).to_bytes(2, "big"), CLOSE))
        assert wire.closed().code == 1000
    if how == "reset":
        wire.vanish()
    wire.line.close()
    server.check_free()


def test_a_socket_on_which_nothing_goes_on_is_closed(strict: Server) -> None:
    with RawSocket(strict.url) as wire:
        wire.send(INIT, subscribe("a", "{ __typename }"))
        assert wire.receive() == {"type": "connection_ack"}
        assert wire.next("a")
        assert wire.receive() == {"id": "a", "type": "complete"}
        closed = wire.closed()
        assert (closed.code, closed.reason) == (1000, "Idle")


def test_a_subscription_keeps_it_open_and_its_end_starts_the_wait_again(strict: Server) -> None:
    with http(strict) as client, RawSocket(strict.url) as wire:
        made = Client(client).ask(CREATE)["createGame"]
        game, player = made["game"]["gameId"], Client(client, made["seats"][0]["token"])
        wire.send(INIT, subscribe("a", EVENTS, {"g": game, "a": 2}))
        assert wire.receive() == {"type": "connection_ack"}
        until(lambda: strict.followed == {game: 1}, "one follows")
        for _ in range(2):  # another one is closed meanwhile, twice
            with RawSocket(strict.url) as quick:
                quick.send(INIT)
                assert quick.closed().code == 1000
        wire.quiet()
        player.ask(PLAY, g=game, m=in_notation("pass"))
        assert versions(wire, "a", 1) == [3]
        wire.send({"id": "a", "type": "complete"})
        assert wire.closed().code == 1000
    strict.check_free()


def test_a_client_that_does_not_read_is_closed(unread: Server, lines: io.StringIO) -> None:
    with RawSocket(unread.url, window=2048).init() as wire:
        wire.subscribe("big", BIG)
        unread.check_free()
        with suppress(ConnectionError):  # nor was there room for a close frame
            assert wire.closed().code == 1013
    assert [line["outcome"] for line in logged(lines, "socket")] == [1013]
    assert not logged(lines, "bug")


def test_a_client_that_does_not_read_frees_everything(unread: Server) -> None:
    with http(unread) as client, RawSocket(unread.url, window=2048).init() as wire:
        table = create(Client(client))
        wire.subscribe("quiet", EVENTS, {"g": table.id, "a": 2})
        until(lambda: unread.followed == {table.id: 1}, "one follows")
        wire.subscribe("big", BIG)
        unread.check_free()


class Inside:
    """A WebSocket without a socket: what the service does with each message of its server is up to the test."""

    def __init__(self, app: ASGIApp) -> None:
        self.sent: list[str] = []
        self.free = asyncio.Event()
        """True if the client reads."""
        self.free.set()
        self.sending = 0
        self.closed = False
        """True if the server has closed it, which a client that sends is told."""
        self.refused = 0
        self._gone = False
        self._given: asyncio.Queue[Message] = asyncio.Queue()
        self._given.put_nowait({"type": "websocket.connect"})
        scope: Json = {
            "type": "websocket",
            "path": "/graphql",
            "headers": [],
            "query_string": b"",
            "subprotocols": [PROTOCOL],
        }
        self.running = asyncio.ensure_future(app(scope, self._given.get, self._send))

    def give(self, *messages: Json) -> None:
        """The bytes that the client sends."""
        for message in messages:
            self._given.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def leave(self, heard: bool = True) -> None:
        """The client is gone; it is heard of, or only found out by sending."""
        self._gone = True
        if heard:
            self._given.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def _send(self, message: Message) -> None:
        self.sending += 1
        await self.free.wait()
        self.sending -= 1
        if self.closed:
            self.refused += 1
            raise RuntimeError("Unexpected ASGI message, after sending 'websocket.close'.")
        if self._gone:
            raise OSError
        self.sent.append(message.get("text") or message["type"])


@pytest.fixture
async def app() -> AsyncIterator[Starlette]:
    app = create_app(Settings(signing_key=SecretStr(SIGNING_KEY)), games=BOTH, store=MemoryStore())
    async with app.router.lifespan_context(app):
        yield app


async def met(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(BOUND):
        while not true():  # noqa: ASYNC110 -- what is waited for has no event
            await asyncio.sleep(0.001)


async def test_a_client_that_is_gone_when_it_is_to_be_closed_is_no_bug(app: Starlette, lines: io.StringIO) -> None:
    wire = Inside(app)
    await met(lambda: wire.sent)
    wire.leave(heard=False)
    wire.give({"type": "hello"})
    await wire.running
    assert logged(lines, "socket")
    assert not logged(lines, "bug")


@pytest.mark.parametrize("message", ["ping", "hello"])
async def test_what_comes_in_when_the_server_has_closed_is_no_bug(
    app: Starlette, lines: io.StringIO, message: str
) -> None:
    wire = Inside(app)
    wire.give(INIT)
    await met(lambda: len(wire.sent) == 2)
    wire.closed = True
    wire.give({"type": message})
    await wire.running
    assert logged(lines, "socket")
    assert not logged(lines, "bug")


async def test_an_operation_that_comes_to_its_end_when_the_server_has_closed_is_no_bug(
    app: Starlette, lines: io.StringIO
) -> None:
    wire = Inside(app)
    wire.give(INIT)
    await met(lambda: len(wire.sent) == 2)
    wire.closed = True
    wire.give(subscribe("a", "{ __typename }"))
    await met(lambda: wire.refused)
    wire.leave()
    await wire.running
    assert not logged(lines, "bug")


async def test_an_operation_that_breaks_closes_the_connection_and_is_a_bug(
    app: Starlette, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("anything")

    monkeypatch.setattr("taphouse.service.access.rate_limits.Rates.budget", breaks)
    wire = Inside(app)
    wire.give(INIT, subscribe("a", "{ __typename }"))
    await asyncio.wait_for(wire.running, BOUND)
    assert [line["outcome"] for line in logged(lines, "socket")] == [1011]
    assert len(logged(lines, "bug")) == 1


async def test_who_uses_an_id_again_before_it_is_free_leaves_nothing_behind(app: Starlette) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        created = (await client.post("/graphql", json={"query": CREATE})).json()
    game = created["data"]["createGame"]["game"]["gameId"]
    wire = Inside(app)
    wire.give(INIT)
    await met(lambda: len(wire.sent) == 2)
    wire.free.clear()
    wire.give(subscribe("a", "{ __typename }"))
    await met(lambda: wire.sending)
    wire.free.set()  # the answer goes out
    wire.free.clear()
    await met(lambda: wire.sending and len(wire.sent) == 3)
    wire.give(subscribe("a", EVENTS, {"g": game, "a": 2}))  # before the end of the first operation goes out
    wire.free.set()
    await met(lambda: app.state.services.streams.followed or wire.running.done())
    wire.leave()
    await wire.running
    assert app.state.services.streams.followed == {}
