"""Measures what streams of many games leave behind in a process, and what each takes while it is open.

Clients open a stream or a long poll of one game after another, get something, and go. Then they keep a stream of a game of its
own each.
"""

from __future__ import annotations

import asyncio
import random
import string
from collections.abc import Awaitable, Callable, Iterator
from itertools import cycle, islice

import msgspec
import redis
import uvloop
from msgspec import Struct

from bench.following.crowd import AT_ONCE, frame, many_files, upgrade
from bench.following.live import NEW, resident
from bench.harness import documents
from bench.harness.client import ClientConnection, request
from bench.harness.pauses import Pauses
from bench.harness.planned import KIND, create, plans
from bench.harness.serving import Stage, cpu
from taphouse.service.store.layout import game_key, log_key

OPENINGS = 100_000
EARLY = 5_000
"""The openings after which caches are full."""
GAMES = 5_000
"""The games that are opened in turn."""
PLAYED = 50
"""The games that were played; the others are copies of them."""
MOVES = 40
KEPT = 1_000
"""The streams that are kept open."""
LAST = NEW + MOVES
"""The version of every game."""
WAITS = 0.02
"""Seconds after which a long poll is given up."""
UPGRADE, _STREAM = upgrade("/graphql"), "text/event-stream"


class Followed(Struct, frozen=True, array_like=True):
    """A game that is followed after a version, by a seat if it has a token."""

    game: str
    after: int = LAST - 1
    token: str = ""

    @property
    def subscription(self) -> documents.Body:
        """The subscription to its versions."""
        return {"query": documents.versions(KIND), "variables": {"game": self.game, "after": self.after}}


Way = Callable[[asyncio.StreamReader, asyncio.StreamWriter, Followed], Awaitable[object]]


def measure() -> dict[str, float]:
    """Measure the memory that openings leave behind, and the CPU that they take.

    Returns:
        `openings.memory_vs_early`, the resident memory after all relative to that after `EARLY`; `openings.longest_pause_ms`, the
        most CPU that the event loop used between two samples; `openings.cpu_ms_per_follower` and `openings.kib_per_follower`,
        what a stream of a game of its own takes.
    """
    with many_files(), Stage() as stage:
        return uvloop.run(_measure(stage))


async def _measure(stage: Stage) -> dict[str, float]:
    service = stage.service("bench.unguarded")
    games = await games_to_open(service.port, stage.redis(), GAMES)
    crowd = _Crowd(service.port, islice(cycle(games), OPENINGS))
    await crowd.come(EARLY)
    early = resident(service.pid)
    await _asked(service.port, request("/pauses", {}))
    await crowd.come(OPENINGS - EARLY)
    seen = msgspec.json.decode(await _asked(service.port, request("/pauses")), type=Pauses)
    late, used = resident(service.pid), cpu(service.pid)
    kept = [await opened(service.port, event_stream, game) for game in games[:KEPT]]
    used, own = cpu(service.pid) - used, resident(service.pid) - late
    for writer in kept:
        writer.close()
    return {
        "openings.memory_vs_early": late / early,
        "openings.mib": late / 2**20,
        "openings.longest_pause_ms": seen.longest_busy * 1e3,
        "openings.cpu_ms_per_follower": used / len(kept) * 1e3,
        "openings.kib_per_follower": own / len(kept) / 1024,
    }


async def _asked(port: int, request: bytes) -> bytes:
    """The answer to a request over a connection of its own: one that waits would be closed."""
    line = await ClientConnection.to(port)
    try:
        return await line.ask(request)
    finally:
        line.close()


async def games_to_open(port: int, store: redis.Redis, count: int) -> list[Followed]:
    """So many games: some that were played, and copies of them."""
    line, games = await ClientConnection.to(port), list[str]()
    for plan in islice(plans(KIND, MOVES), PLAYED):
        game = await create(line, plan)
        for seat, move in plan.moves:
            await line.ask(request("/graphql", documents.typed(KIND, game.id, move), game.tokens[seat - 1]))
        games.append(game.id)
    line.close()
    rng, piped = random.Random(1), store.pipeline(transaction=False)
    for number in range(PLAYED, count):
        copied = "".join(rng.choices(string.ascii_lowercase, k=24))
        for key in (game_key, log_key):
            piped.copy(key(games[number % PLAYED]), key(copied))
        games.append(copied)
    piped.execute()
    return [Followed(game) for game in games]


class _Crowd:
    """Clients that come and go, some at a time."""

    def __init__(self, port: int, games: Iterator[Followed]) -> None:
        self.came = 0
        self._port, self._games, self._ways = port, games, cycle(WAYS)

    async def come(self, count: int) -> None:
        """Let so many come, each by the next way to the next game."""
        self._left = count
        await asyncio.gather(*[self._some() for _ in range(AT_ONCE)])

    async def _some(self) -> None:
        while self._left:
            self._left -= 1
            self.came += 1
            (await opened(self._port, next(self._ways), next(self._games))).close()


async def opened(port: int, way: Way, game: Followed) -> asyncio.StreamWriter:
    """A connection on which a game is followed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await way(reader, writer, game)
    return writer


async def event_stream(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, game: Followed) -> None:
    """Follow a game by server-sent events."""
    target = f"/v1/games/{game.game}/events?after={game.after}"
    writer.write(request(target, token=game.token, accept=_STREAM))
    await reader.readuntil(b"\ndata: ")


async def websocket(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, game: Followed) -> None:
    """Follow a game over a WebSocket."""
    writer.write(UPGRADE)
    await reader.readuntil(b"\r\n\r\n")
    login = {"payload": {"authorization": f"Bearer {game.token}"}} if game.token else {}
    writer.write(frame({"type": "connection_init", **login}))
    writer.write(frame({"type": "subscribe", "id": "1", "payload": game.subscription}))
    await reader.readuntil(b'"next"')


async def graphql_stream(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, game: Followed) -> None:
    """Follow a game by GraphQL over server-sent events."""
    writer.write(request("/graphql", game.subscription, game.token, accept=_STREAM))
    await reader.readuntil(b"\nevent: next")


async def long_poll(_: asyncio.StreamReader, writer: asyncio.StreamWriter, game: Followed) -> None:
    """Follow a game by a long poll, whose client goes before it is answered."""
    writer.write(request(f"/v1/games/{game.game}/events?after={game.after + 1}&wait=25", token=game.token))
    await asyncio.sleep(WAITS)


WAYS: tuple[Way, ...] = event_stream, websocket, graphql_stream, long_poll
