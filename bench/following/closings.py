"""Measures how many streams that close at once hold up somebody else, and what a stream costs to open and to close.

`python -m bench.following.closings` is the crowd, in a process of its own. It reads a port, games and a number of ways as JSON
from standard input, follows each game by the next way, and writes a line when all are open. At the next line it closes all within
a second.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median

import msgspec
import uvloop
from msgspec import Struct

from bench.following.crowd import AT_ONCE, many_files
from bench.following.live import NEW
from bench.following.openings import WAYS, Followed, games_to_open, opened
from bench.harness.client import ClientConnection
from bench.harness.planned import KIND, create, plans
from bench.harness.serving import PYTHON, ROOT, Process, Stage, cpu
from bench.hostile.light_client import LightClient
from bench.hostile.target import Target
from taphouse.service.runtime.child_processes import leashed

STREAMS = 4_000
TOGETHER, APART = 200, 0.04
"""The streams that close at once, and the seconds until the next ones close: all close within a second."""
BEFORE = AFTER = 4.0
"""Seconds in which the light client looks with all streams open, and from the moment in which they close."""
COMPARED = 2_000
"""The streams whose cost is compared, each of a seat."""
ONLY_STREAMS = 3
"""The first ways, without long polls: the cost of streams is compared, and older code noticed late that a long poll was gone."""
QUIET = 0.15
"""The share of a core that a service uses at most, on a busy machine, when all its streams are quiet."""


ROUNDS = 5
"""The times that both checkouts are compared, in turns."""


class Cost(Struct, frozen=True):
    """Milliseconds of CPU for each stream."""

    opening: float
    closing: float


def measure() -> dict[str, float]:
    """Open `STREAMS` streams of a game each, and close them at once, while a light client looks at a game of its own.

    Returns:
        `closings.light_p99_vs_base`, the p99 of the light client while they close, relative to that before;
        `closings.longest_pause_ms`, the most CPU that the event loop used between two samples meanwhile.
    """
    with many_files(), Stage() as stage:
        return uvloop.run(_beside_a_light_client(stage, stage.service("bench.unguarded")))


def against(checkout: Path) -> dict[str, float]:
    """Measure the CPU of opening and closing a stream relative to that of another checkout, in alternating runs.

    Args:
        checkout: The other one's root.

    Returns:
        `closings.opening_ratio` and `closings.closing_ratio`, medians; and what both checkouts took, in milliseconds a stream.
    """
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(_cost(ROOT))
        theirs.append(_cost(checkout))
    figures = {}
    for name in Cost.__struct_fields__:
        pairs = [(getattr(one, name), getattr(other, name)) for one, other in zip(ours, theirs, strict=True)]
        figures[f"closings.{name}_ratio"] = median(one / other for one, other in pairs)
        figures[f"closings.{name}_ms"] = median(one for one, _ in pairs)
        figures[f"closings.{name}_ms_of_other"] = median(other for _, other in pairs)
    return figures


def _cost(checkout: Path) -> Cost:
    with many_files(), Stage() as stage:
        return uvloop.run(_open_and_close(stage.service("taphouse", "serve", checkout=checkout)))


async def _open_and_close(service: Process) -> Cost:
    games = await _seats(service.port)
    before = await _quiet(service.pid)
    with _crowd(service.port, games, ONLY_STREAMS) as crowd:
        opened_ = await _quiet(service.pid)
        _tell(crowd)
        await asyncio.sleep(1)
        closed = await _quiet(service.pid)
    return Cost((opened_ - before) / COMPARED * 1e3, (closed - opened_) / COMPARED * 1e3)


async def _seats(port: int) -> list[Followed]:
    """The first seats of new games: a player who has a stream open is shown to the others, which takes CPU too."""
    line, plan = await ClientConnection.to(port), next(plans(KIND, 1))
    made = [await create(line, plan) for _ in range(COMPARED)]
    line.close()
    return [Followed(game.id, NEW - 1, game.tokens[0]) for game in made]


async def _beside_a_light_client(stage: Stage, service: Process) -> dict[str, float]:
    games = await games_to_open(service.port, stage.redis(), STREAMS)
    light = await LightClient.of(Target(service.port))
    with closing(light), _crowd(service.port, games, len(WAYS)) as crowd:
        await _quiet(service.pid)
        await light.look_for(0.5)  # fills caches
        before = await light.look_for(BEFORE)
        await light.sample()
        _tell(crowd)
        after = await light.look_for(AFTER)
        seen = await light.sampled()
    if failures := [*before.failures, *after.failures]:
        raise AssertionError(failures[0])
    return {
        "closings.light_p99_vs_base": after.p99 / before.p99,
        "closings.light_p99_ms": after.p99,
        "closings.longest_pause_ms": seen.longest_busy * 1e3,
    }


async def _quiet(pid: int) -> float:
    """Wait until a process has nothing to do, and return the CPU that it had used by then."""
    while True:
        before = cpu(pid)
        await asyncio.sleep(0.5)
        if (now := cpu(pid)) - before < 0.5 * QUIET:
            return now


@contextmanager
def _crowd(port: int, games: list[Followed], ways: int) -> Iterator[subprocess.Popen[bytes]]:
    command = leashed([PYTHON, "-m", "bench.following.closings"])
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as crowd:
        assert crowd.stdin
        assert crowd.stdout
        try:
            crowd.stdin.write(msgspec.json.encode((port, games, ways)) + b"\n")
            crowd.stdin.flush()
            crowd.stdout.readline()
            yield crowd
        finally:
            crowd.kill()


def _tell(crowd: subprocess.Popen[bytes]) -> None:
    assert crowd.stdin
    crowd.stdin.write(b"\n")
    crowd.stdin.flush()


async def _follow(port: int, games: list[Followed], first: int) -> list[asyncio.StreamWriter]:
    ways, left, writers = cycle(WAYS[:first]), iter(games), list[asyncio.StreamWriter]()

    async def some() -> None:
        for game in left:
            writers.append(await opened(port, next(ways), game))

    await asyncio.gather(*[some() for _ in range(AT_ONCE)])
    return writers


async def _main() -> None:
    writers = await _follow(*msgspec.json.decode(sys.stdin.buffer.readline(), type=tuple[int, list[Followed], int]))
    print(flush=True)
    await asyncio.to_thread(sys.stdin.buffer.readline)
    for some in range(0, len(writers), TOGETHER):
        for writer in writers[some : some + TOGETHER]:
            writer.transport.abort()
        await asyncio.sleep(APART)
    await asyncio.sleep(60)


if __name__ == "__main__":
    uvloop.run(_main())
