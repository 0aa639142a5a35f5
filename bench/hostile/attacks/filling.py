"""Attacks that fill: the store with games, the list of open games, other players' seats, and the processes of the bots."""

from __future__ import annotations

import asyncio
from typing import Any

from bench.hostile.target import Target, ask

CONNECTIONS = 8


async def _create(target: Target, seats: str, more: str = "") -> None:
    """Create games without end."""

    async def client() -> None:
        reader, writer = await target.connect()
        while True:
            answer = await ask(
                reader,
                writer,
                f"mutation {{ createGame(game: {{dankAndDraft: {{}}}}, seats: [{seats}]{more}) {{ __typename }} }}",
            )
            await patiently(answer)

    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))


async def patiently(answer: Any) -> None:
    """Wait a little if the request was refused: a refusal costs the attacker almost nothing, and gains nothing."""
    if "errors" in answer:
        await asyncio.sleep(0.05)


async def many_games(target: Target) -> None:
    """Create running games, none of which is ever played."""
    await _create(target, "{kind: MINE}, {kind: MINE}")


async def many_tables(target: Target) -> None:
    """Bury the list of open games."""
    await _create(target, "{kind: MINE}, {kind: OPEN}, {kind: OPEN}, {kind: OPEN}", ", visibility: OPEN")


async def bots_alone(target: Target) -> None:
    """Create games of bots alone, each of which is hundreds of decisions."""
    await _create(target, ", ".join(["{kind: BOT, bot: GREEDY}"] * 4))


async def every_seat(target: Target) -> None:
    """Take every open seat of every listed game."""

    async def client() -> None:
        reader, writer = await target.connect()
        while True:
            found = await ask(reader, writer, "{ openGames(first: 20) { edges { node { gameId } } } }")
            await patiently(found)
            edges = ((found.get("data") or {}).get("openGames") or {}).get("edges") or ()
            for edge in edges:
                game = edge["node"]["gameId"]
                join = "mutation ($id: ID!) { joinGame(gameId: $id) { __typename } }"
                await patiently(await ask(reader, writer, join, {"id": game}))
            if not edges:
                await ask(
                    reader,
                    writer,
                    "mutation { createGame(game: {dankAndDraft: {}}, seats: [{kind: OPEN}, {kind: OPEN}], visibility: OPEN) "
                    "{ __typename } }",
                )

    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))
