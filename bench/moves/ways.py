"""The ways to make a move, or to look at a game, at the service: how the requests are written and the answers checked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec import Struct

from bench.harness import documents
from bench.harness.client import NOT_MODIFIED, OK, ClientConnection, request
from bench.harness.planned import Planned, PlannedGame, create
from taphouse.engine import GAMES
from taphouse.engine.contract import Move
from taphouse.schema.move_inputs import move_input

DANK_AND_DRAFT, PINT_CRAFT, BREW_CRAFTERS = "dank-and-draft", "pint-craft", "brew-crafters"

CHANGED = b'"GameChanged"'

Prepare = Callable[[ClientConnection, Planned], Awaitable[list[bytes]]]
"""Creates a planned game over a connection, and writes one request per move."""


class Way(Struct, frozen=True):
    """One way."""

    name: str
    kind: str
    prepare: Prepare
    status: int = OK
    contains: bytes = CHANGED
    """A part of every answer that is not a refusal."""
    one_address: bool = False
    """True if all clients share an address. Each has its own otherwise, as at most services."""


def _graphql(write: Callable[[str, str, Move], documents.Body]) -> Prepare:
    return _moves(lambda kind, game, move: ("/graphql", write(kind, game, move)))


def _moves(write: Callable[[str, str, Move], tuple[str, Any]]) -> Prepare:
    async def prepare(line: ClientConnection, plan: Planned) -> list[bytes]:
        created = await create(line, plan)
        return [
            request(*write(plan.kind, created.id, move), token=created.tokens[seat - 1]) for seat, move in plan.moves
        ]

    return prepare


async def _queries(line: ClientConnection, plan: Planned) -> list[bytes]:
    created = await _half(line, plan)
    return [request("/graphql", documents.game(plan.kind, created.id), created.tokens[0])] * len(plan.moves)


async def _unchanged(line: ClientConnection, plan: Planned) -> list[bytes]:
    created = await _half(line, plan)
    path = f"/v1/games/{created.id}"
    head, _ = await line.exchange(request(path, token=created.tokens[0]))
    tag = head.partition(b"\r\netag:")[2].partition(b"\r\n")[0].strip().decode()
    return [request(path, token=created.tokens[0], headers=[f"if-none-match: {tag}"])] * len(plan.moves)


async def _half(line: ClientConnection, plan: Planned) -> PlannedGame:
    """Create a planned game, and play it half."""
    created = await create(line, plan)
    for seat, move in plan.moves[: len(plan.moves) // 2]:
        await line.ask(request("/graphql", documents.play(plan.kind, created.id, move), created.tokens[seat - 1]))
    return created


UNGUARDED = Way("unguarded", DANK_AND_DRAFT, _moves(lambda _, game, move: ("/unguarded", {"game": game, "move": move})))
TYPED = Way("typed", DANK_AND_DRAFT, _graphql(documents.typed))
SHARED = Way("shared", DANK_AND_DRAFT, TYPED.prepare, one_address=True)
"""Typed moves from one address, of which the service begins and charges only a few requests at once."""
PLAY = Way("play", DANK_AND_DRAFT, _graphql(documents.play))
NOTATION = Way("notation", DANK_AND_DRAFT, _graphql(documents.notation))
WHOLE = Way("whole", DANK_AND_DRAFT, _graphql(documents.whole))
"""A move with the fields that `REST` answers, except the types of moves and events."""
REST = Way(
    "rest",
    DANK_AND_DRAFT,
    _moves(lambda _, game, move: (f"/v1/games/{game}/moves", {"moves": [move_input(move, GAMES[DANK_AND_DRAFT])]})),
    contains=b'"entries"',
)
QUERY = Way("query", DANK_AND_DRAFT, _queries, contains=b'"table"')
UNCHANGED = Way("unchanged", DANK_AND_DRAFT, _unchanged, status=NOT_MODIFIED, contains=b"")
"""The same game by REST, with the `If-None-Match` of what the client has."""
ALIKE = (TYPED, PLAY, NOTATION, UNGUARDED)
"""Ways whose answers must be equal."""
WAYS = (
    *ALIKE,
    SHARED,
    WHOLE,
    REST,
    QUERY,
    UNCHANGED,
    Way("pint_craft", PINT_CRAFT, _graphql(documents.typed)),
    Way("brew_crafters", BREW_CRAFTERS, _graphql(documents.typed)),
)


def changed(answer: bytes) -> Any:
    """The answer of a way of `ALIKE` about the game."""
    ((_, found),) = msgspec.json.decode(answer)["data"].items()
    return found
