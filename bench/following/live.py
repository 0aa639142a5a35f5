"""Measures subscriptions, over WebSockets from another process.

A thousand clients follow one game, and one client follows a second game with the same seed. The same moves are made in both
alternately, to measure how long it takes until the last follower has received a move. The baseline is `bench.following.crowd`,
which sends the same text over WebSockets with nothing behind them. Then games are played while a hundred clients follow other
games, while a hundred follow the game itself, and while no one follows any.
"""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
import redis
import uvloop

from bench.following.crowd import AllReceived, CrowdReply, Follow, Leave, many_files
from bench.harness import documents
from bench.harness.client import ClientConnection, request
from bench.harness.planned import KIND, Planned, PlannedGame, create, plans
from bench.harness.serving import PYTHON, Process, Stage
from taphouse.service.runtime.child_processes import leashed

CONNECTIONS = 6
"""The games played at once, each over its own connection."""
MOVES = 40
"""Moves per game and round."""
MANY = 1000
HUNDRED = 100
OTHERS = 10
"""The games that a hundred clients follow while others are played."""
ROUNDS = 12
TURN = 10
"""Moves per game and turn."""
PATIENCE = 10.0
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
    with many_files(), Stage() as stage:
        return uvloop.run(_measure(stage))


async def _measure(stage: Stage) -> dict[str, float]:
    service, other = (stage.service("taphouse", "serve") for _ in range(2))
    bare = stage.service("bench.following.crowd", "serve")
    async with _crowds() as crowds:
        return {
            **await _told_to_many(crowds, service, bare, stage.redis()),
            **await _played_meanwhile(crowds, service.port, other.port),
        }


async def _told_to_many(crowds: _Crowds, service: Process, baseline: Process, store: redis.Redis) -> dict[str, float]:
    line, bare = await ClientConnection.to(service.port), await ClientConnection.to(baseline.port)
    plan = next(plans(KIND, MOVES))
    many, one = [await create(line, plan) for _ in range(2)]
    plays = [_plays(game, plan) for game in (many, one)]

    await crowds.follow("one", service.port, 1, [one.id])
    last = await crowds.follow("warm", service.port, HUNDRED, [many.id])  # fills caches before the cost per follower
    await bare.ask(request("/bare", msgspec.Raw(last.text.encode())))
    await crowds.follow("warm bare", baseline.port, HUNDRED, ["bare"], "/bare")
    await crowds.leave("warm")
    await crowds.leave("warm bare")
    before, bare_before = resident(service.pid), resident(baseline.pid)
    await crowds.follow("many", service.port, MANY, [many.id])
    await crowds.follow("bare", baseline.port, MANY, ["bare"], "/bare")

    seconds: dict[str, list[float]] = {"one": [], "many": [], "bare": []}
    reads_before = _reads(store)
    begun = perf_counter()
    for version, (in_many, in_one) in enumerate(zip(*plays, strict=True), NEW + 1):
        if len(seconds["bare"]) > WARM_UP and perf_counter() - begun > PATIENCE:
            break
        for crowd, play in (
            [("one", in_one), ("many", in_many)] if version % 2 else [("many", in_many), ("one", in_one)]
        ):
            start = perf_counter()
            await line.ask(play)
            last = await crowds.heard(crowd, version)
            seconds[crowd].append(last.at - start)
        start = perf_counter()
        await bare.ask(request("/bare", msgspec.Raw(last.text.encode())))
        seconds["bare"].append((await crowds.heard("bare", version)).at - start)
    reads = (_reads(store) - reads_before) / (2 * len(seconds["bare"]))
    after, bare_after = resident(service.pid), resident(baseline.pid)
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
    lines = [await ClientConnection.to(port) for _ in range(CONNECTIONS)]
    other_lines = [await ClientConnection.to(other_port) for _ in range(CONNECTIONS)]
    endless = plans(KIND, MOVES)
    for number in range(OTHERS):
        game = await create(lines[0], Planned(KIND, f"other {number}", ()))
        await crowds.follow(f"other {number}", other_port, HUNDRED // OTHERS, [game.id])

    async def seconds(to: Sequence[ClientConnection], requests: Sequence[Sequence[bytes]]) -> float:
        start = perf_counter()
        await asyncio.gather(*(line.ask_all(each) for line, each in zip(to, requests, strict=True)))
        return (perf_counter() - start) / sum(map(len, requests))

    turns: list[dict[str, float]] = []
    rounds: list[dict[str, float]] = []
    begun = perf_counter()
    for number in range(1 + ROUNDS):  # the first one warms up
        if number > 1 and perf_counter() - begun > PATIENCE:
            break
        planned = list(islice(endless, CONNECTIONS))
        ways = {
            name: (to, [_plays(await create(line, plan), plan) for line, plan in zip(to, planned, strict=True)])
            for name, to in (("none", lines), ("elsewhere", other_lines))
        }
        for at in range(0, MOVES, TURN):
            took = {}
            for name in list(ways) if at // TURN % 2 else reversed(ways):
                to, requests = ways[name]
                took[name] = await seconds(to, [each[at : at + TURN] for each in requests])
            turns += [took] if number else []

        alone = await seconds(lines[:1], [_plays(await create(lines[0], planned[0]), planned[0])])
        game = await create(lines[0], planned[0])
        await crowds.follow("same", port, HUNDRED, [game.id])
        start = perf_counter()
        await lines[0].ask_all(_plays(game, planned[0]))
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


def _plays(game: PlannedGame, plan: Planned) -> list[bytes]:
    """The requests that play a planned game."""
    return [
        request("/graphql", documents.play(KIND, game.id, move), game.tokens[seat - 1]) for seat, move in plan.moves
    ]


class _Crowds:
    """The process of the followers."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin
        assert process.stdout
        self._orders, self._answers = process.stdin, process.stdout

    async def follow(
        self, crowd: str, port: int, size: int, games: Sequence[str], path: str = "/graphql"
    ) -> CrowdReply:
        return await self._order(Follow(crowd, port, path, size, documents.entries(KIND), tuple(games), NEW - 1))

    async def heard(self, crowd: str, version: int) -> CrowdReply:
        return await self._order(AllReceived(crowd, version))

    async def leave(self, crowd: str) -> None:
        await self._order(Leave(crowd))

    async def _order(self, order: Any) -> CrowdReply:
        self._orders.write(msgspec.json.encode(order) + b"\n")
        answer = msgspec.json.decode(await self._answers.readline(), type=CrowdReply)
        if answer.broken:
            raise AssertionError(answer.broken)
        return answer


@asynccontextmanager
async def _crowds() -> AsyncIterator[_Crowds]:
    command = leashed([PYTHON, "-m", "bench.following.crowd"])
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=1 << 20)
    try:
        yield _Crowds(process)
    finally:
        process.terminate()
        await process.wait()


def _reads(store: redis.Redis) -> int:
    """The number of reads of logs in the store; moves do not read logs."""
    return int(store.info("commandstats").get("cmdstat_lrange", {}).get("calls", 0))


def resident(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]) * resource.getpagesize()
