"""Real servers, real sockets, and what breaks: everybody who follows a game has its log in the end, each version once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager

import httpx
import pytest

from tests import servers
from tests.api.server import Server
from tests.effort import BOUND
from tests.live.build import GAMES, until
from tests.live.watchers import EVERY_WAY, PAUSE, TURNS, ByLongPoll, Game, Watcher

TIMEOUT = 1.0


class Unsteady:
    """A proxy before an instance that holds bytes back, and breaks a connection in the middle of what it passes on."""

    def __init__(self, url: str, seed: int) -> None:
        self.upstream = httpx.URL(url)
        self.url = ""
        self.cuts = 0
        self.steady = False
        self._random = random.Random(seed)
        self._open: set[asyncio.StreamWriter] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection(self.upstream.host, self.upstream.port)
        both = {writer, to_server}
        self._open |= both
        left = self._random.randrange(500, 3000)

        async def passed(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
            nonlocal left
            while data := await source.read(65536):
                await asyncio.sleep(self._random.uniform(0, 0.01))
                if not self.steady and len(data) > left:
                    sink.write(data[:left])
                    self.cuts += 1
                    return
                left -= len(data)
                sink.write(data)

        tasks = [asyncio.create_task(passed(reader, to_server)), asyncio.create_task(passed(from_server, writer))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._open -= both
            for one in both:
                one.close()

    def close(self) -> None:
        for writer in self._open:
            writer.close()


@asynccontextmanager
async def unsteady(url: str, seed: int) -> AsyncIterator[Unsteady]:
    proxy = Unsteady(url, seed)
    async with await asyncio.start_server(proxy.serve, "127.0.0.1", 0) as server:
        proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield proxy
        finally:
            proxy.close()


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[servers.RedisServer]:
    """A server that every test of this module leaves running."""
    with servers.redis_server(tmp_path_factory.mktemp("redis") / "data") as server:
        yield server


@pytest.fixture(scope="module")
def both(redis: servers.RedisServer) -> Iterator[tuple[str, str]]:
    """Two instances of the service on it."""
    with (
        Server(url=redis.url, games=GAMES, store_timeout=TIMEOUT) as one,
        Server(url=redis.url, games=GAMES, store_timeout=TIMEOUT) as two,
    ):
        yield one.url, two.url


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    limits = httpx.Limits(max_connections=100, max_keepalive_connections=0)
    async with httpx.AsyncClient(timeout=BOUND + 10, limits=limits, trust_env=False) as client:
        yield client


def watchers_of(http: httpx.AsyncClient, game: Game, *bases: Sequence[str]) -> list[Watcher]:
    """One of each kind for each list of instances."""
    return [way(http, game, base) for base in bases for way in EVERY_WAY]


async def check(game: Game, watchers: Sequence[Watcher]) -> None:
    """Each was told exactly the log."""
    told = [await watcher.all() for watcher in watchers]
    log = await game.log()
    for watcher, its in zip(watchers, told, strict=True):
        assert its == log, type(watcher).__name__


async def nobody_listens(redis: servers.RedisServer) -> None:
    with redis.client() as client:
        await until(lambda: not client.pubsub_channels(), "no subscription")


async def test_a_game_played_through_either_instance_is_told_by_both(
    both: tuple[str, str], http: httpx.AsyncClient, redis: servers.RedisServer
) -> None:
    game = await Game.new(http, *both)
    watchers = watchers_of(http, game, both[:1], both[1:])
    await game.play(TURNS // 2)
    watchers += watchers_of(http, game, both)
    await game.finish()
    await check(game, watchers)
    assert {watcher.connections for watcher in watchers if not isinstance(watcher, ByLongPoll)} == {1}
    await nobody_listens(redis)


async def test_streams_outlast_a_redis_that_is_killed_and_started_again(
    both: tuple[str, str], http: httpx.AsyncClient, redis: servers.RedisServer
) -> None:
    game = await Game.new(http, *both)
    watchers = watchers_of(http, game, both[:1], both[1:])
    for _ in range(2):
        await game.play(TURNS // 4)
        for watcher in watchers:
            await watcher.has(3)
        redis.kill()
        playing = asyncio.create_task(game.play(TURNS // 4))
        await asyncio.sleep(PAUSE)
        redis.start()
        await playing
    await game.finish()
    await check(game, watchers)
    streams = [watcher for watcher in watchers if not isinstance(watcher, ByLongPoll)]
    assert {watcher.connections for watcher in streams} == {1}


async def test_who_comes_while_redis_is_away_gets_everything_when_it_is_back(
    both: tuple[str, str], http: httpx.AsyncClient, redis: servers.RedisServer
) -> None:
    game = await Game.new(http, *both)
    await game.play(3)
    redis.kill()
    watchers = watchers_of(http, game, both)
    await asyncio.sleep(PAUSE)
    redis.start()  # in this thread: the server would end with another
    await game.finish()
    await check(game, watchers)


async def test_streams_outlast_the_connection_on_which_wake_ups_come(
    both: tuple[str, str], http: httpx.AsyncClient, redis: servers.RedisServer
) -> None:
    game = await Game.new(http, *both)
    watchers = watchers_of(http, game, both[:1], both[1:])
    for watcher in watchers:
        await watcher.has(2)
    killed = 0
    with redis.client() as client:
        while game.made < TURNS - 1:
            killed += client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
            await game.play(1)
    await game.finish()
    await check(game, watchers)
    assert killed
    streams = [watcher for watcher in watchers if not isinstance(watcher, ByLongPoll)]
    assert {watcher.connections for watcher in streams} == {1}


async def test_who_followed_on_an_instance_that_stops_goes_on_at_the_other(
    both: tuple[str, str], http: httpx.AsyncClient, redis: servers.RedisServer
) -> None:
    with ExitStack() as stack:
        third = stack.enter_context(Server(url=redis.url, games=GAMES, store_timeout=TIMEOUT))
        game = await Game.new(http, both[0], third.url)
        watchers = watchers_of(http, game, (third.url, both[0]))
        await game.play(TURNS // 2)
        for watcher in watchers:
            await watcher.has(TURNS // 2)
        stopping = asyncio.create_task(asyncio.to_thread(stack.close))
        await game.play(TURNS // 4)
        await stopping
    await game.finish()
    game.urls.pop()
    await check(game, watchers)
    assert all(watcher.connections >= 2 for watcher in watchers if not isinstance(watcher, ByLongPoll))
    await nobody_listens(redis)


@pytest.mark.parametrize("seed", [1, 2])
async def test_who_loses_the_connection_again_and_again_misses_nothing(
    both: tuple[str, str], http: httpx.AsyncClient, redis: servers.RedisServer, seed: int
) -> None:
    async with unsteady(both[0], seed) as one, unsteady(both[1], seed + 100) as two:
        game = await Game.new(http, *both)
        watchers = watchers_of(http, game, (one.url, two.url), (two.url, one.url))
        await game.finish()
        for watcher in watchers:
            await watcher.has(TURNS - 2)
        one.steady = two.steady = True  # from here on everybody comes to the end
        await check(game, watchers)
        assert one.cuts + two.cuts >= len(watchers)
    await nobody_listens(redis)
