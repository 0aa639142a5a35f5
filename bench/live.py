"""Measures subscriptions, over WebSockets from another process.

A thousand clients follow one game, and one client follows a second game with the same seed. The same moves are made in both
alternately, to measure how long it takes until the last follower has received a move. The baseline is `bench.crowd`, which sends
the same text over WebSockets with nothing behind them. Then games are played while a hundred clients follow other games, while
a hundred follow the game itself, and while no one follows any.
"""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec
import redis
import uvloop

from bench.bare import KIND
from bench.crowd import Answer, Follow, Heard, Leave, many_files
from bench.graphql import _CREATE, CONNECTIONS, MOVES, UNREACHED, _by_api, _Line, _plans, _prepared, _request, _whole
from taphouse.engine import GAMES
from taphouse.schema.graphql.build import Api
from taphouse.service.runtime.settings import variable
from taphouse.service.store.child_processes import leashed
from taphouse.service.store.embedded import Embedded

MANY = 1000
HUNDRED = 100
OTHERS = 10
"""The games that a hundred clients follow while others are played."""
ROUNDS = 12
TURN = 10
"""Moves per game and turn."""
PATIENCE = 15.0
"""Seconds after which no further round of either part begins."""
NEW = 2
"""The version of a new game with all seats taken, which has started."""
WARM_UP = 5
"""Versions that do not count."""


def measure() -> dict[str, float]:
    """All figures of subscriptions.

    `live.many_vs_bare` is the speed of sending a move to a thousand followers relative to the baseline.
    `live.elsewhere_vs_none` is the rate of moves while a hundred clients follow other games, relative to the rate without
    followers. The others are the values that these are made of.
    """
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    many_files()
    try:
        with _served() as (pid, port, other_port, bare_pid, bare_port, url):
            return uvloop.run(_measure(pid, port, other_port, bare_pid, bare_port, url))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


async def _measure(pid: int, port: int, other_port: int, bare_pid: int, bare_port: int, url: str) -> dict[str, float]:
    async with _crowds() as crowds:
        return {
            **await _told_to_many(crowds, pid, port, bare_pid, bare_port, url),
            **await _played_meanwhile(crowds, port, other_port),
        }


async def _told_to_many(
    crowds: _Crowds, pid: int, port: int, bare_pid: int, bare_port: int, url: str
) -> dict[str, float]:
    line, bare = await _Line.to(port), await _Line.to(bare_port)
    plan, store = next(_plans()), redis.Redis.from_url(url)
    games = [await _created(line, plan.seed) for _ in range(2)]
    plays = [[_by_api(game, tokens[seat - 1], move) for seat, move in plan.moves] for game, tokens in games]

    (many, _), (one, _) = games
    await crowds.follow("one", port, 1, [one])
    last = await crowds.follow("warm", port, HUNDRED, [many])  # to fill caches before measuring the cost per follower
    await bare.ask(_request("/bare", msgspec.Raw(last.text.encode())))
    await crowds.follow("warm bare", bare_port, HUNDRED, ["bare"], "/bare")
    await crowds.leave("warm")
    await crowds.leave("warm bare")
    before, bare_before = _resident(pid), _resident(bare_pid)
    await crowds.follow("many", port, MANY, [many])
    await crowds.follow("bare", bare_port, MANY, ["bare"], "/bare")

    seconds: dict[str, list[float]] = {"one": [], "many": [], "bare": []}
    reads_before = _reads(store)
    begun = perf_counter()
    for version, (in_many, in_one) in enumerate(zip(*plays, strict=True), NEW + 1):
        if len(seconds["bare"]) > WARM_UP and perf_counter() - begun > PATIENCE:
            break
        for crowd, request in (
            [("one", in_one), ("many", in_many)] if version % 2 else [("many", in_many), ("one", in_one)]
        ):
            start = perf_counter()
            await line.ask(request)
            last = await crowds.heard(crowd, version)
            seconds[crowd].append(last.at - start)
        start = perf_counter()
        await bare.ask(_request("/bare", msgspec.Raw(last.text.encode())))
        seconds["bare"].append((await crowds.heard("bare", version)).at - start)
    reads = (_reads(store) - reads_before) / (2 * len(seconds["bare"]))
    after, bare_after = _resident(pid), _resident(bare_pid)
    for crowd in seconds:
        await crowds.leave(crowd)
    line.close()
    bare.close()
    rounds = [dict(zip(seconds, each, strict=True)) for each in zip(*seconds.values(), strict=True)][WARM_UP:]
    return {
        "live.many_vs_bare": median(each["bare"] / each["many"] for each in rounds),
        "live.many_vs_one": median(each["many"] / each["one"] for each in rounds),
        "live.ms_to_one": median(each["one"] for each in rounds) * 1e3,
        "live.ms_to_many": median(each["many"] for each in rounds) * 1e3,
        "live.us_per_follower": median(each["many"] - each["one"] for each in rounds) / (MANY - 1) * 1e6,
        "live.reads_per_version": reads,
        "live.kib_per_follower": (after - before) / MANY / 1024,
        "live.bare_kib_per_follower": (bare_after - bare_before) / MANY / 1024,
    }


async def _played_meanwhile(crowds: _Crowds, port: int, other_port: int) -> dict[str, float]:
    """The rate of moves in several games at once and in one game, without and with followers of other games or of this one.

    The followers of other games stay connected to a second instance all the time, so that turns can be short.
    """
    lines = [await _Line.to(port) for _ in range(CONNECTIONS)]
    other_lines = [await _Line.to(other_port) for _ in range(CONNECTIONS)]
    for number in range(OTHERS):
        game, _ = await _created(lines[0], f"other {number}")
        await crowds.follow(f"other {number}", other_port, HUNDRED // OTHERS, [game])
    plans = _plans()

    async def seconds(to: Sequence[_Line], requests: Sequence[Sequence[bytes]]) -> float:
        start = perf_counter()
        await asyncio.gather(*(line.ask_all(each) for line, each in zip(to, requests, strict=True)))
        return (perf_counter() - start) / sum(map(len, requests))

    turns: list[dict[str, float]] = []
    rounds: list[dict[str, float]] = []
    begun = perf_counter()
    for number in range(1 + ROUNDS):  # the first one warms up
        if number > 1 and perf_counter() - begun > PATIENCE:
            break
        planned = list(islice(plans, CONNECTIONS))
        ways = {
            name: (to, [await _prepared(line, plan, _by_api) for line, plan in zip(to, planned, strict=True)])
            for name, to in (("none", lines), ("elsewhere", other_lines))
        }
        for at in range(0, MOVES, TURN):
            took = {}
            for name in list(ways) if at // TURN % 2 else reversed(ways):
                to, requests = ways[name]
                took[name] = await seconds(to, [each[at : at + TURN] for each in requests])
            turns += [took] if number else []

        alone = await seconds(lines[:1], [await _prepared(lines[0], planned[0], _by_api)])
        game, tokens = await _created(lines[0], planned[0].seed)
        await crowds.follow("same", port, HUNDRED, [game])
        start = perf_counter()
        await lines[0].ask_all([_by_api(game, tokens[seat - 1], move) for seat, move in planned[0].moves])
        followed = ((await crowds.heard("same", NEW + MOVES)).at - start) / MOVES
        await crowds.leave("same")
        rounds += [{"alone": alone, "followed": followed}] if number else []
    for line in (*lines, *other_lines):
        line.close()
    return {
        "live.elsewhere_vs_none": median(each["none"] / each["elsewhere"] for each in turns),
        "live.followed_vs_alone": median(each["alone"] / each["followed"] for each in rounds),
        "live.moves_per_second": median(1 / each["none"] for each in turns),
        "live.moves_per_second_alone": median(1 / each["alone"] for each in rounds),
        "live.moves_per_second_followed": median(1 / each["followed"] for each in rounds),
    }


async def _created(line: _Line, seed: str) -> tuple[str, list[str]]:
    """Create a game, and return its id and its seats' tokens."""
    answer = await line.ask(_request("/graphql", {"query": _CREATE, "variables": {"seed": seed}}))
    created = msgspec.json.decode(answer)["data"]["createGame"]
    return created["game"]["id"], [seat["token"] for seat in created["seats"]]


def _query() -> str:
    """The subscription, with everything of an entry selected."""
    entry = f"{GAMES[KIND].about.name}LogEntry"
    whole = _whole(Api(GAMES).schema._schema.type_map[entry])
    return (
        "subscription ($game: ID!, $after: Int!) { gameEvents(gameId: $game, after: $after) { "
        f"__typename ... on {entry} {whole} ... on Problem {{ code message }} }} }}"
    )


QUERY = _query()


class _Crowds:
    """The process of the followers."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin
        assert process.stdout
        self._orders, self._answers = process.stdin, process.stdout

    async def follow(self, crowd: str, port: int, size: int, games: Sequence[str], path: str = "/graphql") -> Answer:
        return await self._order(Follow(crowd, port, path, size, QUERY, tuple(games), NEW - 1))

    async def heard(self, crowd: str, version: int) -> Answer:
        return await self._order(Heard(crowd, version))

    async def leave(self, crowd: str) -> None:
        await self._order(Leave(crowd))

    async def _order(self, order: Any) -> Answer:
        self._orders.write(msgspec.json.encode(order) + b"\n")
        answer = msgspec.json.decode(await self._answers.readline(), type=Answer)
        if answer.broken:
            raise AssertionError(answer.broken)
        return answer


@asynccontextmanager
async def _crowds() -> AsyncIterator[_Crowds]:
    command = leashed([sys.executable, "-m", "bench.crowd"])
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=1 << 20)
    try:
        yield _Crowds(process)
    finally:
        process.terminate()
        await process.wait()


def _reads(store: redis.Redis) -> int:
    """The number of reads of logs in the store; moves do not read logs."""
    return int(store.info("commandstats").get("cmdstat_xrange", {}).get("calls", 0))


def _resident(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]) * resource.getpagesize()


@contextmanager
def _served() -> Iterator[tuple[int, int, int, int, int, str]]:
    """Run an embedded store, two instances of the service, and the baseline.

    Yields the process id and port of the first instance, the port of the second, the process id and port of the baseline, and
    the store's URL.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        store = stack.enter_context(Embedded(folder / "data"))
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=1024))
        log = stack.enter_context((folder / "log").open("w"))
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(variable(""))},
            variable("redis_url"): store.url,
            variable("signing_key"): store.signing_key(),
            **UNREACHED,
            variable("port"): "0",
        }

        def start(*command: str) -> subprocess.Popen[str]:
            started = subprocess.Popen(
                leashed([sys.executable, "-m", *command]),
                env=environment,
                pass_fds=[listening.fileno()],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
            stack.enter_context(started)
            stack.callback(started.terminate)
            return started

        bare = start("bench.crowd", str(listening.fileno()))
        service, other = start("taphouse", "serve"), start("taphouse", "serve")
        yield service.pid, _port(service), _port(other), bare.pid, int(listening.getsockname()[1]), store.url


def _port(service: subprocess.Popen[str]) -> int:
    """The port of an instance, from what it prints when it has started."""
    assert service.stdout
    return int(service.stdout.readline().partition("127.0.0.1:")[2].partition("/")[0])


if __name__ == "__main__":
    print(measure())
