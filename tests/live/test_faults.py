"""Real servers, real sockets, and what breaks: everybody who follows a game has its log in the end, each version once."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from datetime import datetime

import httpx
import msgspec
import pytest
import websockets
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from tests import servers
from tests.api.client import CASK, MINE, Json, in_notation, new_key, seats_of
from tests.api.server import BOUND, Server
from tests.live.build import GAMES, until

ENTRY = "version at seat notation automatic"
EVENTS = f"""subscription ($id: ID!, $after: Int!) {{
  events(gameId: $id, after: $after) {{ ... on LogEntry {{ {ENTRY} }} ... on Problem {{ code }} }}
}}"""
CREATE = """mutation ($game: NewGameInput!, $seats: [SeatInput!]!) {
  createGame(game: $game, seats: $seats) { ... on GameCreated { game { gameId } seats { token } } }
}"""
PLAY = """mutation ($id: ID!, $moves: [MoveInput!]!, $key: String) {
  play(gameId: $id, moves: $moves, idempotencyKey: $key) { __typename }
}"""
LOST = (httpx.TransportError, OSError, websockets.WebSocketException)
"""How a connection is lost."""
TURNS = 30
PAUSE = 0.02
"""Seconds between two tries, where there was no connection."""
TIMEOUT = 1.0


class Away(Exception):
    """The service said that it cannot tell anything now."""


class Game:
    """A game of passes, played through any of some instances, each move until it is made."""

    def __init__(self, http: httpx.AsyncClient, urls: Sequence[str], id_: str, tokens: Sequence[str]) -> None:
        self.http, self.urls, self.id, self.tokens = http, list(urls), id_, tokens
        self.made = 0

    @classmethod
    async def new(cls, http: httpx.AsyncClient, *urls: str) -> Game:
        variables = {"game": {CASK: {"turnCap": TURNS}}, "seats": seats_of([MINE, MINE])}
        answer = await http.post(f"{urls[0]}/graphql", json={"query": CREATE, "variables": variables})
        made = answer.json()["data"]["createGame"]
        return cls(http, urls, made["game"]["gameId"], [seat["token"] for seat in made["seats"]])

    async def play(self, moves: int) -> None:
        for _ in range(moves):
            key, headers = new_key(), {"authorization": f"Bearer {self.tokens[self.made % 2]}"}
            body = {"query": PLAY, "variables": {"id": self.id, "moves": in_notation("pass"), "key": key}}
            async with asyncio.timeout(BOUND):
                for number in range(self.made, 1_000_000):
                    with suppress(*LOST):
                        url = self.urls[number % len(self.urls)]
                        answer = await self.http.post(f"{url}/graphql", json=body, headers=headers)
                        if answer.status_code == 200:
                            break
                    await asyncio.sleep(PAUSE)
            assert answer.json() == {"data": {"play": {"__typename": "GameChanged"}}}
            self.made += 1

    async def finish(self) -> None:
        await self.play(TURNS - self.made)

    async def log(self) -> list[Json]:
        answer = await self.http.get(f"{self.urls[-1]}/v1/games/{self.id}/events?first=500")
        page: Json = answer.json()
        assert page["ended"]
        assert [entry["version"] for entry in page["entries"]] == list(range(1, TURNS + 3))
        return [comparable(entry) for entry in page["entries"]]


def comparable(entry: Json) -> Json:
    """What GraphQL and REST both tell of a version; they write a time in different ways."""
    return {name: entry[name] for name in ENTRY.split()} | {"at": datetime.fromisoformat(entry["at"])}


class Watcher:
    """Follows a game from its beginning to its end; when the connection is lost it goes on after what it has.

    `bases` are asked in turn. Whatever it is told it keeps, also what it had before.
    """

    def __init__(self, http: httpx.AsyncClient, game: Game, bases: Sequence[str]) -> None:
        self.http, self.id, self.bases = http, game.id, bases
        self.log: list[Json] = []
        self.connections = 0
        self.task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        for base in itertools.cycle(self.bases):
            try:
                await self.connected(base)
                return
            except (*LOST, Away):
                await asyncio.sleep(PAUSE)

    async def connected(self, base: str) -> None:
        """Be told what follows, over one connection; return when the stream is complete."""
        raise NotImplementedError

    @property
    def last(self) -> int:
        return self.log[-1]["version"] if self.log else 0

    def take(self, entry: Json) -> None:
        self.log.append(comparable(entry))

    def take_answer(self, answer: Json) -> None:
        if "errors" in answer:
            assert [error["extensions"]["code"] for error in answer["errors"]] == ["UNAVAILABLE"]
            raise Away
        self.take(answer["data"]["events"])

    async def has(self, version: int) -> None:
        await until(lambda: self.last >= version or self.task.done(), f"version {version}")
        assert self.last >= version

    async def all(self) -> list[Json]:
        async with asyncio.timeout(2 * BOUND):
            await self.task
        return self.log

    @property
    def asked(self) -> Json:
        return {"query": EVENTS, "variables": {"id": self.id, "after": self.last}}


class OverWebSocket(Watcher):
    async def connected(self, base: str) -> None:
        url = base.replace("http", "ws", 1) + "/graphql"
        protocol = Subprotocol("graphql-transport-ws")
        async with connect(url, subprotocols=[protocol], compression=None, proxy=None, close_timeout=1) as socket:
            self.connections += 1
            await socket.send('{"type": "connection_init"}')
            assert msgspec.json.decode(await socket.recv()) == {"type": "connection_ack"}
            await socket.send(msgspec.json.encode({"id": "1", "type": "subscribe", "payload": self.asked}).decode())
            async for text in socket:
                message = msgspec.json.decode(text)
                if message["type"] == "complete":
                    return
                assert message["type"] == "next"
                self.take_answer(message["payload"])
            raise ConnectionError("closed before the stream was complete")


class OverGraphQLEvents(Watcher):
    async def connected(self, base: str) -> None:
        headers = {"accept": "text/event-stream"}
        async with self.http.stream("POST", f"{base}/graphql", json=self.asked, headers=headers) as answer:
            self.connections += 1
            if answer.status_code == 503:
                raise Away
            assert answer.status_code == 200
            async for event in events_of(answer):
                if event["event"] == "complete":
                    return
                self.take_answer(msgspec.json.decode(event["data"]))
        raise ConnectionError("closed before the stream was complete")


class OverRestEvents(Watcher):
    """As `EventSource` does: it comes again, whatever happened, until it is answered 204."""

    async def connected(self, base: str) -> None:
        headers = {"accept": "text/event-stream"} | ({"last-event-id": str(self.last)} if self.last else {})
        async with self.http.stream("GET", f"{base}/v1/games/{self.id}/events", headers=headers) as answer:
            if answer.status_code == 204:
                return
            self.connections += 1
            if answer.status_code == 503:
                raise Away
            assert answer.status_code == 200
            async for event in events_of(answer):
                entry = msgspec.json.decode(event["data"])
                assert event["event"] == "message"
                assert event["id"] == str(entry["version"])
                self.take(entry)
        raise ConnectionError("closed, and perhaps the game has not ended")


class ByLongPoll(Watcher):
    async def connected(self, base: str) -> None:
        while True:
            url = f"{base}/v1/games/{self.id}/events?after={self.last}&wait=25&first=7"
            answer = await self.http.get(url)
            if answer.status_code == 503:
                raise Away
            assert answer.status_code == 200
            page = answer.json()
            for entry in page["entries"]:
                self.take(entry)
            if page["ended"] and page["latest"] == self.last:
                return


EVERY_WAY: tuple[type[Watcher], ...] = (OverWebSocket, OverGraphQLEvents, OverRestEvents, ByLongPoll)


async def events_of(answer: httpx.Response) -> AsyncIterator[dict[str, str]]:
    """The server-sent events that came whole."""
    event: dict[str, str] = {}
    rest = ""
    async for text in answer.aiter_text():
        *lines, rest = (rest + text).split("\n")
        for line in lines:
            if line.startswith(":"):
                continue
            if line:
                name, _, value = line.partition(": ")
                event[name] = value
            elif event:
                yield {"event": "message", "data": "", **event}
                event = {}


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
