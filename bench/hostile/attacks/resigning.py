"""Attacks with games that play by themselves, because their seats have resigned."""

from __future__ import annotations

import asyncio

from bench.hostile.target import Target, ask

SEATS = 6
CONNECTIONS = 32
KEY = "a-key-that-is-sent-again"
_SEATS = ", ".join(["{kind: MINE}"] * SEATS)
_CREATE = (
    f"mutation {{ createGame(game: {{pintCraft: {{}}}}, seats: [{_SEATS}]) "
    "{ ... on GameCreated { game { gameId } seats { token } } } }"
)
_RESIGN = (
    "mutation ($id: ID!, $key: String) { resign(gameId: $id, idempotencyKey: $key) { ... on GameChanged "
    "{ entries { version notation sentence } } ... on Problem { code } } }"
)


async def repeated_resignation(target: Target) -> None:
    """Have all seats of a game resign, then send the last resignation again and again, with its key."""
    made = (await target.post(_CREATE))["data"]["createGame"]
    variables = {"id": made["game"]["gameId"], "key": KEY}
    tokens = [seat["token"] for seat in made["seats"]]
    for token in tokens:
        await target.post(_RESIGN, variables, token)

    async def client() -> None:
        reader, writer = await target.connect()
        while True:
            await ask(reader, writer, _RESIGN, variables, tokens[-1])

    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))


async def resignations(target: Target) -> None:
    """Create games and have all their seats resign, so that the service plays them to their ends."""

    async def client() -> None:
        reader, writer = await target.connect()
        while True:
            made = (await ask(reader, writer, _CREATE)).get("data")
            if not made:
                continue
            game = made["createGame"]
            for seat in game["seats"]:
                await ask(reader, writer, _RESIGN, {"id": game["game"]["gameId"]}, seat["token"])

    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))
