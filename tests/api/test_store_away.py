"""While the store is away the service says so at once; when it is back, the games are as they were."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from taphouse.service.store.embedded import Embedded
from tests import servers
from tests.api.client import DANK, MINE, Client, create, in_notation, new_key, seats_of
from tests.api.conftest import http
from tests.api.server import Server, until

TIMEOUT = 1.0


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[servers.RedisServer]:
    """A server that every test of this module leaves running."""
    with servers.redis_server(tmp_path_factory.mktemp("redis") / "data") as server:
        yield server


@pytest.fixture(scope="module")
def service(redis: servers.RedisServer) -> Iterator[Server]:
    with Server(url=redis.url, store_timeout=TIMEOUT) as server:
        yield server


@pytest.fixture(scope="module")
def anyone(service: Server) -> Iterator[Client]:
    with http(service) as client:
        yield Client(client)


def check_away(response: httpx.Response) -> None:
    """A clear error of the class of 503."""
    assert response.status_code == 503
    (error, *_) = response.json()["errors"]
    assert error["extensions"]["code"] == "UNAVAILABLE"
    assert "Retry" in error["message"]
    assert int(response.headers["retry-after"]) >= 1


def ready(client: Client) -> bool:
    return client.http.get("/readyz").status_code == 200


def check_all_away(anyone: Client, player: Client, id_: str, key: str) -> None:
    requests = [
        lambda: anyone.post(f'{{ game(id: "{id_}") {{ __typename }} }}'),
        lambda: anyone.post(f'{{ events(gameId: "{id_}", after: 3, wait: 25) {{ __typename }} }}'),
        lambda: anyone.send("createGame", game={DANK: {}}, seats=seats_of([MINE, MINE])),
        lambda: anyone.send("joinGame", gameId=id_),
        lambda: player.send("play", gameId=id_, moves=in_notation("end-turn"), idempotencyKey=key),
        lambda: player.send("resign", gameId=id_),
    ]
    with ThreadPoolExecutor(len(requests)) as pool:
        for response in pool.map(lambda request: request(), requests):
            check_away(response)
        assert not ready(anyone)
    assert anyone.http.get("/healthz").status_code == 200
    assert anyone.post("{ catalogue { games { kind } } }").status_code == 200


def test_when_redis_is_killed_all_is_answered_as_away_and_when_it_is_back_the_game_goes_on(
    anyone: Client, redis: servers.RedisServer
) -> None:
    table = create(anyone)
    table.play("draft row-1")
    before = {name: viewer.look(table.id) for name, viewer in table.everybody.items()}
    player = table.decider
    until(lambda: ready(anyone), "readiness")

    redis.kill()
    check_all_away(anyone, player, table.id, new_key())

    redis.start()
    until(lambda: ready(anyone), "readiness")
    assert {name: viewer.look(table.id) for name, viewer in table.everybody.items()} == before
    table.play("end-turn")


def test_when_redis_gives_no_answer_the_wait_is_bounded(anyone: Client, redis: servers.RedisServer) -> None:
    table = create(anyone)
    table.play("draft row-1")
    player, key = table.decider, new_key()
    with redis.paused():
        check_all_away(anyone, player, table.id, key)  # Redis may make the move when it goes on
        check_away(player.send("play", gameId=table.id, moves=in_notation("end-turn"), idempotencyKey=key))
    until(lambda: ready(anyone), "readiness")
    first = player.send("play", gameId=table.id, moves=in_notation("end-turn"), idempotencyKey=key)
    assert first.json()["data"]["play"]["__typename"] == "GameChanged"
    assert (
        player.send("play", gameId=table.id, moves=in_notation("end-turn"), idempotencyKey=key).content == first.content
    )


def test_who_waits_for_an_event_while_redis_is_killed_gets_it_when_redis_is_back(
    anyone: Client, service: Server, redis: servers.RedisServer
) -> None:
    def follows() -> bool:
        channel = service.app.state.services.streams._channels.get(table.id)
        return channel is not None and channel._now is not None

    table = create(anyone)
    query = f'{{ events(gameId: "{table.id}", after: 2, wait: 25) {{ ... on EventPage {{ version }} }} }}'
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(anyone.post, query)
        until(follows, "a follower that has read the game")
        redis.kill()
        check_away(anyone.post(query))
        redis.start()
        until(lambda: ready(anyone), "readiness")
        table.play("draft row-1")
        assert waiting.result().json() == {"data": {"events": {"version": 3}}}


def test_when_the_embedded_server_is_killed_it_comes_back_by_itself_with_every_game(tmp_path: Path) -> None:
    with (
        Embedded(tmp_path / "data") as valkey,
        Server(url=valkey.url, store_timeout=TIMEOUT) as server,
        http(server) as c,
    ):
        table = create(Client(c))
        table.play("draft row-1")
        before = {name: viewer.look(table.id) for name, viewer in table.everybody.items()}
        pid = valkey.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        until(lambda: valkey.pid not in (None, pid) and ready(Client(c)), "another server")
        assert {name: viewer.look(table.id) for name, viewer in table.everybody.items()} == before
        table.play("end-turn")
