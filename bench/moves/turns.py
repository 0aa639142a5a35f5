"""Turns: contestants serve one after another, over the same number of connections.

Load on the machine affects all turns of a round alike, so a ratio is the median of the ratios within the rounds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from statistics import median
from time import perf_counter
from typing import Any

from msgspec import Struct

from bench.harness.client import ClientConnection
from bench.harness.planned import Planned, plans
from bench.harness.serving import Process, Stage, cpu
from bench.moves.ways import Way

CONNECTIONS = 12
"""Games played at once, each over its own connection."""
MOVES = 40
"""Requests per connection and turn."""
WARM_UP = 2
"""Turns before the rounds."""
ROUNDS = 5
RUNS = 5
"""Each figure is the median of so many runs: the machine's load changes the ratios of a run by more than most changes do."""


class Contestant(Struct, frozen=True):
    """A server, and the requests that it answers in its turns."""

    name: str
    """The prefix of its figures' names."""
    stage: Stage
    process: Process
    way: Way
    warm_up: int = WARM_UP


class Turn(Struct, frozen=True):
    """The use of one contestant in one turn, per request."""

    seconds: float
    cpu: float
    """Seconds of CPU of the server process."""
    store_cpu: float
    store_bytes: float
    """The bytes that the store received and sent."""


Turns = Mapping[str, Sequence[Turn]]
"""The turns of the rounds, by the names of the contestants."""


async def rounds(contestants: Sequence[Contestant], number: int) -> Turns:
    """Let each contestant serve once in so many rounds; those with the same kind of game play the same games."""
    endless = {each.way.kind: plans(each.way.kind, MOVES) for each in contestants}
    turns: dict[str, list[Turn]] = {each.name: [] for each in contestants}
    for each in contestants:
        for _ in range(each.warm_up):
            await take(each, list(islice(endless[each.way.kind], CONNECTIONS)))
    for first in range(number):
        planned = {kind: list(islice(games, CONNECTIONS)) for kind, games in endless.items()}
        for place in range(first, first + len(contestants)):  # the first of a round finds cold caches
            each = contestants[place % len(contestants)]
            turns[each.name].append((await take(each, planned[each.way.kind]))[0])
    return turns


async def take(each: Contestant, planned: Sequence[Planned]) -> tuple[Turn, list[bytes]]:
    """Let one contestant serve the moves of games; return what it took and all answers.

    Raises:
        AssertionError: It refused a request.
    """
    # New ones each time: Node closes idle connections.
    clients = [0 if each.way.one_address else number for number, _ in enumerate(planned)]
    lines = [await ClientConnection.to(each.process.port, client) for client in clients]
    requests = await asyncio.gather(*map(each.way.prepare, lines, planned))
    count = sum(map(len, requests))
    with each.stage.redis() as store:
        before = _clocks(each, store)
        played = await asyncio.gather(
            *(line.ask_all(own, each.way.status) for line, own in zip(lines, requests, strict=True))
        )
        took = [now - then for now, then in zip(_clocks(each, store), before, strict=True)]
    for line in lines:
        line.close()
    answers = [answer for own in played for answer in own]
    for answer in answers:
        if each.way.contains not in answer:
            raise AssertionError(f"{each.name} answered {answer.decode()}")
    return Turn(*(total / count for total in took)), answers


def medians(run: Callable[[], Mapping[str, float]]) -> dict[str, float]:
    """The medians of the figures of `RUNS` runs."""
    runs = [run() for _ in range(RUNS)]
    return {name: median(one[name] for one in runs) for name in runs[0]}


def figures(turns: Turns) -> dict[str, float]:
    """For each contestant, medians: requests per second, CPU of the server and of the store, and the store's traffic."""
    found: dict[str, float] = {}
    for name, own in turns.items():
        found[f"{name}.per_second"] = median(1 / turn.seconds for turn in own)
        found[f"{name}.cpu_us"] = median(turn.cpu for turn in own) * 1e6
        found[f"{name}.store_cpu_us"] = median(turn.store_cpu for turn in own) * 1e6
        found[f"{name}.store_bytes"] = median(turn.store_bytes for turn in own)
    return found


def cpu_ratios(turns: Turns, name: str, other: str) -> list[float]:
    """The server CPU of one contestant relative to that of another, in each round."""
    return [ours.cpu / theirs.cpu for ours, theirs in zip(turns[name], turns[other], strict=True)]


def _clocks(each: Contestant, store: Any) -> tuple[float, float, float, int]:
    """The fields of `Turn`, counted from some beginning. The store is a client, whose commands are loosely typed."""
    stats = store.info("stats")
    carried = int(stats["total_net_input_bytes"]) + int(stats["total_net_output_bytes"])
    return perf_counter(), cpu(each.process.pid), cpu(each.stage.store_pid), carried
