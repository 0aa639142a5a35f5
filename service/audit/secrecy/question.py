"""What is asked in each of two worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from taphouse.engine.game import Move
from taphouse.service.audit.secrecy.in_process_service import Headers, Request

T = TypeVar("T")


class Untaught(Exception):
    """The service has something of which it is not said here how it is asked for."""


class Question(Struct, frozen=True, kw_only=True):
    """What is asked in each of two worlds: the same, by the same viewer, of the same game."""

    number: int
    """How many were before it: what is asked of some in turn follows from it."""
    id: str
    viewer: str
    """`seat 2`, `spectator` or `host`."""
    seat: int | None
    token: str | None
    account: bool
    """Whether it is that of a login."""
    other: str
    """The token of another seat, which follows the game as well."""
    mover: str
    """The token of the seat that made the last move."""
    last: Move | None
    """That move, where it is made while the viewer follows the game."""
    version: int
    earlier: tuple[int, ...]
    """The versions before it that are looked at."""
    follows: int
    """The version after which a stream begins."""
    decides: bool
    """Whether the viewer must decide now."""
    legal: tuple[Move, ...]
    """What it may do then."""
    refused: Callable[[Move], bool]
    """Whether the viewer may not make a move."""
    begun: tuple[str, Request] | None
    """How the viewer created or joined the game, and the name of that: who asks it again gets its first answer."""
    luck: int
    """What is chosen at random follows from it."""

    @property
    def before(self) -> int:
        """The version before the last."""
        return self.version - (self.last is not None)

    @property
    def after(self) -> int:
        """The version after which a page begins."""
        return min(self.earlier, default=0)

    @property
    def never(self) -> int:
        """A version that there is not."""
        return self.version + 7

    @property
    def headers(self) -> Headers:
        """What the viewer sends with every request."""
        return bearer(self.token)


def bearer(token: str | None) -> Headers:
    """The header that a token is sent with."""
    return () if token is None else ((b"authorization", b"Bearer " + token.encode()),)


def in_turn(all_: Sequence[T], number: int, count: int) -> list[T]:
    """So many of all, other ones for the next number, until each had its turn."""
    return [all_[(number * count + i) % len(all_)] for i in range(min(count, len(all_)))]
