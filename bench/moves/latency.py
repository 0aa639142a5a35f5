"""Measures how long typed moves of Dank & Draft take at 70 % of the capacity, and how long the event loop pauses meanwhile.

The client is open-loop: each connection has a move at fixed times, whether or not the last one was answered. A move that has to
wait for the answer before counts from the time when it was due. The client collects no garbage meanwhile, which would delay
the answers that it measures by up to 70 ms.
"""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median, quantiles
from time import perf_counter

import msgspec

from bench.harness.client import ClientConnection, request
from bench.harness.pauses import Pauses
from bench.harness.planned import Planned, plans
from bench.harness.serving import Process
from bench.moves import turns
from bench.moves.ways import TYPED

LOAD = 0.7
AT_CAPACITY = 20
"""Games on each connection by which the capacity is measured."""
WARM_UP = 3.0
"""Seconds of the load before the rounds: the processors of a virtual machine that was idle are slow at first."""
ROUNDS = 5
SECONDS = 8.0
"""The length of a round."""


async def measure(service: Process) -> dict[str, float]:
    """The median and the 99th percentile of a move in milliseconds, by the median of the rounds, and the longest pauses in all.

    Args:
        service: It is served by `bench.unguarded`.
    """
    lines = [await ClientConnection.to(service.port, client) for client in range(turns.CONNECTIONS)]
    planned = plans(TYPED.kind, turns.MOVES)
    full = await _prepared(lines, planned, AT_CAPACITY)
    await lines[0].ask(request("/pauses", {}))
    start = perf_counter()
    await asyncio.gather(*(line.ask_all(own) for line, own in zip(lines, full, strict=True)))
    capacity = sum(map(len, full)) / (perf_counter() - start)

    period = turns.CONNECTIONS / (capacity * LOAD)  # of one connection
    games = max(1, round((WARM_UP + ROUNDS * SECONDS) / period / turns.MOVES))
    moves = await _prepared(lines, planned, games)
    gc.collect()
    gc.disable()
    try:
        rng = random.Random(1)
        start = perf_counter() + period
        begins = [start + rng.random() * period for _ in lines]
        paced = await asyncio.gather(
            *(_paced(line, own, begin, period) for line, own, begin in zip(lines, moves, begins, strict=True))
        )
        pauses = msgspec.json.decode(await lines[0].ask(request("/pauses")), type=Pauses)
    finally:
        gc.enable()
    for line in lines:
        line.close()
    rounds: list[list[float]] = [[] for _ in range(ROUNDS)]
    for due, took in (each for own in paced for each in own):
        number = int((due - start - WARM_UP) // SECONDS)
        if 0 <= number < ROUNDS:
            rounds[number].append(took)
    percentiles = [quantiles(each, n=100) for each in rounds]
    ratios = [each[98] / each[49] for each in percentiles]
    return {
        "latency.capacity_per_second": capacity,
        "latency.p50_ms": median(each[49] for each in percentiles) * 1e3,
        "latency.p99_ms": median(each[98] for each in percentiles) * 1e3,
        "latency.p99_vs_p50": median(ratios),
        "latency.worst_p99_vs_p50": max(ratios),
        "latency.longest_pause_ms": pauses.longest * 1e3,
        "latency.longest_busy_ms": pauses.longest_busy * 1e3,
        "latency.long_pauses": pauses.long,
        "latency.longest_collection_ms": pauses.longest_collection * 1e3,
    }


async def _prepared(lines: Sequence[ClientConnection], planned: Iterator[Planned], games: int) -> list[list[bytes]]:
    """The requests of the moves of so many planned games for each connection, which creates its own."""
    return [[move for plan in islice(planned, games) for move in await TYPED.prepare(line, plan)] for line in lines]


async def _paced(
    line: ClientConnection, moves: Sequence[bytes], start: float, period: float
) -> list[tuple[float, float]]:
    """Send moves at their times, and return when each was due and how long it took, in seconds."""
    latencies = []
    for number, move in enumerate(moves):
        due = start + number * period
        if (early := due - perf_counter()) > 0:
            await asyncio.sleep(early)
            due = perf_counter()  # the client's timer is late, not the service
        answer = await line.ask(move)
        latencies.append((due, perf_counter() - due))
        if TYPED.contains not in answer:
            raise AssertionError(answer.decode())
    return latencies
