"""Metrics: what happened is counted once, nothing that a client sent is a label, and where they are off there is nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial

import pytest
from prometheus_client import CollectorRegistry
from websockets.asyncio.client import connect

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.values.games import Status
from taphouse.service.http.connections.metrics_port import MetricsListener
from taphouse.service.observing import game_counts, store_gauges
from taphouse.service.observing.game_counts import is_game_count
from taphouse.service.observing.metrics import MOST_CODES, OTHER, Metrics
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Hold, Loaded
from tests.api.server import Server, until
from tests.log_lines import log_lines
from tests.observing.build import CANARY, DRAFT, LOOK, SAY, Client, Samples, application, soon
from tests.servers import free_port


class Away(MemoryStore):
    """A store that can be away, or have a bug, and that fails to hold a few times."""

    away = broken = False
    unheld = 0

    async def hold(self, holds: Sequence[Hold]) -> tuple[float, ...]:
        if self.unheld and holds and is_game_count(holds[0].name):
            self.unheld -= 1
            raise StoreUnavailable("It is away.")
        return await super().hold(holds)

    async def load(self, *given: object, **named: object) -> Loaded:
        if self.broken:
            raise LookupError
        if self.away:
            raise StoreUnavailable("It is away.")
        return await super().load(*given, **named)  # type: ignore[arg-type]


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    async with application(metrics_port=0) as client:
        yield client


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples.get((f"taphouse_{name}", tuple(sorted(labels.items()))), 0)


async def test_what_happened_is_counted_once(client):
    await client.begin()
    await client.draft()
    assert (await client.draft())["code"] == "MOVE_REFUSED"
    await client.ask(SAY, game=client.game)
    path = f"/v1/games/{client.game}"
    assert (await client.http.get(path)).status_code == 200
    assert (await client.http.post(f"{path}/resign", headers={"idempotency-key": "short"})).status_code == 400
    assert (await client.http.get("/v1/games/nowhere")).status_code == 404
    found = await client.samples()
    assert value(found, "moves_total", kind="dank-and-draft", by="player") == 1
    assert value(found, "lines_total", room="players") == 1
    assert value(found, "games_total", kind="dank-and-draft", status="RUNNING") == 1
    codes = {labels: count for (name, labels), count in found.items() if name == "taphouse_refusals_total"}
    assert codes == {
        (("code", "MOVE_REFUSED"),): 1,
        (("code", "INPUT_REFUSED"),): 1,
        (("code", "GAME_NOT_FOUND"),): 1,
    }
    assert value(found, "requests_total", interface="graphql", status="200") == 4
    assert value(found, "requests_total", interface="rest", status="404") == 1
    count = "operation_duration_seconds_count"
    assert value(found, count, interface="graphql", operation="createGame") == 1
    assert value(found, count, interface="graphql", operation="dankAndDraftDraft") == 2
    assert value(found, count, interface="rest", operation="game") == 2
    assert value(found, "store_call_duration_seconds_count", method="commit") == 2
    assert value(found, "store_call_duration_seconds_bucket", method="commit", le="+Inf") == 2


async def test_no_label_holds_what_a_client_sent(client):
    await client.begin()
    await client.draft()
    await client.ask(LOOK, game=CANARY)
    await client.http.get(f"/{CANARY}")
    await client.http.get(f"/v1/games/{CANARY}", headers={"authorization": f"Bearer {CANARY}"})
    await client.http.post("/graphql", json={"query": f"query {CANARY} {{ {CANARY} }}"})
    text = await client.text()
    assert CANARY not in text
    assert client.game not in text
    assert client.token not in text


async def test_a_move_of_a_bot_is_told_from_a_players(client):
    seats = "[{kind: BOT, bot: GREEDY}, {kind: MINE}]"
    made = f"createGame(game: {{dankAndDraft: {{firstSeat: SEAT_1}}}}, seats: {seats}) {{ __typename }}"
    assert await client.ask(f"mutation {{ {made} }}") == {"__typename": "GameCreated"}

    async def moved() -> float:
        return value(await client.samples(), "moves_total", kind="dank-and-draft", by="bot")

    await soon(moved)
    assert not value(await client.samples(), "moves_total", kind="dank-and-draft", by="player")


async def test_failures_of_the_store_are_counted_by_call_and_kind():
    store = Away()
    async with application(store, metrics_port=0) as client:
        await client.begin()
        store.away = True
        assert (await client.http.get(f"/v1/games/{client.game}")).status_code == 503
        found = await client.samples()
    assert value(found, "store_failures_total", method="load", failure="StoreUnavailable") == 1
    assert value(found, "refusals_total", code="UNAVAILABLE") == 1


async def test_a_bug_is_counted_though_graphql_answers_with_200():
    store = Away()
    async with application(store, metrics_port=0) as client:
        await client.begin()
        before = value(await client.samples(), "bugs_total")
        store.broken = True
        answer = await client.http.post("/graphql", json={"query": LOOK, "variables": {"game": client.game}})
        assert (answer.status_code, value(await client.samples(), "bugs_total")) == (200, before + 1)
        assert (await client.http.get(f"/v1/games/{client.game}")).status_code == 500
        assert value(await client.samples(), "bugs_total") == before + 2


async def test_a_pause_of_the_event_loop_is_seen(client):
    await asyncio.sleep(0)
    time.sleep(0.6)  # noqa: ASYNC251 -- this is the pause

    async def seen() -> bool:
        found = await client.samples()
        late = found["taphouse_event_loop_pause_seconds_count", ()]
        return late > found["taphouse_event_loop_pause_seconds_bucket", (("le", "0.5"),)]

    await soon(seen)


async def test_the_lists_of_games_are_counted(monkeypatch):
    monkeypatch.setattr(store_gauges, "EVERY", 0.01)
    async with application(metrics_port=0) as client:
        given = "game: {dankAndDraft: {}}, seats: [{kind: MINE}, {kind: OPEN}], visibility: OPEN"
        assert await client.ask(f"mutation {{ createGame({given}) {{ __typename }} }}") == {"__typename": "GameCreated"}

        async def listed() -> float:
            return value(await client.samples(), "listed_games", kind="dank-and-draft", list="waiting")

        await soon(listed)
        found = await client.samples()
    lists = {labels: length for (name, labels), length in found.items() if name == "taphouse_listed_games"}
    assert sum(lists.values()) == 1
    assert len(lists) == 3


async def test_games_are_counted_by_status_by_every_instance(monkeypatch):
    monkeypatch.setattr(store_gauges, "EVERY", 0.01)
    store = MemoryStore()
    async with application(store, metrics_port=0) as one, application(store, metrics_port=0) as two:

        def seen_by(client: Client, **expected: int) -> Callable[[], Awaitable[bool]]:
            async def seen() -> bool:
                samples = await client.samples()
                kind = "dank-and-draft"
                counts = {one.value: value(samples, "stored_games", kind=kind, status=one.value) for one in Status}
                return counts == {"WAITING": 0, "RUNNING": 0, "OVER": 0, "ABANDONED": 0, **expected}

            return seen

        given = "game: {dankAndDraft: {}}, seats: [{kind: MINE}, {kind: OPEN}], powers: FULL"
        made = await one.ask(
            f"mutation {{ createGame({given}) {{ ... on GameCreated {{ game {{ gameId }} hostToken }} }} }}"
        )
        await one.begin()
        await soon(seen_by(two, WAITING=1, RUNNING=1))
        joined = "mutation ($game: ID!) { joinGame(gameId: $game) { __typename } }"
        two.token = ""
        assert await two.ask(joined, game=made["game"]["gameId"]) == {"__typename": "GameJoined"}
        await soon(seen_by(one, RUNNING=2))
        two.token = made["hostToken"]
        abandoned = "mutation ($game: ID!) { abandon(gameId: $game) { __typename } }"
        assert await two.ask(abandoned, game=made["game"]["gameId"]) == {"__typename": "GameChanged"}
        await soon(seen_by(one, RUNNING=1, ABANDONED=1))


async def test_what_the_store_could_not_note_is_noted_later(monkeypatch):
    monkeypatch.setattr(store_gauges, "EVERY", 0.01)
    monkeypatch.setattr(game_counts, "RETRY", 0.01)
    store = Away()
    store.unheld = 2
    async with application(store, metrics_port=0) as client:

        async def running() -> float:
            return value(await client.samples(), "stored_games", kind="dank-and-draft", status="RUNNING")

        await client.begin()
        await soon(running)
    assert not store.unheld


async def test_a_game_that_has_expired_is_counted_no_more(monkeypatch):
    monkeypatch.setattr(store_gauges, "EVERY", 0.01)
    later = 0.0
    async with application(MemoryStore(lambda: time.time() + later), metrics_port=0) as client:

        async def running() -> float:
            return value(await client.samples(), "stored_games", kind="dank-and-draft", status="RUNNING")

        await client.begin()
        await client.draft()  # its move puts off when it expires
        assert await client.ask(
            "mutation { createGame(game: {dankAndDraft: {}}, seats: [{kind: MINE}, {kind: MINE}]) { __typename } }"
        ) == {"__typename": "GameCreated"}
        await soon(lambda: is_(running, 2))
        later = 25 * 3600.0
        await soon(lambda: is_(running, 1))


async def is_(count: Callable[[], Awaitable[float]], expected: float) -> bool:
    return await count() == expected


async def test_streams_are_counted_while_they_are_open():
    with Server(store=MemoryStore(), metrics_port=0) as server:
        services = server.app.state.services
        streams = services.metrics.streams
        async with connect(
            server.url.replace("http", "ws") + "/graphql", subprotocols=["graphql-transport-ws"], proxy=None
        ) as socket:
            await socket.send('{"type": "connection_init"}')
            await socket.recv()
            created = (
                "mutation { createGame(game: {caskRace: {}}, seats: [{kind: MINE}, {kind: MINE}]) "
                "{ ... on GameCreated { game { gameId } } } }"
            )
            asked = '{"type": "subscribe", "id": "%s", "payload": {"query": "%s"}}'
            await socket.send(asked % ("1", created))
            game = (await socket.recv()).split('"gameId":"')[1][:24]
            await socket.recv()
            follow = f'subscription {{ events(gameId: \\"{game}\\") {{ __typename }} }}'
            await socket.send(asked % ("2", follow))
            await socket.recv()
            assert streams["websocket"] == 1
        until(lambda: not streams["websocket"], "the end of the stream")


async def test_each_worker_takes_a_port_and_a_new_one_that_of_the_old():
    port = free_port()
    one, two, three = [MetricsListener(CollectorRegistry(), "127.0.0.1", (), port, 2) for _ in range(3)]
    running = []

    async def start(listener: MetricsListener) -> None:
        running.append(asyncio.create_task(listener.run()))

    async def listens(listener: MetricsListener) -> bool:
        return listener.port is not None

    for listener in (one, two):
        await start(listener)
        await soon(partial(listens, listener))
    await start(three)
    await asyncio.sleep(0)
    assert {one.port, two.port} == {port, port + 1}
    assert three.port is None
    running[0].cancel()
    await soon(partial(listens, three))
    assert three.port == one.port
    for task in running:
        task.cancel()
    await asyncio.wait(running)


async def test_an_address_that_is_not_this_machines_stops_nothing():
    with log_lines() as lines:
        running = asyncio.create_task(MetricsListener(CollectorRegistry(), "192.0.2.1", (), 9464, 1).run())
        await asyncio.sleep(0)
        assert not running.done()
        running.cancel()
    assert "cannot listen on 192.0.2.1, port 9464" in lines.getvalue()


def test_codes_are_bounded():
    metrics = Metrics()
    for number in range(MOST_CODES + 10):
        metrics.refused(f"CODE_{number}")
    assert len(metrics.refusals) == MOST_CODES + 1
    assert metrics.refusals[OTHER] == 10


async def test_where_they_are_off_nothing_is_observed():
    store = MemoryStore()
    async with application(store) as client:
        services = client.app.state.services
        await client.begin()
        assert (await client.ask(DRAFT, game=client.game)) == {"__typename": "GameChanged"}
        assert services.metrics is services.observers.listener is None
        assert services.store is store
        assert services.observers.commits(lambda: 0) is None
