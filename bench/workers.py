"""Measures what a second worker process costs: the CPU of a move with two workers, relative to one.

Where a machine has cores to spare, two workers do almost twice the moves of one. On two cores, the client and the store need
one of them, so the rate says little, and the CPU of a move tells whether workers hinder each other. Each worker has as many
connections as the only one has: the fewer there are, the fewer commands share a system call, with one worker as with two. Both
services run at the same time and play in turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter

import uvloop
from msgspec import Struct

from bench.bare import KIND
from bench.harness import documents
from bench.harness.client import ClientConnection, request
from bench.harness.planned import Planned, create, plans
from bench.harness.serving import Process, Stage, cpu

CONNECTIONS = 16
"""The connections of each worker."""
MOVES = 20
"""Moves per game and turn."""
ROUNDS = 20
WORKERS = (1, 2)
QUIET = 0.02
"""The seconds of CPU below which a service that is asked nothing has started."""
LOOK_EVERY = 0.5


class _Turn(Struct, frozen=True):
    cpu: float
    """The CPU of a move, in seconds, of all processes of the service."""
    rate: float
    """Moves per second."""


def measure() -> dict[str, float]:
    """The ratios of two workers to one.

    Returns:
        `workers.start_two_vs_one`, the CPU until they have started; `workers.cpu_two_vs_one`, the CPU of a move; and
        `workers.rate_two_vs_one`.
    """
    with Stage() as stage:
        services = [stage.service("taphouse", "serve", workers=number) for number in WORKERS]
        return uvloop.run(_measure(services))


async def _measure(services: Sequence[Process]) -> dict[str, float]:
    one, two = [await _started(service) for service in services]
    planned = list(islice(plans(KIND, MOVES), CONNECTIONS * max(WORKERS)))
    pairs = [(service, planned[: CONNECTIONS * number]) for service, number in zip(services, WORKERS, strict=True)]
    for pair in pairs:
        await _turn(*pair)
    turns = [[await _turn(*pair) for pair in pairs] for _ in range(ROUNDS)]
    return {
        "workers.start_two_vs_one": two / one,
        "workers.cpu_two_vs_one": median(two.cpu / one.cpu for one, two in turns),
        "workers.rate_two_vs_one": median(two.rate / one.rate for one, two in turns),
    }


async def _started(service: Process) -> float:
    """The CPU of a service until all its workers have started, in seconds."""
    line = await ClientConnection.to(service.port)
    await line.ask(request("/readyz"))
    line.close()
    used, before = _used(service), 0.0
    while used - before > QUIET:
        await asyncio.sleep(LOOK_EVERY)
        used, before = _used(service), used
    return used


async def _turn(service: Process, planned: Sequence[Planned]) -> _Turn:
    lines = [await ClientConnection.to(service.port) for _ in planned]
    games = [await create(line, plan) for line, plan in zip(lines, planned, strict=True)]
    requests = [
        [request("/graphql", documents.typed(KIND, game.id, move), game.tokens[seat - 1]) for seat, move in plan.moves]
        for game, plan in zip(games, planned, strict=True)
    ]
    before, start = _used(service), perf_counter()
    await asyncio.gather(*(line.ask_all(own) for line, own in zip(lines, requests, strict=True)))
    took, moves = perf_counter() - start, sum(map(len, requests))
    used = _used(service) - before
    for line in lines:
        line.close()
    return _Turn(used / moves, moves / took)


def _used(service: Process) -> float:
    """The CPU that a service has used, with its workers, in seconds."""
    return sum(map(cpu, [service.pid, *_children(service.pid)]))


def _children(pid: int) -> list[int]:
    """The child processes of a process (Linux)."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]


if __name__ == "__main__":
    print(measure())
