"""Measures what talk costs beside a move, what a line takes in the store, and what presences take of a core."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from itertools import islice
from statistics import median

import redis

from bench.harness import documents
from bench.harness.client import ClientConnection, request
from bench.harness.planned import KIND, Planned, PlannedGame, create, plans
from bench.harness.serving import Process, Stage, cpu
from taphouse.service.runtime.settings import variable

GAMES, MOVES = 24, 14
"""The games, and the moves and lines in each: few enough that no author says too much."""
ROUNDS = 3
TEXT = "That was a good move, I did not see it."
TABLES = 250
"""The tables at which both players follow presence."""
SECONDS = 21.0
"""The time in which its rounds are measured: two of them."""
MANY = 10_000


def measure() -> dict[str, float]:
    """Measure talk beside moves.

    Returns:
        `talk.cpu_of_move`, the CPU of a line relative to that of a move; `talk.bytes_a_line`, its bytes in the store, beside its
        text; `talk.presences_of_core`, the share of a core that 10,000 followed presences take that change every 20 seconds,
        beyond as many streams without presence.
    """
    with Stage() as stage:
        return asyncio.run(_measure(stage))


async def _measure(stage: Stage) -> dict[str, float]:
    service = stage.service("taphouse", "serve")
    line = await ClientConnection.to(service.port)
    ratios, games = list[float](), plans(KIND, MOVES)
    with stage.redis() as store:
        for number in range(ROUNDS + 1):
            made = [(plan, await create(line, plan)) for plan in islice(games, GAMES)]
            took = [(await _moves(service, line, one), await _lines(service, line, one)) for one in made]
            if number:  # the first one warms up
                ratios.append(sum(saying for _, saying in took) / sum(moving for moving, _ in took))
            rooms = store.scan_iter("th:{*:room:players")
            taken = sum(store.memory_usage(key, samples=0) or 0 for key in rooms) / ((number + 1) * GAMES * MOVES)
        line.close()
        without = stage.service("taphouse", "serve", more={variable("presence"): "0"})
        more = await _followed(service, "presence", store) - await _followed(without, "events", store)
    share = more / SECONDS * MANY / (2 * TABLES)
    return {"talk.cpu_of_move": median(ratios), "talk.bytes_a_line": taken - len(TEXT), "talk.presences_of_core": share}


async def _moves(service: Process, line: ClientConnection, made: tuple[Planned, PlannedGame]) -> float:
    """The CPU that the service takes for the moves of a game."""
    plan, game = made
    asked = [
        request("/graphql", documents.play(KIND, game.id, move), game.tokens[seat - 1]) for seat, move in plan.moves
    ]
    return await _cpu(service, line, asked, b"GameChanged")


async def _lines(service: Process, line: ClientConnection, made: tuple[Planned, PlannedGame]) -> float:
    """The CPU that the service takes for as many lines."""
    _, game = made
    asked = [request("/graphql", documents.say(game.id, TEXT), game.tokens[number % 2]) for number in range(MOVES)]
    return await _cpu(service, line, asked, b"LineSaid")


async def _cpu(service: Process, line: ClientConnection, asked: list[bytes], wanted: bytes) -> float:
    before = cpu(service.pid)
    for one in asked:
        answer = await line.ask(one)
        if wanted not in answer:
            raise AssertionError(answer)
    return cpu(service.pid) - before


async def _followed(service: Process, path: str, store: redis.Redis) -> float:
    """The CPU that a service takes for streams at a path of both players of some tables, while all go and come once."""
    async with AsyncExitStack() as stack:
        line = await ClientConnection.to(service.port)
        for plan in islice(plans(KIND, 1), TABLES):
            game = await create(line, plan)
            for token in game.tokens:
                reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
                stack.callback(writer.close)
                head = f"GET /v1/games/{game.id}/{path} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n"
                writer.write(f"{head}authorization: Bearer {token}\r\n\r\n".encode())
                await reader.readuntil(b"data: ")
        line.close()
        leases = [key for key in store.scan_iter("th:hold:there:*") if not key.endswith(b":lately")]
        if leases:
            store.delete(*leases)  # they are renewed in some rounds
        before = cpu(service.pid)
        await asyncio.sleep(SECONDS)
        return cpu(service.pid) - before
