"""GraphQL over server-sent events, in the mode of distinct connections: frames, refusals, and what is given back."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx
import pytest

from taphouse.service.http import server_sent_events
from taphouse.service.http.connections.pushing import PUSH, ChunkPushes
from taphouse.service.http.graphql_http import GRAPHQL, JSON
from taphouse.service.libraries.uvicorn import FlowControl
from taphouse.service.runtime.shutdown import Stopping
from tests.api.client import CASK, Client, Json, Table, create, in_notation
from tests.api.conftest import http
from tests.api.selections import everything
from tests.api.server import Server, until
from tests.effort import BOUND
from tests.http.fragile import Fragile

STREAM = "text/event-stream"
EVENTS = (
    "subscription Follow($g: ID!, $a: Int! = 0) { events(gameId: $g, after: $a) "
    "{ __typename ... on LogEntry { version } ... on Problem { code } } }"
)
UPDATED = "subscription($g: ID!) { gameUpdated(gameId: $g) { ... on Game { id version viewer { role seat } } } }"
DECISIONS = "subscription { decisions { __typename ... on PendingDecision { version } ... on Problem { code } } }"
PLAY = "mutation($g: ID!, $m: [MoveInput!]!) { play(gameId: $g, moves: $m) { __typename ... on Problem { code } } }"
LARGE = (
    "subscription($g: ID!) { events(gameId: $g) { ... on BrewCraftersLogEntry {"
    + " ".join(f"a{i}: events {{ ...All }}" for i in range(30))
    + "} } } fragment All on BrewCraftersEvent {"
    + " ".join(f"a{i}: __typename" for i in range(30))
    + "}"
)
COMPLETE = "event: complete\ndata: "


STORE = Fragile()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A service that disconnects clients that do not read, on a system with small send buffers."""
    with Server(store=STORE, send_timeout=0.5, sending=4096) as server:
        yield server


@pytest.fixture(scope="module")
def anyone(server: Server) -> Iterator[Client]:
    with http(server) as client:
        yield Client(client)


@pytest.fixture
def table(anyone: Client) -> Table:
    return create(anyone, 2, CASK)


def headers_of(client: Client, accept: str = STREAM) -> dict[str, str]:
    return {"accept": accept, **({} if client.token is None else {"authorization": f"Bearer {client.token}"})}


class Streamed:
    """An answer that is read event by event."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._events = self._split()

    def raw(self) -> str:
        """The next event as it is sent, without the empty line behind it."""
        return next(self._events)

    def next(self) -> Json:
        """The data of the next event, which must be a `next` without errors."""
        name, data = self.raw().split("\n")
        assert name == "event: next"
        body: Json = json.loads(data.removeprefix("data: "))
        assert "errors" not in body
        found: Json = body["data"]
        return found

    def rest(self) -> list[str]:
        """Whatever comes until the end."""
        return list(self._events)

    def _split(self) -> Iterator[str]:
        got = ""
        for text in self.response.iter_text():
            got += text
            while "\n\n" in got:
                event, _, got = got.partition("\n\n")
                yield event
        assert got == ""


@contextmanager
def stream(client: Client, query: str, variables: Json | None = None, method: str = "POST") -> Iterator[Streamed]:
    body: Any = {"query": query, "variables": variables}
    given = {"json": body} if method == "POST" else {"params": {**body, "variables": json.dumps(variables)}}
    with client.http.stream(method, "/graphql", headers=headers_of(client), **given) as response:
        yield Streamed(response)


def code(response: httpx.Response) -> str:
    (error,) = response.json()["errors"]
    assert error["message"]
    return str(error["extensions"]["code"])


@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_subscription_is_a_stream_of_events(anyone: Client, table: Table, method: str) -> None:
    with stream(anyone, EVENTS, {"g": table.id, "a": 1}, method) as told:
        assert told.response.status_code == 200
        headers = told.response.headers
        assert headers["content-type"] == "text/event-stream; charset=utf-8"
        assert (headers["cache-control"], headers["vary"]) == ("no-store", "accept, accept-language")
        assert headers["x-accel-buffering"] == "no"
        assert headers["x-request-id"]
        assert told.raw() == ('event: next\ndata: {"data":{"events":{"__typename":"CaskRaceLogEntry","version":2}}}')
        for version in (3, 4):
            table.play("pass")
            assert told.next()["events"]["version"] == version


def test_to_head_a_stream_has_its_headers_only(server: Server, anyone: Client, table: Table) -> None:
    params = {"query": EVENTS, "variables": json.dumps({"g": table.id})}
    head = anyone.http.head("/graphql", params=params, headers=headers_of(anyone))
    assert (head.status_code, head.content) == (200, b"")
    with stream(anyone, EVENTS, {"g": table.id}, "GET") as told:
        for name in ("content-type", "cache-control", "vary", "x-accel-buffering"):
            assert head.headers[name] == told.response.headers[name]
    server.check_free()


def test_a_stream_is_complete_when_the_game_has_ended(server: Server, anyone: Client) -> None:
    table = create(anyone, 2, CASK, {"turnCap": 2}, seed="short")
    with stream(anyone, EVENTS, {"g": table.id}) as told, stream(anyone, UPDATED, {"g": table.id}) as seen:
        end = table.finish()["version"]
        assert [told.next()["events"]["version"] for _ in range(end)] == list(range(1, end + 1))
        assert told.rest() == [COMPLETE]
        *_, last, complete = seen.rest()
        assert (json.loads(last.partition("data: ")[2])["data"]["gameUpdated"]["version"], complete) == (end, COMPLETE)
    with stream(anyone, EVENTS, {"g": table.id, "a": end}) as told:
        assert told.rest() == [COMPLETE]
    server.check_free()


def test_a_refusal_is_the_only_event(anyone: Client, table: Table) -> None:
    for query, variables, problem in (
        (EVENTS, {"g": "a" * 24}, "GAME_NOT_FOUND"),
        (EVENTS, {"g": table.id, "a": 99}, "VERSION_NOT_FOUND"),
        (DECISIONS, None, "NOT_SEATED"),
    ):
        with stream(anyone, query, variables) as told:
            (body,) = told.next().values()
            assert body["code"] == problem
            assert told.rest() == [COMPLETE]
    with stream(anyone.with_token("forged"), EVENTS, {"g": table.id}) as told:
        assert told.next()["events"]["code"] == "TOKEN_REJECTED"
        assert told.rest() == [COMPLETE]


def test_the_token_says_who_is_told(table: Table) -> None:
    for name, viewer in table.everybody.items():
        with stream(viewer, UPDATED, {"g": table.id}) as told:
            seen = told.next()["gameUpdated"]
            assert seen["viewer"]["role"] == name.split()[0].upper()
            assert seen["id"] == table.id
    with stream(table.seat(1), DECISIONS) as told:
        assert told.next()["decisions"] == {"__typename": "PendingDecision", "version": 2}


def test_what_each_is_told_is_what_the_query_tells_them(server: Server, table: Table) -> None:
    query = "subscription($g: ID!) { events(gameId: $g) { ...All_LogEntryResult } }" + everything("LogEntryResult")
    table.play("look")
    table.play(table.moves()[-1]["notation"])
    for viewer in table.everybody.values():
        with stream(viewer, query, {"g": table.id}) as told:
            entries = [told.next()["events"] for _ in range(4)]
        assert entries == viewer.events(gameId=table.id)["entries"]
    server.check_free()


def test_other_operations_are_answered_by_one_event(table: Table) -> None:
    player = table.decider
    with stream(player, "{ __typename }") as told:
        assert told.response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert told.rest() == ['event: next\ndata: {"data":{"__typename":"Query"}}', COMPLETE]
    with stream(player, "{ __typename }", method="GET") as told:
        assert told.next() == {"__typename": "Query"}
        assert told.rest() == [COMPLETE]
    with stream(player, PLAY, {"g": table.id, "m": in_notation("pass")}) as told:
        assert told.next() == {"play": {"__typename": "GameChanged"}}
        assert told.rest() == [COMPLETE]
    assert table.version == 3


def test_a_mutation_is_not_executed_by_get(table: Table) -> None:
    params = {"query": PLAY, "variables": json.dumps({"g": table.id, "m": in_notation("pass")})}
    response = table.decider.http.get("/graphql", params=params, headers=headers_of(table.decider))
    assert (response.status_code, response.headers["allow"], code(response)) == (405, "POST", "QUERIES_ONLY")
    assert response.headers["content-type"] == f"{JSON}; charset=utf-8"
    assert table.version == 2


@pytest.mark.parametrize(
    ("query", "variables"),
    [
        ("{", {}),
        ("{ nothing }", {}),
        (EVENTS, {}),
        (EVENTS, {"g": "x", "a": "y"}),
        ("subscription { nothing }", {}),
        ("subscription { a: decisions { __typename } b: decisions { __typename } }", {}),
        ("query A { __typename } query B { __typename }", {}),
    ],
)
@pytest.mark.parametrize("method", ["POST", "GET"])
def test_what_cannot_be_executed_is_no_stream(anyone: Client, query: str, variables: Json, method: str) -> None:
    with stream(anyone, query, variables, method) as told:
        told.response.read()
    assert told.response.status_code == 400
    assert told.response.headers["content-type"] == f"{JSON}; charset=utf-8"
    assert list(told.response.json()) == ["errors"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [(b"{", "BAD_JSON"), (b"{}", "BAD_REQUEST"), (b"[]", "BATCHED"), (b'{"query": 1}', "BAD_REQUEST")],
)
def test_nor_is_what_is_no_request(anyone: Client, body: bytes, expected: str) -> None:
    response = anyone.http.post("/graphql", content=body, headers={**headers_of(anyone), "content-type": JSON})
    assert (response.status_code, code(response)) == (400, expected)
    assert response.headers["content-type"] == f"{JSON}; charset=utf-8"


@pytest.mark.parametrize(
    "accept", [JSON, GRAPHQL, "*/*", f"{STREAM};q=0", f"{STREAM};q=0.4, {JSON};q=0.5", f"{STREAM}, {JSON};q=0"]
)
@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_subscription_is_only_streamed(anyone: Client, table: Table, accept: str, method: str) -> None:
    body = {"query": EVENTS, "variables": {"g": table.id, "a": 9}}
    given: Any = (
        {"json": body} if method == "POST" else {"params": {**body, "variables": json.dumps(body["variables"])}}
    )
    response = anyone.http.request(method, "/graphql", headers={"accept": accept}, **given)
    if accept.startswith(f"{STREAM}, "):
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
    elif accept == f"{STREAM};q=0":
        assert (response.status_code, code(response)) == (406, "NOT_ACCEPTABLE")
    else:
        assert (response.status_code, code(response)) == (406, "STREAM_ONLY")
        assert STREAM in response.json()["errors"][0]["message"]


@pytest.mark.parametrize("accept", [STREAM, "Text/Event-Stream", f"{STREAM}; charset=utf-8", f"{STREAM}, {JSON};q=0.9"])
def test_a_stream_is_accepted_in_other_words(anyone: Client, accept: str) -> None:
    response = anyone.http.post("/graphql", json={"query": DECISIONS}, headers={"accept": accept})
    assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert response.text.endswith(f"\n\n{COMPLETE}\n\n")


@pytest.mark.parametrize("accept", ["text/html", "text/*;q=0", "image/png", f"{STREAM}; charset=utf-16"])
def test_something_else_is_not_acceptable(anyone: Client, accept: str) -> None:
    response = anyone.http.post("/graphql", json={"query": DECISIONS}, headers={"accept": accept})
    assert (response.status_code, code(response)) == (406, "NOT_ACCEPTABLE")
    assert STREAM in response.json()["errors"][0]["message"]


def test_while_the_store_is_away_that_is_the_answer(server: Server, anyone: Client, table: Table) -> None:
    STORE.away = True
    try:
        for query in (EVENTS, UPDATED, "query($g: ID!) { game(id: $g) { __typename } }"):
            body = {"query": query, "variables": {"g": table.id}}
            response = anyone.http.post("/graphql", json=body, headers=headers_of(anyone))
            assert (response.status_code, code(response)) == (503, "UNAVAILABLE")
            assert response.headers["retry-after"] == "1"
            assert response.headers["content-type"] == f"{JSON}; charset=utf-8"
    finally:
        STORE.away = False
    server.check_free()
    with stream(anyone, EVENTS, {"g": table.id}) as told:
        assert told.next()["events"]["version"] == 1


def test_a_bug_is_told_as_an_id_at_the_end(
    server: Server, anyone: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    app: Any = server._server.config.app

    async def broken(*_: object) -> Any:
        async def events() -> Any:
            raise LookupError("CANARY")
            yield

        return events()

    monkeypatch.setitem(app.state.services.use_cases, "entries", broken)
    with stream(anyone, EVENTS, {"g": table.id}) as told:
        name, data = told.raw().split("\n")
        assert name == "event: next"
        (error,) = json.loads(data.removeprefix("data: "))["errors"]
        assert error["extensions"] == {"code": "INTERNAL", "id": told.response.headers["x-request-id"]}
        assert "CANARY" not in data
        assert told.rest() == [COMPLETE]


def test_a_quiet_stream_has_comments(anyone: Client, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_sent_events, "HEARTBEAT", 0.05)
    with stream(anyone, EVENTS, {"g": table.id, "a": 2}) as told:
        lines = told.response.iter_lines()
        assert [next(lines) for _ in range(3)] == [":"] * 3  # lines, no blocks of their own
        table.play("pass")
        assert next(line for line in lines if line != ":") == "event: next"
        assert next(lines).endswith('"version":3}}}')


@pytest.mark.parametrize("query", [EVENTS, UPDATED])
def test_a_client_that_is_gone_frees_everything(server: Server, anyone: Client, table: Table, query: str) -> None:
    with stream(anyone, query, {"g": table.id}) as told, stream(anyone, query, {"g": table.id}) as other:
        told.next()
        other.next()
        until(lambda: server.followed == {table.id: 2}, "two follow")
    server.check_free()


def test_a_client_that_does_not_read_is_left_and_the_others_go_on(server: Server, anyone: Client) -> None:
    table = create(anyone, 2, "brewCrafters")
    for _ in range(8):
        table.play(table.moves()[0]["notation"])
    parts = urlsplit(server.url)
    params = urlencode({"query": LARGE, "variables": json.dumps({"g": table.id})})
    with stream(anyone, EVENTS, {"g": table.id, "a": 10}) as told, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.settimeout(BOUND)
        line.connect((parts.hostname, parts.port))
        line.sendall(f"GET /graphql?{params} HTTP/1.1\r\nHost: x\r\nAccept: {STREAM}\r\n\r\n".encode())
        assert line.recv(12) == b"HTTP/1.1 200"
        until(lambda: server.followed == {table.id: 1}, "one is left, and one goes on")
        table.play(table.moves()[0]["notation"])
        assert told.next()["events"]["version"] == 11
        got = b""
        while data := line.recv(65536):
            got += data
        assert b"event: complete" not in got
        assert not got.endswith(b"0\r\n\r\n"), "the client must see that the stream broke off"
    server.check_free()


WIDE = (
    "subscription($g: ID!) { events(gameId: $g) { ... on CaskRaceLogEntry {"
    + " ".join(f"a{i}: events {{ ...All }}" for i in range(40))
    + "} } } fragment All on CaskRaceEvent {"
    + " ".join(f"a{i:030}: __typename" for i in range(10))
    + "}"
)


def test_a_client_that_does_not_read_is_left_although_nothing_new_waits_for_it(
    server: Server, anyone: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "HEARTBEAT", 0.1)

    def unread() -> bool:
        return any(
            getattr(one, "flow", None) and one.flow.write_paused for one in server._server.server_state.connections
        )

    parts = urlsplit(server.url)
    params = urlencode({"query": WIDE, "variables": json.dumps({"g": table.id})})
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect((parts.hostname, parts.port))
        line.sendall(f"GET /graphql?{params} HTTP/1.1\r\nHost: x\r\nAccept: {STREAM}\r\n\r\n".encode())
        until(lambda: server.followed == {table.id: 1}, "it follows")
        while not unread():
            table.play("pass")
            time.sleep(0.05)  # so that the event is sent
        server.check_free()


def test_a_client_that_is_gone_frees_everything_although_it_asked_for_more(
    server: Server, anyone: Client, table: Table
) -> None:
    parts = urlsplit(server.url)
    head = f"GET /v1/games/{table.id}/events HTTP/1.1\r\nHost: x\r\nAccept: {STREAM}\r\n\r\n"
    with socket.create_connection((parts.hostname, parts.port)) as line:
        line.sendall((head + head).encode())
        until(lambda: server.followed == {table.id: 1}, "it follows")
    until(lambda: not server.followed, "nobody follows", server_sent_events.HEARTBEAT / 2)
    server.check_free()


@pytest.mark.parametrize("stops", ["before", "at the end"])
async def test_a_stream_that_ends_as_the_instance_stops_ends_once(stops: str) -> None:
    stopping, sent = Stopping(), list[Any]()
    if stops == "before":
        stopping.set()

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def frames() -> AsyncGenerator[bytes, None]:
        yield b"data: all\n\n"
        stopping.set()

    async def close() -> None:
        pass

    app = SimpleNamespace(state=SimpleNamespace(services=SimpleNamespace(metrics=None, stopping=stopping)))
    await server_sent_events.EventStream(frames(), close, 5, ())({"app": app}, receive, send)
    assert sent[0]["type"] == "http.response.start"
    assert [message["more_body"] for message in sent[1:]].count(False) == 1
    assert sent[-1]["more_body"] is False


async def test_a_stream_whose_client_has_gone_before_it_begins_ends_at_once() -> None:
    closed = False

    async def send(_: Any) -> None:
        pass

    async def never() -> Any:
        raise AssertionError

    async def frames() -> AsyncGenerator[bytes, None]:
        yield b"data: first\n\n"
        await asyncio.Event().wait()

    async def close() -> None:
        nonlocal closed
        closed = True

    transport: Any = SimpleNamespace(is_closing=lambda: True)
    stopping = Stopping()
    app = SimpleNamespace(state=SimpleNamespace(services=SimpleNamespace(metrics=None, stopping=stopping)))
    scope = {"app": app, "extensions": {PUSH: ChunkPushes(transport, FlowControl(transport))}}
    stream = server_sent_events.EventStream(frames(), close, BOUND, ())
    await asyncio.wait_for(stream(scope, never, send), BOUND)
    assert closed
    assert not stopping.calls
