"""Attacks by following: streams whose events cost the service more than they cost the client."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.harness import documents
from bench.harness.planned import KIND
from bench.hostile.target import ATTACKER, Target

SOCKETS, OPERATIONS = 250, 20
"""The most of both that one address may have by default."""
CREATE = (
    "mutation { createGame(game: {dankAndDraft: {}}, seats: [{kind: BOT, bot: RANDOM}, {kind: BOT, bot: RANDOM}]) "
    "{ ... on GameCreated { game { gameId } } } }"
)
"""A game that goes on by itself, so that its followers get event after event."""


async def dear_events(target: Target) -> None:
    """Follow a game with events that are dear, and all different, so that none shares an answer."""
    await _follow(target, documents.table(KIND))


async def small_events(target: Target) -> None:
    """Follow a game likewise, with events of a price that any client may pay."""
    await _follow(target, "")


async def _follow(target: Target, more: str) -> None:
    numbers = count()
    game = (await target.post(CREATE))["data"]["createGame"]["game"]["gameId"]
    moves = "edges { node { notation label } }"
    document = (
        "subscription ($id: ID!, $a: Int!, $b: Int!) { gameUpdated(gameId: $id) { ... on Game { version seats { name } "
        f"a: legalMoves(first: $a) {{ {moves} }} b: legalMoves(first: $b) {{ {moves} }} {more} }} }} }}"
    )

    def given(number: int) -> Any:
        return {"query": document, "variables": {"id": game, "a": 1 + number % 64, "b": 1 + number // 64 % 64}}

    async def client() -> None:
        while True:
            with suppress(WebSocketException, OSError):
                async with connect(
                    f"ws://127.0.0.1:{target.port}/graphql",
                    subprotocols=["graphql-transport-ws"],  # type: ignore[list-item]
                    local_addr=(ATTACKER, 0),
                    max_size=None,
                ) as socket:
                    await _start(socket)
                    for number in range(OPERATIONS):
                        await _send(socket, "subscribe", str(number), given(next(numbers)))
                    async for _ in socket:
                        pass
            await asyncio.sleep(0.1)

    await asyncio.gather(*(client() for _ in range(SOCKETS)))


async def _start(socket: ClientConnection) -> None:
    await socket.send('{"type":"connection_init"}')
    await socket.recv()


async def _send(socket: ClientConnection, type_: str, id_: str, payload: Any) -> None:
    await socket.send(msgspec.json.encode({"type": type_, "id": id_, "payload": payload}).decode())
