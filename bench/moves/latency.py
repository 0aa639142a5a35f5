"""Measures how long typed moves of Dank & Draft take at 70 % of the capacity, and how long the event loop pauses meanwhile.

The client is open-loop: each connection has a move at fixed times, whether or not the last one was answered. A move that has to
wait for the answer before counts from the time when it was due.
"""

from __future__ import annotations

import asyncio
import random
from itertools import islice
from statistics import quantiles
from time import perf_counter

import msgspec

from bench.harness.client import Line, request
from bench.harness.planned import plans
from bench.harness.serving import Process
from bench.moves import turns
from bench.moves.pauses import Pauses
from bench.moves.ways import TYPED

LOAD = 0.7
SECONDS = 60.0


async def measure(service: Process, capacity: float) -> dict[str, float]:
    """The median and the 99th percentile of a move in milliseconds, and the longest pauses.

    Args:
        service: It is served by `bench.bare`.
        capacity: The moves per second that it can answer.
    """
    period = turns.CONNECTIONS / (capacity * LOAD)  # of one connection
    games = max(1, round(SECONDS / period / turns.MOVES))
    lines = [await Line.to(service.port) for _ in range(turns.CONNECTIONS)]
    planned = plans(TYPED.kind, turns.MOVES)
    moves = [[move for plan in islice(planned, games) for move in await TYPED.prepare(line, plan)] for line in lines]
    rng = random.Random(1)
    await lines[0].ask(request("/pauses", {}))
    start = perf_counter() + period
    latencies = await asyncio.gather(
        *(_paced(line, own, start + rng.random() * period, period) for line, own in zip(lines, moves, strict=True))
    )
    took = perf_counter() - start
    pauses = msgspec.json.decode(await lines[0].ask(request("/pauses")), type=Pauses)
    for line in lines:
        line.close()
    percentiles = quantiles((each for own in latencies for each in own), n=100)
    return {
        "latency.per_second": sum(map(len, latencies)) / took,
        "latency.p50_ms": percentiles[49] * 1e3,
        "latency.p99_ms": percentiles[98] * 1e3,
        "latency.p99_vs_p50": percentiles[98] / percentiles[49],
        "latency.longest_pause_ms": pauses.longest * 1e3,
        "latency.longest_busy_ms": pauses.longest_busy * 1e3,
        "latency.long_pauses": pauses.long,
        "latency.longest_collection_ms": pauses.longest_collection * 1e3,
    }


async def _paced(line: Line, moves: list[bytes], start: float, period: float) -> list[float]:
    """Send moves at their times, and return how long each took, in seconds."""
    latencies = []
    for number, move in enumerate(moves):
        due = start + number * period
        if (early := due - perf_counter()) > 0:
            await asyncio.sleep(early)
            due = perf_counter()  # the client's timer is late, not the service
        answer = await line.ask(move)
        latencies.append(perf_counter() - due)
        if TYPED.contains not in answer:
            raise AssertionError(answer.decode())
    return latencies
