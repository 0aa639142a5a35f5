"""Measures the memory that a running game takes in the store: all its keys, by MEMORY USAGE."""

from __future__ import annotations

import asyncio

import redis

from bench.harness import documents
from bench.harness.client import ClientConnection, request
from bench.harness.planned import KIND, create, plans
from bench.harness.serving import Stage

MOVES = 108
"""The moves of an average game of Dank & Draft between greedy bots."""


def measure() -> dict[str, float]:
    """`memory.bytes_at_start` of a game without moves, and `memory.bytes_a_move` on average."""
    with Stage() as stage:
        return asyncio.run(_measure(stage))


async def _measure(stage: Stage) -> dict[str, float]:
    line = await ClientConnection.to(stage.service("taphouse", "serve").port)
    plan = next(plans(KIND, MOVES))
    game = await create(line, plan)
    with stage.redis() as store:
        start = _bytes(store, game.id)
        for seat, move in plan.moves:
            await line.ask(request("/graphql", documents.play(KIND, game.id, move), game.tokens[seat - 1]))
        line.close()
        return {"memory.bytes_at_start": start, "memory.bytes_a_move": (_bytes(store, game.id) - start) / MOVES}


def _bytes(store: redis.Redis, game: str) -> float:
    return float(sum(store.memory_usage(key, samples=0) or 0 for key in store.scan_iter(f"th:{{{game}}}*")))
