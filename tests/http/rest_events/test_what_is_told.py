"""`GET /v1/games/{id}/events`: the log of a game as server-sent events and as a long poll, and its problems."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.types import Message

from taphouse.service.app import create_app
from taphouse.service.http import server_sent_events
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.memory import MemoryStore
from tests.api.client import CASK, DANK, MINE, OPEN, Client, Json, Table, create, seats_of
from tests.api.conftest import http
from tests.api.server import BOTH, BOUND, SIGNING_KEY, Server, until
from tests.http.fragile import Fragile
from tests.rest.same import check_same

STREAM, JSON, PROBLEM = "text/event-stream", "application/json", "application/problem+json"
GAMES = [CASK, DANK, "pintCraft", "brewCrafters"]
NOBODY = "a" * 24


STORE = Fragile()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=STORE, long_poll_max=1.5) as server:
        yield server


@pytest.fixture(scope="module")
def anyone(server: Server) -> Iterator[Client]:
    with http(server) as client:
        yield Client(client)


@pytest.fixture
def table(anyone: Client) -> Table:
    return create(anyone, 2, CASK)


def path_of(game: str) -> str:
    return f"/v1/games/{game}/events"


def headers_of(client: Client, accept: str, last: int | str | None = None) -> dict[str, str]:
    token = {} if client.token is None else {"authorization": f"Bearer {client.token}"}
    return {"accept": accept, **token, **({} if last is None else {"last-event-id": str(last)})}


def poll(client: Client, game: str, **params: Any) -> httpx.Response:
    return client.http.get(path_of(game), params=params, headers=headers_of(client, JSON))


def page(client: Client, game: str, **params: Any) -> Json:
    response = poll(client, game, **params)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == JSON
    assert (response.headers["vary"], response.headers["cache-control"]) == ("authorization, accept", "no-store")
    found: Json = response.json()
    assert list(found) == ["version", "latest", "entries", "ended"]
    return found


class Event:
    """A server-sent event."""

    def __init__(self, text: str) -> None:
        fields = dict(line.split(": ", 1) for line in text.split("\n"))
        self.id, self.name, self.data = fields.pop("id", None), fields.pop("event", None), fields.pop("data")
        assert not fields


class Streamed:
    """An answer that is read event by event."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._events = self._split()

    def next(self) -> Event:
        return next(self._events)

    def ids(self, count: int) -> list[int]:
        """The ids of the next events, which are log entries and say the same version."""
        return [self._id(self.next()) for _ in range(count)]

    def rest(self) -> list[Event]:
        """Whatever comes until the end."""
        return list(self._events)

    def _id(self, event: Event) -> int:
        assert event.name is None
        assert event.id == str(json.loads(event.data)["version"])
        return int(event.id)

    def _split(self) -> Iterator[Event]:
        got = ""
        for text in self.response.iter_text():
            got += text
            while "\n\n" in got:
                event, _, got = got.partition("\n\n")
                if event != ":":
                    yield Event(event)
        assert got == ""


@contextmanager
def stream(client: Client, game: str, last: int | str | None = None, **params: Any) -> Iterator[Streamed]:
    with client.http.stream("GET", path_of(game), params=params, headers=headers_of(client, STREAM, last)) as response:
        assert response.status_code == 200
        yield Streamed(response)


def problem(response: httpx.Response, status: int, code: str) -> Json:
    """What a problem says, which must be as RFC 9457 has it."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == PROBLEM
    assert (response.headers["vary"], response.headers["cache-control"]) == ("authorization, accept", "no-store")
    body: Json = response.json()
    assert (body["type"], body["status"], body["code"]) == (f"urn:taphouse:problem:{code}", status, code)
    assert body["title"]
    assert body["detail"].endswith(".")
    assert "message" not in body
    return body


def test_versions_are_events_whose_ids_they_are(server: Server, anyone: Client, table: Table) -> None:
    with stream(anyone, table.id) as told:
        headers = told.response.headers
        assert headers["content-type"] == "text/event-stream; charset=utf-8"
        assert (headers["cache-control"], headers["vary"], headers["x-accel-buffering"]) == ("no-store", "accept", "no")
        assert told.ids(2) == [1, 2]
        for version in range(3, 6):
            table.play("pass")
            assert told.ids(1) == [version]
        until(lambda: server.followed == {table.id: 1}, "one follows")
    server.check_free()


@pytest.mark.parametrize("game", GAMES)
def test_events_pages_and_graphql_tell_the_same(anyone: Client, game: str) -> None:
    table = create(anyone, 2, game, seed="the same")
    with stream(table.seat(1), table.id) as told:
        for _ in range(6):
            table.play(table.moves()[-1]["notation"])
        heard = [told.next() for _ in range(8)]
    response = poll(table.seat(1), table.id)
    assert f'"entries":[{",".join(event.data for event in heard)}]' in response.text
    for viewer in table.everybody.values():
        plain = page(viewer, table.id)["entries"]
        graphql = viewer.events(gameId=table.id)["entries"]
        assert len(plain) == len(graphql) == 8
        for one, other in zip(plain, graphql, strict=True):
            check_same(one, other)


def test_what_a_seat_is_told_is_told_to_nobody_else(anyone: Client) -> None:
    table = create(anyone, 2, CASK, seed="secret")
    with (
        stream(table.seat(1), table.id, after=2) as mine,
        stream(table.seat(2), table.id, after=2) as others,
        stream(table.spectator, table.id, after=2) as seen,
        stream(table.host, table.id, after=2) as host,
    ):
        table.play("look")
        table.play(table.moves()[-1]["notation"])
        looked, kept = (mine.next().data for _ in range(2))
        for stranger in (others, seen, host):
            theirs_looked, theirs_kept = (json.loads(stranger.next().data) for _ in range(2))
            assert theirs_looked["events"] == []
            assert theirs_kept["events"][0]["grains"] is None
    (event,) = json.loads(looked)["events"]
    graphql = table.seat(1).events(gameId=table.id, after=2)["entries"]
    assert len(event["grains"]) == len(graphql[0]["events"][0]["grains"]) > 0
    assert json.loads(kept)["events"][0]["grains"] is not None
    assert page(table.spectator, table.id, after=2)["entries"][0]["events"] == []


def test_one_goes_on_after_a_break_without_a_gap_and_nothing_comes_twice(anyone: Client) -> None:
    table = create(anyone, 2, CASK)
    heard: list[int] = []
    last: int | None = None
    for _ in range(4):
        with stream(anyone, table.id, last) as told:
            heard += told.ids(1 if heard else 2)
            table.play("pass")
            heard += told.ids(1)
        table.play("pass")  # while nobody is there
        last = heard[-1]
    with stream(anyone, table.id, last) as told:
        heard += told.ids(1)
    assert heard == list(range(1, table.version + 1))


def test_the_last_event_id_goes_before_after(anyone: Client, table: Table) -> None:
    table.play("pass")
    for last, after, first in (
        (2, 0, 3),
        (0, 2, 1),
        (1, 99, 2),
        ("", 2, 3),
        ("x", 1, 2),
        ("-1", 2, 3),
        ("9" * 30, 2, 3),
    ):
        with stream(anyone, table.id, last, after=after) as told:
            assert told.ids(1) == [first]
    for last in (4, 99):
        response = anyone.http.get(path_of(table.id), headers=headers_of(anyone, STREAM, last))
        assert problem(response, 404, "VERSION_NOT_FOUND")["version"] == 3


@pytest.mark.parametrize("how", ["over", "abandoned"])
def test_a_finished_game_ends_the_stream_and_then_there_is_no_content(server: Server, anyone: Client, how: str) -> None:
    table = create(anyone, 2, CASK, {"turnCap": 2})
    with stream(anyone, table.id) as told:
        ended = table.finish() if how == "over" else table.host.done("abandon", gameId=table.id)["game"]
        end = ended["version"]
        assert [event.id for event in told.rest()] == [str(version) for version in range(1, end + 1)]
    with stream(anyone, table.id, end - 1) as told:
        assert [event.id for event in told.rest()] == [str(end)]
    response = anyone.http.get(path_of(table.id), headers=headers_of(anyone, STREAM, end))
    assert (response.status_code, response.content) == (204, b"")
    with stream(anyone, table.id, after=end) as told:  # with `after` the client is not a browser that reconnects
        assert told.rest() == []
    assert page(anyone, table.id, after=end, wait=25) == {"version": end, "latest": end, "entries": [], "ended": True}
    server.check_free()


def test_a_replaced_token_ends_the_stream_with_a_problem(server: Server, anyone: Client, table: Table) -> None:
    old = table.seat(2)
    with stream(old, table.id) as told, stream(anyone, table.id, after=2) as seen:
        assert told.ids(2) == [1, 2]
        table.host.done("reissueToken", gameId=table.id, seat=2)
        (event,) = told.rest()
        assert (event.name, event.id) == ("problem", None)
        body = json.loads(event.data)
        assert (body["type"], body["code"]) == ("urn:taphouse:problem:TOKEN_REJECTED", "TOKEN_REJECTED")
        assert (body["status"], body["title"], body["rules"]) == (401, "Unauthorized", [])
        assert seen.ids(1) == [3]
    for accept in (STREAM, JSON):
        response = old.http.get(path_of(table.id), headers=headers_of(old, accept))
        problem(response, 401, "TOKEN_REJECTED")
        assert response.headers["www-authenticate"] == "Bearer"
    server.check_free()


def test_a_long_poll_that_waits_while_the_token_is_replaced_is_refused(server: Server, table: Table) -> None:
    old = table.seat(2)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(poll, old, table.id, after=2, wait=25)
        until(lambda: server.followed == {table.id: 1}, "one waits")
        table.host.done("reissueToken", gameId=table.id, seat=2)
        problem(waiting.result(), 401, "TOKEN_REJECTED")
    server.check_free()


def test_a_long_poll_waits_for_the_next_version(server: Server, anyone: Client, table: Table) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(page, anyone, table.id, after=2, wait=25)
        until(lambda: server.followed == {table.id: 1}, "one waits")
        table.play("pass")
        told = waiting.result()
    assert (told["version"], told["latest"], told["ended"]) == (3, 3, False)
    assert [entry["version"] for entry in told["entries"]] == [3]
    nothing = {"version": 3, "latest": 3, "entries": [], "ended": False}
    assert page(anyone, table.id, after=3, wait=1) == nothing
    assert page(anyone, table.id, after=3, wait=25) == nothing  # after the operator's longest
    server.check_free()


def test_a_page_is_as_long_as_one_likes(anyone: Client, table: Table) -> None:
    for _ in range(3):
        table.play("pass")
    for after, first, versions in ((0, 2, [1, 2]), (2, 2, [3, 4]), (4, 500, [5]), (5, 1, [])):
        told = page(anyone, table.id, after=after, first=first)
        assert [entry["version"] for entry in told["entries"]] == versions
        assert (told["version"], told["latest"]) == (versions[-1] if versions else after, 5)
    assert [entry["version"] for entry in page(anyone, table.id)["entries"]] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        *(("after", wrong) for wrong in ("-1", "x", "1.5", "", " 1", "1" * 16, "²")),
        *(("wait", wrong) for wrong in ("-1", "26", "x", "0.5", "")),
        *(("first", wrong) for wrong in ("0", "501", "x", "")),
    ],
)
def test_a_number_that_is_none_is_refused(anyone: Client, table: Table, name: str, wrong: str) -> None:
    body = problem(poll(anyone, table.id, **{name: wrong}), 400, "INPUT_REFUSED")
    assert body["argument"] == name
    assert name in body["detail"]
    assert body["rules"] == []
    if name == "after":
        headers = headers_of(anyone, STREAM)
        problem(anyone.http.get(path_of(table.id), params={name: wrong}, headers=headers), 400, "INPUT_REFUSED")


@pytest.mark.parametrize("accept", [JSON, STREAM])
def test_what_is_not_there_is_not_found(server: Server, anyone: Client, table: Table, accept: str) -> None:
    headers = headers_of(anyone, accept)
    for game in (NOBODY, "x", "A" * 24, "%20", "a" * 25):
        assert problem(anyone.http.get(path_of(game), headers=headers), 404, "GAME_NOT_FOUND")["rules"] == []
    response = anyone.http.get(path_of(table.id), params={"after": 3}, headers=headers)
    assert problem(response, 404, "VERSION_NOT_FOUND")["version"] == 2
    server.check_free()


@pytest.mark.parametrize("accept", [JSON, STREAM])
def test_a_token_that_is_not_of_the_game_is_refused(anyone: Client, table: Table, accept: str) -> None:
    other = create(anyone, 2, CASK)
    for given in ("Bearer forged", "Bearer", "Basic eDp5", "", f"Bearer {other.host.token}"):
        response = anyone.http.get(path_of(table.id), headers={"accept": accept, "authorization": given})
        problem(response, 401, "TOKEN_REJECTED")
        assert response.headers["www-authenticate"] == "Bearer"
        assert "forged" not in response.text


def test_a_token_in_the_url_is_none(table: Table) -> None:
    for name in ("token", "access_token", "authorization"):
        response = poll(table.spectator, table.id, **{name: str(table.seat(1).token)})
        assert problem(response, 400, "INPUT_REFUSED")["argument"] == name
        assert str(table.seat(1).token) not in response.text


@pytest.mark.parametrize("accept", ["text/html", "image/png", f"{JSON};q=0", "application/graphql-response+json"])
def test_something_else_is_not_acceptable(anyone: Client, table: Table, accept: str) -> None:
    response = anyone.http.get(path_of(table.id), headers={"accept": accept})
    body = problem(response, 406, "NOT_ACCEPTABLE")
    assert JSON in body["detail"]
    assert STREAM in body["detail"]


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("*/*", JSON),
        ("application/*", JSON),
        ("", JSON),
        (f"{STREAM};q=0.5, {JSON}", JSON),
        ("text/*", STREAM),
        (f"{STREAM}, {JSON};q=0.9", STREAM),
        ("Text/Event-Stream", STREAM),
    ],
)
def test_what_is_accepted_decides_which_it_is(anyone: Client, accept: str, media: str) -> None:
    table = create(anyone, 2, CASK)
    table.host.done("abandon", gameId=table.id)
    response = anyone.http.get(path_of(table.id), headers={"accept": accept})
    assert response.headers["content-type"].partition(";")[0] == media
    assert response.text.count('"version":3') >= 1


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_it_is_only_read(anyone: Client, table: Table, method: str) -> None:
    response = anyone.http.request(method, path_of(table.id))
    problem(response, 405, "METHOD_NOT_ALLOWED")
    assert response.headers["allow"] == "GET, HEAD, OPTIONS"


def test_who_asks_for_the_headers_only_follows_nothing() -> None:
    with Server(store=MemoryStore()) as server:
        with httpx.Client(base_url=server.url, timeout=5, trust_env=False) as client:
            path = path_of(create(Client(client), 2, CASK).id)
            assert client.head(path, headers={"accept": STREAM}).content == b""
            assert client.get("/healthz").status_code == 200  # on the same connection
        server.check_free()


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


def test_a_quiet_stream_has_comments(anyone: Client, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_sent_events, "HEARTBEAT", 0.05)
    with anyone.http.stream(
        "GET", path_of(table.id), params={"after": 2}, headers=headers_of(anyone, STREAM)
    ) as response:
        texts = response.iter_text()
        assert next(texts).startswith(":\n\n")


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


@pytest.mark.parametrize("how", ["unread", "gone", "gone at once", "stopping"])
async def test_a_stream_that_nobody_takes_frees_everything(app: Starlette, how: str) -> None:
    create_game = (
        'mutation { createGame(game: {caskRace: {}}, seats: [{kind: MINE, name: "Ada"}, {kind: MINE, name: "Ben"}]) '
        "{ ... on GameCreated { game { gameId } } } }"
    )
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        created = (await client.post("/graphql", json={"query": create_game})).json()
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
        assert sum(app.state.services.live.followed.values()) == 1
    if how == "gone":
        gone.set()
    if how == "stopping":
        running.cancel()
        await asyncio.wait([running])
        assert running.cancelled()
    else:
        await asyncio.wait_for(running, BOUND)
    await met(lambda: not app.state.services.live.followed)
