"""Attacks with games that play by themselves, because their seats have resigned."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from bench.hostile.target import Target, ask
from taphouse.engine import GAMES
from taphouse.engine.editions import packaged
from taphouse.engine.records.record import RecordedPlayer, heading
from taphouse.engine.records.text import write

SEATS = 6
CONNECTIONS = 32
KEY = "a-key-that-is-sent-again"
IMPORT = (
    "mutation ($r: String!) { importRecord(record: $r) { ... on GameCreated { game { gameId } seats { token } } } }"
)
_RESIGN = (
    "mutation ($id: ID!, $key: String) { resign(gameId: $id, idempotencyKey: $key) { ... on GameChanged "
    "{ entries { version notation sentence } } ... on Problem { code } } }"
)


def played_to_its_end() -> str:
    """The record of a game that has begun, under rules of the service by which it is played to its end though all resign."""
    game = GAMES["pint-craft"]
    edition = packaged(game.edition, game.about.package)[0]
    begun = heading(game, edition, game.newest, game.about.options(), [RecordedPlayer() for _ in range(SEATS)])
    return write(replace(begun, service_rules=1, seed=bytes(32).hex()))


async def repeated_resignation(target: Target) -> None:
    """Have all seats of a game resign, then send the last resignation again and again, with its key."""
    made = (await target.post(IMPORT, {"r": played_to_its_end()}))["data"]["importRecord"]
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
    """Import games and have all their seats resign, so that the service plays them to their ends."""
    begun = {"r": played_to_its_end()}

    async def client() -> None:
        reader, writer = await target.connect()
        while True:
            made = (await ask(reader, writer, IMPORT, begun)).get("data")
            if not made:
                continue
            game = made["importRecord"]
            for seat in game["seats"]:
                await ask(reader, writer, _RESIGN, {"id": game["game"]["gameId"]}, seat["token"])

    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))
