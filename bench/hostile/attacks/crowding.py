"""Attacks on the ways by which players find each other: quick play, handles, and challenges."""

from __future__ import annotations

import asyncio
import random
import secrets
from itertools import count

from bench.hostile.attacks.filling import CONNECTIONS, patiently
from bench.hostile.target import Target, ask

_PLAY = (
    "mutation ($key: String!, $clock: NewClockInput) { "
    "quickPlay(game: {dankAndDraft: {}}, clock: $clock, idempotencyKey: $key) { __typename } }"
)
_SAVE = "mutation ($handle: String!) { saveProfile(handle: $handle) { __typename } }"
_CHALLENGE = (
    "mutation ($handle: String!) { createGame(game: {dankAndDraft: {}}, "
    "seats: [{kind: MINE}, {kind: OPEN, challenge: $handle}]) { __typename } }"
)
_ALIKE = ("iIlL1\u0399\u0456", "oO0\u039f\u043e", "aA\u0430\u0391", "sS\u0455")
"""Letters that look alike."""


async def quick_play_floods(target: Target) -> None:
    """Fill a queue of quick play with tables that do not fit each other."""
    clocks = count(1)

    async def client() -> None:
        reader, writer = await target.connect()
        while True:
            given = {"key": secrets.token_urlsafe(16), "clock": {"perMove": next(clocks) % 86_400 + 1}}
            await patiently(await ask(reader, writer, _PLAY, given))

    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))


async def look_alike_handles(target: Target) -> None:
    """Ask for handles that look like one that is taken."""

    async def client(account: str) -> None:
        reader, writer = await target.connect()
        while True:
            handle = "".join(map(random.choice, _ALIKE * 4))
            await patiently(await ask(reader, writer, _SAVE, {"handle": handle}, account))

    await asyncio.gather(*map(client, target.accounts))


async def challenge_floods(target: Target) -> None:
    """Challenge one player from many accounts, without end."""

    async def client(number: int, account: str) -> None:
        reader, writer = await target.connect()
        await ask(reader, writer, _SAVE, {"handle": f"crowd-{number}"}, account)
        while True:
            await patiently(await ask(reader, writer, _CHALLENGE, {"handle": f"crowd-{int(not number)}"}, account))

    await asyncio.gather(*(client(number, account) for number, account in enumerate(target.accounts)))
