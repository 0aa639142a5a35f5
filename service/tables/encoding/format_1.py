"""How games were encoded in format 1: without a format, which is recognised by the first byte. Nothing here ever changes.

Moves were stored as maps with their `verb`, and events with every move. Game types had their format 1.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct


def written(source: bytes) -> bool:
    """Whether a value is of this format: it begins with a MessagePack array, where later formats have a small number."""
    return source[0] >= 0x90


class Setup(Struct, frozen=True, array_like=True):
    """What never changes in a game."""

    edition: str
    options: Raw
    seed: bytes
    seeded: bool
    commitment: str
    visibility: str = "UNLISTED"


class Host(Struct, frozen=True, array_like=True):
    """The host of a game."""

    generation: int = 1
    player: str | None = None


class Sitting(Struct, frozen=True, array_like=True):
    """The occupancy of a seat."""

    name: str | None
    taken: bool
    resigned: bool = False
    generation: int = 1
    bot: str | None = None
    closed: bool = False
    player: str | None = None
    brewery: str | None = None


class Position(Struct, frozen=True, array_like=True):
    """A game at a version."""

    status: str
    seats: tuple[Sitting, ...]
    state: Raw
    host: Host = Host()


class Body(Struct, frozen=True, array_like=True):
    """The body of a log entry: a move, nil if there is none, and events."""

    move: Raw
    automatic: bool
    events: Raw


SETUP = msgspec.msgpack.Decoder(Setup)
POSITION = msgspec.msgpack.Decoder(Position)
BODY = msgspec.msgpack.Decoder(Body)
