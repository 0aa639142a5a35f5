"""A master that sentinels watch: it dies or freezes, and its replica takes its place."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import redis

from taphouse.service.runtime.redis_urls import RedisURL, parsed
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.redis import RedisStore
from tests.api.server import Server
from tests.certificates import Certificate
from tests.effort import BOUND, EFFORT, many
from tests.faults.groups import NAME, QUICK, Sentinel, follow_at, pair, soon, watched
from tests.faults.history import History, faults, follow, play
from tests.live.build import GAMES
from tests.live.watchers import EVERY_WAY, TURNS, ByLongPoll, Game
from tests.servers import free_port, redis_server
from tests.store.build import Made, a_commit, a_game, a_record, until


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://h:1/2", RedisURL("redis://h:1/2")),
        (
            "redis+sentinel://a,b:5/brewery",
            RedisURL("redis://sentinels", (("a", 26379), ("b", 5)), "brewery"),
        ),
        (
            "rediss+sentinel://me:secret@[::1]:7/b-1/3?ssl_ca_certs=/c&sentinel_password=s",
            RedisURL("rediss://me:secret@sentinels/3?ssl_ca_certs=/c&sentinel_password=s", (("::1", 7),), "b-1"),
        ),
    ],
)
def test_a_url_names_a_server_or_sentinels(url: str, expected: RedisURL) -> None:
    assert parsed(url) == expected


@pytest.mark.parametrize("url", ["redis+sentinel://a", "redis+sentinel://a:99999/n", "redis+sentinel:///n"])
def test_a_url_without_sentinels_or_a_name_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="The URL"):
        parsed(url)


@asynccontextmanager
async def played(url: str, games: int) -> AsyncIterator[tuple[Sequence[History], RedisStore]]:
    """Games that are changed and followed meanwhile, and are checked in the end."""
    store, other, stop = RedisStore.connect(url), RedisStore.connect(url), asyncio.Event()
    histories = [History(a_game()) for _ in range(games)]
    work = [play(one, history, stop) for history in histories for one in (store, other)]
    tasks = [asyncio.create_task(one) for one in [*work, *(follow(other, history, stop) for history in histories)]]
    try:
        yield histories, store
        stop.set()
        await asyncio.gather(*tasks)
        found = [fault for history in histories for fault in await faults(store, history)]
        assert found == []
    finally:
        stop.set()
        await asyncio.wait(tasks)
        await store.close()
        await other.close()


async def more(histories: Sequence[History], count: int = 10) -> None:
    """Wait until so many more changes of each game are acknowledged."""
    goals = [len(history.acknowledged) + count for history in histories]
    for history, goal in zip(histories, goals, strict=True):
        await until(lambda history=history, goal=goal: _holds(len(history.acknowledged) >= goal), BOUND)


async def test_games_go_on_at_the_replica_when_the_master_dies_and_nothing_is_lost(tmp_path: Path) -> None:
    with watched(tmp_path) as (one, two, url):
        async with played(url, many(2)) as (histories, store):
            await more(histories)
            one.kill()
            await more(histories)
            if EFFORT == 1:  # the sentinel takes ten seconds to find the old master again
                return
            one.start()  # it becomes a replica of the new master
            with two.client() as client:
                await asyncio.to_thread(soon, lambda: client.info("replication").get("connected_slaves") == 1)
            await more(histories)
            assert (await store.health()).ready


@pytest.mark.skipif(EFFORT == 1, reason="only in make soak")
async def test_a_master_that_froze_and_comes_back_serves_nothing_old(tmp_path: Path) -> None:
    with watched(tmp_path) as (one, two, url):
        async with played(url, 2) as (histories, _):
            await more(histories)
            with one.paused(), two.client() as client:
                await asyncio.to_thread(soon, lambda: client.info("replication")["role"] == "master")
                await more(histories)
            await more(histories)


async def test_streams_outlast_a_failover_and_tell_each_version_once(tmp_path: Path) -> None:
    with (
        watched(tmp_path) as (one, _, url),
        Server(url=url, games=GAMES, store_timeout=1.0) as here,
        Server(url=url, games=GAMES, store_timeout=1.0) as there,
    ):
        async with httpx.AsyncClient(timeout=BOUND, trust_env=False) as http:
            game = await Game.new(http, here.url, there.url)
            watchers = [way(http, game, (base,)) for base in (here.url, there.url) for way in EVERY_WAY]
            await game.play(TURNS // 2)
            for watcher in watchers:
                await watcher.has(1)  # it is connected
            one.kill()
            await game.finish()  # no move is refused because its first try succeeded
            told = [await watcher.all() for watcher in watchers]
            log = await game.log()
            assert all(its == log for its in told)
            streams = [watcher for watcher in watchers if not isinstance(watcher, ByLongPoll)]
            assert {watcher.connections for watcher in streams} == {1}


async def test_sentinels_and_servers_have_their_own_logins(tmp_path: Path) -> None:
    with pair(tmp_path) as (one, two):
        for server in (one, two):
            with server.client() as client:
                client.execute_command("ACL SETUSER brewer on >hops ~* &* +@all")
        guarded = Sentinel(tmp_path / "sentinel", one, 1)
        guarded.start()
        try:
            with guarded.client() as client:
                client.execute_command("ACL SETUSER default resetpass on >malt")
            store = RedisStore.connect(
                f"redis+sentinel://brewer:hops@127.0.0.1:1,127.0.0.1:{guarded.port}/{NAME}/3?sentinel_password=malt"
            )
            game = a_game()
            assert await store.commit(a_commit(game)) == Made()
            assert (await store.load(game)).record == a_record(1)
            async with store.listening(game) as woken:
                await store.commit(a_commit(game, 1))
                await asyncio.wait_for(woken(), BOUND)
            assert await _ids(store) == {game}
            await store.close()
            with redis.Redis(port=one.port, protocol=2, db=3) as client:
                assert client.exists(f"th:{{{game}}}")
        finally:
            guarded.stop()


async def test_sentinels_and_servers_speak_tls_and_only_with_whom_they_can_verify(tmp_path: Path) -> None:
    certificate = Certificate(tmp_path)
    ports = [free_port() for _ in range(3)]
    tls = ["--tls-replication", "yes", *certificate.settings]
    with (
        redis_server(tmp_path / "one", *QUICK, "--tls-port", str(ports[0]), *tls) as one,
        redis_server(tmp_path / "two", *QUICK, "--tls-port", str(ports[1]), *tls) as two,
    ):
        follow_at(two, one, ports[0])
        lines = [" ".join(pair)[2:] for pair in zip(tls[::2], tls[1::2], strict=True)]
        sentinel = Sentinel(tmp_path / "sentinel", one, 1, ports[0], [f"tls-port {ports[2]}", *lines])
        sentinel.start()
        try:
            with sentinel.client() as client:
                soon(lambda: client.sentinel_master(NAME)["num-slaves"] == 1)
            url = f"rediss+sentinel://127.0.0.1:{ports[2]}/{NAME}"
            async with played(f"{url}?ssl_ca_certs={certificate.cert}", 1) as (histories, store):
                await more(histories, 3)
                assert await _ids(store) == {history.game for history in histories}
                one.kill()
                await more(histories, 3)
            for unknown in (url, f"redis+sentinel://127.0.0.1:{ports[2]}/{NAME}"):
                stranger = RedisStore.connect(unknown)
                with pytest.raises(StoreUnavailable):
                    await stranger.load(a_game())
                await stranger.close()
        finally:
            sentinel.stop()


async def _holds(value: bool) -> bool:
    return value


async def _ids(store: RedisStore) -> set[str]:
    return {game async for game in store.games()}
