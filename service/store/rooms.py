"""The rooms of a game beside its log, in which lines are said: the values of the protocol. See docs/decisions/0066."""

from __future__ import annotations

from msgspec import Struct

MOST_LINES = 500
"""The most lines that a room keeps; the oldest makes room. This and the next three are in say.lua too."""
SPAN, MOST_OF_AUTHOR, MOST_OF_ALL = 20_000, 8, 64
"""The milliseconds in which an author can say so many lines, and all authors in a room together. The newest lines, as many as the
latter, are also those in which an idempotency key is known."""


class Saying(Struct, frozen=True):
    """A line that somebody wants to say."""

    game: str
    room: str
    author: str
    """The author, without spaces: a seat such as `seat:2`, or else a name by which their lines are counted."""
    account: str | None
    """The account of the author."""
    key: str
    """The idempotency key, without spaces."""
    body: bytes
    """Its text; opaque to the store."""
    free: bool
    """True if its text is free, so that it needs the mode FREE."""
    mode: str
    """The mode of the game, unless another one is set: OFF, PHRASES or FREE."""


class StoredLine(Struct, frozen=True):
    """A line in a room."""

    number: int
    """Lines of a room count from 1, without gaps."""
    at: int
    """Milliseconds since the epoch."""
    epoch: str
    """The history of the store in which it was said; empty if the store has none."""
    key: str
    author: str
    account: str | None
    body: bytes


class Said(Struct, frozen=True):
    """The line was said, now or by an earlier call with the same key."""

    line: StoredLine


class LineRefused(Struct, frozen=True):
    """Nothing was said: the mode of the game forbids it, or it came too soon."""

    mode: str | None = None
    """The mode that forbids it."""
    wait: int = 0
    """Milliseconds until the author can say something again."""


class KeyUsed(Struct, frozen=True):
    """The key was used for another line. Nothing was said."""
