"""Attacks by reading: documents and fields that cost the service more than they cost the client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any

from bench.harness.client import ClientConnection
from bench.harness.planned import Planned, PlannedGame, create
from bench.hostile.target import Target, ask

CONNECTIONS = 32
KIND = "dank-and-draft"
MANY = 240
"""Fields with arguments in one document, within the limits of aliases and tokens."""


async def dear_documents(target: Target) -> None:
    """Send large documents that are all different, so that each must be parsed and validated."""
    numbers = count()
    await _documents(
        target,
        lambda: "{ " + " ".join(f"a{next(numbers)}: catalogue {{ games {{ title }} }}" for _ in range(200)) + " }",
    )


async def largest_documents(target: Target) -> None:
    """Send different documents of equal fields, which take longest to validate."""
    numbers = count()
    await _documents(target, lambda: f"query Q{next(numbers)} {{ {'__typename ' * 3400} }}")


async def comments(target: Target) -> None:
    """Send small operations below long comments, which have few tokens and many characters."""
    numbers = count()
    await _documents(target, lambda: f"# {next(numbers)} {'x' * 49_000}\n{{ __typename }}")


async def long_strings(target: Target) -> None:
    """Send documents that hold one long string."""
    numbers = count()
    await _documents(target, lambda: f'{{ game(id: "{next(numbers)} {"x" * 49_000}") {{ __typename }} }}')


async def large_variables(target: Target) -> None:
    """Send bodies as large as allowed, full of empty lists, which are all decoded before anything is paid."""
    await _repeat(target, "query ($v: Int) { __typename }", {"v": [[]] * 80_000})


async def many_reads(target: Target) -> None:
    """Read the log of a game thousands of times in one request."""
    game = await _created(target)
    fields = " ".join(f"a{n}: history(first: 1) {{ __typename }}" for n in range(MANY))
    games = " ".join(f"g{n}: game(id: $id) {{ ...F }}" for n in range(8))
    await _repeat(
        target, f"query ($id: ID!) {{ {games} }} fragment F on Game {{ {fields} }}", {"id": game.id}, game.tokens[0]
    )


async def many_ranges(target: Target) -> None:
    """Read different ranges of the log of a game in one request."""
    game = await _created(target)
    fields = " ".join(f'a{n}: history(first: 1, after: "{n}") {{ __typename }}' for n in range(MANY))
    await _repeat(
        target,
        f"query ($id: ID!) {{ game(id: $id) {{ ... on Game {{ {fields} }} }} }}",
        {"id": game.id},
        game.tokens[0],
    )


async def skipped_moves(target: Target) -> None:
    """List one legal move after many others, again and again in one request."""
    game = await _created(target)
    fields = " ".join(f'a{n}: legalMoves(first: 1, after: "84") {{ __typename }}' for n in range(MANY))
    games = " ".join(f"g{n}: game(id: $id) {{ ...F }}" for n in range(4))
    await _repeat(
        target, f"query ($id: ID!) {{ {games} }} fragment F on Game {{ {fields} }}", {"id": game.id}, game.tokens[0]
    )


async def introspection(target: Target) -> None:
    """Introspect everything, which is a known document, and executed field by field."""
    names = "name description"
    fields = (
        f"fields {{ {names} args {{ {names} type {{ name ofType {{ name ofType {{ name }} }} }} }} type {{ name }} }}"
    )
    await _repeat(target, f"{{ __schema {{ types {{ {names} {fields} }} }} }}")


async def _created(target: Target) -> PlannedGame:
    line = ClientConnection(*await target.connect())
    try:
        return await create(line, Planned(KIND, "hostile", ()))
    finally:
        line.close()


async def _documents(target: Target, made: Callable[[], str]) -> None:
    """Send a new document over each connection as soon as the last one is answered."""

    async def client() -> None:
        reader, writer = await target.connect()
        while True:
            await ask(reader, writer, made())

    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))


async def _repeat(target: Target, query: str, variables: dict[str, Any] | None = None, token: str = "") -> None:
    """Send the same request over each connection again and again."""

    async def client() -> None:
        reader, writer = await target.connect()
        while True:
            await ask(reader, writer, query, variables, token)

    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))
