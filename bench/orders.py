"""Measures the time from a move until the standing order that it makes due is made."""

from __future__ import annotations

import asyncio
import math
import time
from itertools import islice, pairwise

import msgspec

from bench.harness import documents
from bench.harness.client import ClientConnection, request
from bench.harness.planned import KIND, Planned, create, plans
from bench.harness.serving import Stage
from taphouse.engine.notation import write

GAMES, MOVES = 200, 14
"""The games, and the planned moves of each."""


def measure() -> dict[str, float]:
    """Measure orders.

    Returns:
        `orders.p99_ms`, the milliseconds from the answer to a move until the order that it makes due is made.
    """
    with Stage() as stage:
        took = sorted(asyncio.run(_measure(stage.service("taphouse", "serve").port)))
    return {"orders.p99_ms": 1000 * took[math.ceil(0.99 * len(took)) - 1]}


async def _measure(port: int) -> list[float]:
    line, took = await ClientConnection.to(port), list[float]()
    for plan in islice(plans(KIND, MOVES), GAMES):
        if (at := _passes(plan)) is not None:
            took.append(await _made(line, plan, at))
    line.close()
    return took


def _passes(plan: Planned) -> int | None:
    """The first move of a plan after which another seat decides."""
    seats = [seat for seat, _ in plan.moves]
    return next((at for at, (one, other) in enumerate(pairwise(seats)) if one != other), None)


async def _made(line: ClientConnection, plan: Planned, at: int) -> float:
    """The seconds until the move after a move is made, which its seat has ordered."""
    game, moves = await create(line, plan), plan.moves
    for seat, move in moves[:at]:
        await line.ask(request("/graphql", documents.play(KIND, game.id, move), game.tokens[seat - 1]))
    (mover, move), (seat, answer) = moves[at], moves[at + 1]
    body = {"orders": [{"after": [write(move)], "play": [write(answer)]}]}
    await line.ask(request(f"/v1/games/{game.id}/orders", body, game.tokens[seat - 1]))
    made = await line.ask(request("/graphql", documents.play(KIND, game.id, move), game.tokens[mover - 1]))
    began = time.perf_counter()
    (changed,) = msgspec.json.decode(made)["data"].values()
    after = changed["game"]["version"]
    page = await line.ask(request(f"/v1/games/{game.id}/events?after={after}&wait=10"))
    if not msgspec.json.decode(page)["entries"]:
        raise AssertionError(f"the order of {game.id} was not made")
    return time.perf_counter() - began
