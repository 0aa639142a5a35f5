"""Measures what a step costs the Python client: the CPU of its process, relative to that of the service.

Clients play whole random games, sending one move after another, as a bot or a researcher's script does. The service is a process
of its own; its store is not counted. Each figure is a median over rounds, so load on the machine affects both sides alike.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from statistics import median
from time import process_time

from bench.harness.serving import Process, Stage, cpu
from taphouse.client import AsyncClient, BotMove, Client, LegalMove, Table
from taphouse.engine import GAMES

ROUNDS = 7
MOVES = 60
"""The most moves of a round."""


def measure() -> dict[str, float]:
    """For each kind of game `client.<kind>.vs_service` and `client.<kind>.async_vs_service`, and the figures behind them.

    `us_per_move` is the CPU of the client for a move, `service_us_per_move` that of the service.
    """
    with Stage() as stage:
        service = stage.service("taphouse", "serve")
        figures = {}
        for kind in GAMES:
            for client in (_blocking, _awaiting):
                client(service, kind, random.Random(0))  # to warm the caches
            turns = [
                (_blocking(service, kind, random.Random(n)), _awaiting(service, kind, random.Random(n)))
                for n in range(ROUNDS)
            ]
            blocking, awaiting = zip(*turns, strict=True)
            figures[f"client.{kind}.us_per_move"] = median(own for own, _ in blocking) * 1e6
            figures[f"client.{kind}.service_us_per_move"] = median(theirs for _, theirs in blocking) * 1e6
            figures[f"client.{kind}.vs_service"] = median(own / theirs for own, theirs in blocking)
            figures[f"client.{kind}.async_vs_service"] = median(own / theirs for own, theirs in awaiting)
        return figures


def _blocking(service: Process, kind: str, rng: random.Random) -> tuple[float, float]:
    """The CPU of a move by `Client`: of this process, and of the service."""
    with Client(f"http://127.0.0.1:{service.port}") as client:
        game = client.create(kind, ["Anna", "Ben"], seed=str(rng.random()))
        counting = _Counting(service, rng)
        with suppress(_Enough):
            client.play(game, counting.bot, counting.made)
        return counting.figures()


def _awaiting(service: Process, kind: str, rng: random.Random) -> tuple[float, float]:
    """`_blocking`, with `AsyncClient`."""

    async def play() -> tuple[float, float]:
        async with AsyncClient(f"http://127.0.0.1:{service.port}") as client:
            game = await client.create(kind, ["Anna", "Ben"], seed=str(rng.random()))
            counting = _Counting(service, rng)
            with suppress(_Enough):
                await client.play(game, counting.bot, counting.made)
            return counting.figures()

    return asyncio.run(play())


class _Enough(Exception):
    """The round is over."""


class _Counting:
    """A random bot, and the CPU that its game takes."""

    def __init__(self, service: Process, rng: random.Random) -> None:
        self._service, self._rng, self._moves = service, rng, 0
        self._own, self._theirs = process_time(), cpu(service.pid)

    def bot(self, table: Table) -> LegalMove:
        return self._rng.choice(table.moves)

    def made(self, _: BotMove) -> None:
        self._moves += 1
        if self._moves == MOVES:
            raise _Enough

    def figures(self) -> tuple[float, float]:
        return (process_time() - self._own) / self._moves, (cpu(self._service.pid) - self._theirs) / self._moves
