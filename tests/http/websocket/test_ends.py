"""GraphQL over WebSocket by the protocol `graphql-transport-ws`, byte by byte, and what is given back when it ends."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message

from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.memory import MemoryStore
from tests.api.client import CASK, Client, create, in_notation
from tests.api.conftest import http
from tests.api.selections import everything
from tests.api.server import BOTH, BOUND, SIGNING_KEY, Server, until
from tests.http.fragile import Fragile
from tests.http.raw_socket import BINARY, CLOSE, MORE, PROTOCOL, TEXT, Closed, Json, RawSocket, subscribe
from tests.log_lines import log_lines

EVENTS = (
    "subscription($g: ID!, $a: Int! = 0) { events(gameId: $g, after: $a) "
    "{ __typename ... on LogEntry { version } ... on Problem { code } } }"
)
UPDATED = "subscription($g: ID!) { gameUpdated(gameId: $g) { ... on Game { version viewer { role seat } } } }"
DECISIONS = (
    "subscription { decisions "
    "{ __typename ... on PendingDecision { version decision { seat } } ... on Problem { code } } }"
)
WHO = "query($g: ID!) { game(id: $g) { ... on Game { viewer { role seat } } ... on Problem { code } } }"
PLAY = "mutation($g: ID!, $m: [MoveInput!]!) { play(gameId: $g, moves: $m) { __typename ... on Problem { code } } }"
BIG = "{" + " ".join(f"a{i}: catalogue {{ games {{ text rules {{ text }} }} }}" for i in range(20)) + "}"
"""Its answer is more than the system takes in for a client that does not read."""
CREATE = (
    'mutation { createGame(game: {caskRace: {}}, seats: [{kind: MINE, name: "Ada"}, {kind: MINE, name: "Ben"}]) '
    "{ ... on GameCreated { game { gameId } seats { token } } } }"
)
INIT = {"type": "connection_init"}
IDLE_TIMEOUT = 0.4


STORE = Fragile()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=STORE, ws_max_operations=3) as server:
        yield server


@pytest.fixture(scope="module")
def strict() -> Iterator[Server]:
    """A service with little patience and small messages."""
    with Server(store=MemoryStore(), ws_idle_timeout=IDLE_TIMEOUT, max_body=4096) as server:
        yield server


@pytest.fixture(scope="module")
def unread() -> Iterator[Server]:
    """A service that disconnects clients that do not read, on a system with small send buffers."""
    with Server(store=MemoryStore(), send_timeout=0.3, sending=4096) as server:
        yield server


@pytest.fixture(scope="module")
def anyone(server: Server) -> Iterator[Client]:
    with http(server) as client:
        yield Client(client)


@pytest.fixture
def wire(server: Server) -> Iterator[RawSocket]:
    with RawSocket(server.url) as wire:
        yield wire.init()


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    with log_lines() as lines:
        yield lines


def logged(stream: io.StringIO, event: str) -> list[Json]:
    return [line for line in map(json.loads, stream.getvalue().splitlines()) if line["event"] == event]


def event(wire: RawSocket, id_: str) -> Json:
    found: Json = wire.next(id_)["events"]
    return found


def versions(wire: RawSocket, id_: str, count: int) -> list[int]:
    return [event(wire, id_)["version"] for _ in range(count)]


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


@pytest.mark.parametrize(
    "given", ["Bearer forged", "forged", "", "Basic eDp5", "Bearer " + "x" * 5000, 1, ["Bearer x"], {}]
)
def test_a_token_that_was_not_made_here_ends_the_connection(server: Server, given: Any) -> None:
    with RawSocket(server.url) as wire:
        wire.send({**INIT, "payload": {"authorization": given}})
        closed = wire.closed()
        assert closed.code == 4403
        assert "forged" not in closed.reason


def test_so_does_one_of_the_upgrade_request(server: Server) -> None:
    with RawSocket(server.url, headers={"Authorization": "Bearer forged"}) as wire:
        wire.send(INIT)
        assert wire.closed().code == 4403


@pytest.mark.parametrize("payload", [None, {}, {"authorization": None}, {"x": 1}])
def test_without_a_token_one_is_a_spectator(server: Server, anyone: Client, payload: Json | None) -> None:
    table = create(anyone)
    with RawSocket(server.url).init(payload) as wire:
        wire.subscribe("a", WHO, {"g": table.id})
        assert wire.next("a") == {"game": {"viewer": {"role": "SPECTATOR", "seat": None}}}


def test_the_token_comes_by_the_header_or_the_beginning_which_wins(server: Server, anyone: Client) -> None:
    table = create(anyone)
    one, two = (seat.token for seat in table.seats)
    begun: list[tuple[str | None, Json | None, int]] = [
        (one, None, 1),
        (one, {"authorization": None}, 1),
        (None, {"authorization": f"Bearer {one}"}, 1),
        (None, {"Authorization": f"bearer {two}"}, 2),
        (None, {"AUTHORIZATION": f"BEARER  {two}"}, 2),
        (one, {"authorization": f"Bearer {two}"}, 2),
        ("forged", {"authorization": f"Bearer {two}"}, 2),
    ]
    for header, payload, seat in begun:
        with RawSocket(server.url, token=header).init(payload) as wire:
            wire.send(subscribe("a", WHO, {"g": table.id}), subscribe("b", UPDATED, {"g": table.id}))
            viewer = {"role": "SEAT", "seat": seat}
            got = {
                message["id"]: message for message in (wire.receive() for _ in range(3)) if message["type"] == "next"
            }
            assert got["a"]["payload"]["data"]["game"] == {"viewer": viewer}
            assert got["b"]["payload"]["data"]["gameUpdated"] == {"version": 2, "viewer": viewer}


def test_the_token_of_another_game_is_a_problem(server: Server, anyone: Client) -> None:
    table, other = create(anyone), create(anyone)
    with RawSocket(server.url, token=other.host.token).init() as wire:
        wire.subscribe("a", EVENTS, {"g": table.id})
        assert event(wire, "a") == {"__typename": "TokenRejected", "code": "TOKEN_REJECTED"}
        assert wire.receive() == {"id": "a", "type": "complete"}


def test_queries_and_mutations_have_one_answer(server: Server, anyone: Client) -> None:
    table = create(anyone)
    move = table.moves()[0]["notation"]
    with RawSocket(server.url, token=table.decider.token).init() as wire:
        wire.subscribe("q", "query A { __typename } query B { b: __typename }")
        assert wire.receive()["type"] == "error"
        wire.send(
            {
                "id": "q",
                "type": "subscribe",
                "payload": {
                    "query": "query A { __typename } query B { b: __typename }",
                    "operationName": "B",
                    "extensions": {},
                },
            }
        )
        assert wire.next("q") == {"b": "Query"}
        assert wire.receive() == {"id": "q", "type": "complete"}
        wire.subscribe("m", PLAY, {"g": table.id, "m": in_notation(move)})
        assert wire.next("m") == {"play": {"__typename": "GameChanged"}}
        assert wire.receive() == {"id": "m", "type": "complete"}
        wire.quiet()
    assert table.version == 3


def test_a_document_that_is_wrong_is_an_error_and_the_connection_goes_on(wire: RawSocket, anyone: Client) -> None:
    table = create(anyone)
    for query, variables in (
        ("{", {}),
        ("{ nothing }", {}),
        (EVENTS, {}),
        (EVENTS, {"g": table.id, "a": "x"}),
        ("", {}),
    ):
        wire.subscribe("a", query, variables)
        message = wire.receive()
        assert (message["id"], message["type"]) == ("a", "error")
        assert all(error["message"] for error in message["payload"])
        wire.quiet()
    wire.subscribe("a", EVENTS, {"g": table.id})
    assert versions(wire, "a", 2) == [1, 2]


@pytest.mark.parametrize("id_", ["a", "Ä" * 200])
def test_an_operation_has_its_id_for_itself(wire: RawSocket, server: Server, anyone: Client, id_: str) -> None:
    table = create(anyone)
    wire.subscribe(id_, EVENTS, {"g": table.id, "a": 2})
    wire.subscribe(id_, "{ __typename }")
    closed = wire.closed()
    assert closed.code == 4409
    assert f"Subscriber for {id_} already exists".startswith(closed.reason)
    server.check_free()


@pytest.mark.parametrize("id_", ["", "Ä🏃", 'a"b\\\n', "x" * 1000])
def test_an_id_is_any_text(wire: RawSocket, id_: str) -> None:
    wire.subscribe(id_, "{ __typename }")
    assert wire.next(id_) == {"__typename": "Query"}
    assert wire.receive() == {"id": id_, "type": "complete"}


def test_an_id_is_free_again_when_either_side_has_completed(wire: RawSocket, anyone: Client) -> None:
    table = create(anyone)
    for _ in range(3):
        wire.subscribe("a", EVENTS, {"g": table.id})
        assert versions(wire, "a", 2) == [1, 2]
        wire.send({"id": "a", "type": "complete"})
        wire.subscribe("a", "{ __typename }")
        assert wire.next("a") == {"__typename": "Query"}
        assert wire.receive() == {"id": "a", "type": "complete"}


def test_an_id_is_free_again_though_it_was_completed_at_once(wire: RawSocket, anyone: Client) -> None:
    table = create(anyone)
    for _ in range(4):  # more than may go on at once
        wire.send(subscribe("a", EVENTS, {"g": table.id}), {"id": "a", "type": "complete"})
        wire.quiet()
    wire.subscribe("a", EVENTS, {"g": table.id})
    assert versions(wire, "a", 2) == [1, 2]


def test_nothing_comes_of_an_operation_after_it_was_completed(wire: RawSocket, server: Server, anyone: Client) -> None:
    table = create(anyone)
    wire.subscribe("a", EVENTS, {"g": table.id})
    assert versions(wire, "a", 2) == [1, 2]
    wire.subscribe("b", EVENTS, {"g": table.id, "a": 2})
    until(lambda: server.followed == {table.id: 2}, "two follow")
    table.play("draft row-1")
    assert sorted(wire.receive()["id"] for _ in range(2)) == ["a", "b"]
    wire.send({"id": "a", "type": "complete"}, {"id": "unknown", "type": "complete"})
    wire.quiet()
    assert server.followed == {table.id: 1}
    table.play("end-turn")
    assert versions(wire, "b", 1) == [4]
    wire.quiet()
    wire.send({"id": "b", "type": "complete"})
    until(lambda: not server.followed, "nobody follows")


def test_a_stream_is_complete_when_the_game_has_ended(server: Server, anyone: Client) -> None:
    table = create(anyone, 2, CASK, {"turnCap": 3}, seed="short")
    with RawSocket(server.url, token=table.seat(1).token).init() as wire:
        wire.send(
            subscribe("e", EVENTS, {"g": table.id}), subscribe("d", DECISIONS), subscribe("u", UPDATED, {"g": table.id})
        )
        until(lambda: server.followed == {table.id: 3}, "three follow")
        end = table.finish()
        got: dict[str, list[Json]] = {"e": [], "d": [], "u": []}
        completed: set[str] = set()
        while len(completed) < 3:
            message = wire.receive()
            assert message["id"] not in completed
            if message["type"] == "complete":
                completed.add(message["id"])
            else:
                got[message["id"]] += message["payload"]["data"].values()
    assert [entry["version"] for entry in got["e"]] == list(range(1, end["version"] + 1))
    assert got["u"][-1]["version"] == got["d"][-1]["version"] == end["version"]
    assert got["d"][-1]["decision"] is None
    assert {pending["decision"] and pending["decision"]["seat"] for pending in got["d"]} == {1, None}
    server.check_free()


@pytest.mark.parametrize("who", ["spectator", "host"])
def test_who_has_no_seat_has_no_decisions(server: Server, anyone: Client, who: str) -> None:
    with RawSocket(server.url, token=create(anyone).everybody[who].token).init() as wire:
        wire.subscribe("a", DECISIONS)
        assert wire.next("a") == {"decisions": {"__typename": "NotSeated", "code": "NOT_SEATED"}}
        assert wire.receive() == {"id": "a", "type": "complete"}
        wire.quiet()


def test_what_each_is_told_is_what_the_query_tells_them(server: Server, anyone: Client) -> None:
    table = create(anyone, 2, CASK, seed="secret")
    query = "subscription($g: ID!) { events(gameId: $g) { ...All_LogEntryResult } }" + everything("LogEntryResult")
    everybody = {name: viewer.token for name, viewer in table.everybody.items()}
    with ExitStack() as stack:
        wires = {name: stack.enter_context(RawSocket(server.url, token=t).init()) for name, t in everybody.items()}
        for wire in wires.values():
            wire.subscribe("a", query, {"g": table.id})
        until(lambda: server.followed == {table.id: len(wires)}, "all follow")
        table.play("look")
        for _ in range(3):
            table.play(table.moves()[-1]["notation"])
        told = {name: [event(wire, "a") for _ in range(6)] for name, wire in wires.items()}
    asked = {name: viewer.events(gameId=table.id)["entries"] for name, viewer in table.everybody.items()}
    assert told == asked
    assert told["seat 1"] != told["spectator"] == told["host"]


def test_only_so_many_operations_go_on_at_once(wire: RawSocket, server: Server, anyone: Client) -> None:
    table = create(anyone)
    for id_ in "abc":
        wire.subscribe(id_, EVENTS, {"g": table.id, "a": 2})
    for _ in range(2):
        wire.subscribe("d", EVENTS, {"g": table.id})
        message = wire.receive()
        assert (message["id"], message["type"]) == ("d", "error")
        (error,) = message["payload"]
        assert error["extensions"] == {"code": "TOO_MANY_OPERATIONS", "limit": 3}
        assert "3" in error["message"]
    until(lambda: server.followed == {table.id: 3}, "three follow")
    table.play("draft row-1")
    got = [wire.receive() for _ in range(3)]
    assert sorted(message["id"] for message in got) == ["a", "b", "c"]
    assert {message["payload"]["data"]["events"]["version"] for message in got} == {3}
    wire.send({"id": "b", "type": "complete"})
    wire.subscribe("d", EVENTS, {"g": table.id})
    assert versions(wire, "d", 3) == [1, 2, 3]


def test_while_the_store_is_away_that_is_the_answer_and_the_connection_goes_on(wire: RawSocket, anyone: Client) -> None:
    table = create(anyone)
    STORE.away = True
    try:
        for query in (WHO, EVENTS, UPDATED):
            wire.subscribe("a", query, {"g": table.id})
            message = wire.receive()
            assert (message["id"], message["type"]) == ("a", "next")
            (error,) = message["payload"]["errors"]
            assert error["extensions"] == {"code": "UNAVAILABLE"}
            assert wire.receive() == {"id": "a", "type": "complete"}
    finally:
        STORE.away = False
    wire.subscribe("a", EVENTS, {"g": table.id})
    assert versions(wire, "a", 2) == [1, 2]


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
        """Whether the client reads what is sent."""
        self.free.set()
        self.sending = 0
        self.closed = False
        """Whether the server has closed it, which it says to who sends."""
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
        """What the client sends."""
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

    monkeypatch.setattr("taphouse.service.access.rate_limits.Rates.charge", breaks)
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
    await met(lambda: app.state.services.live.followed or wire.running.done())
    wire.leave()
    await wire.running
    assert app.state.services.live.followed == {}


def test_a_socket_is_one_line_in_the_log_without_a_token(server: Server, anyone: Client, lines: io.StringIO) -> None:
    table = create(anyone)
    one, two = (str(seat.token) for seat in table.seats)
    given = {"x-request-id": "Trace-0042"}
    with RawSocket(server.url, token=one, headers=given).init({"authorization": f"Bearer {two}"}) as wire:
        wire.subscribe("a", WHO, {"g": table.id})
        wire.next("a")
        assert wire.receive() == {"id": "a", "type": "complete"}
    with RawSocket(server.url, token=one) as wire:
        wire.send({**INIT, "payload": {"authorization": "Bearer CANARY"}})
        with pytest.raises(Closed):
            wire.receive()
    until(lambda: len(logged(lines, "socket")) == 2, "two lines")
    ended, refused = logged(lines, "socket")
    assert (ended["path"], ended["request_id"], ended["messages"]) == ("/graphql", "Trace-0042", 3)
    assert ended["characters"] > 100
    assert refused["outcome"] == 4403
    assert not logged(lines, "bug")
    for secret in (one, two, "CANARY", table.id, "viewer"):
        assert secret not in lines.getvalue()
