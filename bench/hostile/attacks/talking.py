"""Attacks on what players write beside the game: floods of talk, of reports, and of addresses to which codes are mailed."""

from __future__ import annotations

import asyncio
import secrets
from itertools import cycle
from typing import Any

from bench.hostile.attacks.filling import CONNECTIONS, patiently
from bench.hostile.target import Target, ask

_CREATE = (
    "mutation { createGame(game: {dankAndDraft: {}}, seats: [{kind: MINE}, {kind: MINE}]) { "
    "... on GameCreated { game { gameId } seats { token } } } }"
)
_SAY = (
    "mutation ($id: ID!, $text: String!, $key: String!) { "
    "say(gameId: $id, text: $text, idempotencyKey: $key) { __typename ... on Problem { code } } }"
)
_READ = "query ($id: ID!) { talk(gameId: $id, first: 500) { ... on TalkPage { lines { text } } } }"
_REPORT = (
    "mutation ($id: ID!, $text: String!, $key: String!) { "
    "report(gameId: $id, category: OTHER, text: $text, idempotencyKey: $key) { __typename } }"
)
_MAIL = "mutation ($address: String!) { remindByEmail(address: $address) { __typename } }"
_LONGEST = "\U0001f37a" * 280
"""A line of the most bytes."""
_WORDS = "\U0001f37a" * 500
"""A report of the most bytes."""


async def talk_floods(target: Target) -> None:
    """Say the longest lines at one table, as players and as spectators, and read the rooms all the time."""
    made = (await target.post(_CREATE))["data"]["createGame"]
    game, seats = made["game"]["gameId"], [seat["token"] for seat in made["seats"]]

    async def says(token: str) -> None:
        await _again(target, token, lambda: (_SAY, {"id": game, "text": _LONGEST, "key": secrets.token_urlsafe(16)}))

    async def reads(token: str) -> None:
        await _again(target, token, lambda: (_READ, {"id": game}))

    by = [token for token, _ in zip(cycle([*seats, *target.accounts]), range(CONNECTIONS), strict=False)]
    await asyncio.gather(*map(says, by), *map(reads, by))


async def report_floods(target: Target) -> None:
    """File the longest reports from many accounts and as players, in one game."""
    made = (await target.post(_CREATE))["data"]["createGame"]
    game, seats = made["game"]["gameId"], [seat["token"] for seat in made["seats"]]

    async def files(token: str) -> None:
        await _again(target, token, lambda: (_REPORT, {"id": game, "text": _WORDS, "key": secrets.token_urlsafe(16)}))

    await asyncio.gather(*map(files, [*seats, *target.accounts]))


async def address_floods(target: Target) -> None:
    """Have codes mailed to ever new addresses, by a mail server that does not answer."""

    async def asks(account: str) -> None:
        await _again(target, account, lambda: (_MAIL, {"address": f"{secrets.token_hex(8)}@receiver.invalid"}))

    await asyncio.gather(*map(asks, target.accounts))


async def _again(target: Target, token: str, request: Any) -> None:
    """Send requests over one connection, as fast as they are answered."""
    reader, writer = await target.connect()
    while True:
        query, variables = request()
        await patiently(await ask(reader, writer, query, variables, token))
