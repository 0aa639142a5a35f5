"""The question that is asked in both worlds of a pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from taphouse.engine.contract import Move
from taphouse.lab.secrecy.in_process_service import OPERATOR, Headers, InProcessRequest
from taphouse.schema.texts import OWN

T = TypeVar("T")


class NotCovered(Exception):
    """The service has a route, field or argument that the audit does not cover; the message says what to add where."""


class Question(Struct, frozen=True, kw_only=True):
    """The viewer, game and version of the requests that are sent in both worlds."""

    number: int
    """The number of questions before it; determines which operations take their turn."""
    id: str
    seats: int
    """The number of seats."""
    viewer: str
    """`seat 2`, `spectator` or `host`."""
    seat: int | None
    token: str | None
    account: bool
    """True if the token is an account's."""
    other: str
    """The token of another seat, which follows the game as well."""
    mover: str
    """The token of the seat that made the last move."""
    last: Move | None
    """That move if it is made while the viewer follows the game; else None."""
    version: int
    earlier: tuple[int, ...]
    """The earlier versions to query."""
    follows: int
    """The version after which a stream begins."""
    decides: bool
    """True if the viewer must decide now."""
    legal: tuple[Move, ...]
    """The viewer's legal moves; empty if another seat must decide."""
    refused: Callable[[Move], bool]
    """Returns whether a move by the viewer is refused."""
    begun: tuple[str, InProcessRequest] | None
    """The name and request by which the viewer created or joined the game; repeating it gets the first answer again."""
    luck: int
    """The seed of random choices."""
    delayed: bool = False
    """True if the viewer sees the game later than the seats."""
    changes: int | None = None
    """The most changes by the viewer, each of which shows another version; None for any number."""

    @property
    def before(self) -> int:
        """The version before the last move if that is made live; else the version."""
        return self.version - (self.last is not None)

    @property
    def after(self) -> int:
        """The version after which a page begins."""
        return min(self.earlier, default=0)

    @property
    def stale(self) -> int:
        """A version that is not the newest one that the viewer sees."""
        return 1 if self.delayed else max(1, self.version - 3)

    @property
    def never(self) -> int:
        """A version that does not exist."""
        return self.version + 7

    @property
    def headers(self) -> Headers:
        """The headers of all requests of the viewer. Each language takes its turn."""
        return self._headers(self.token)

    @property
    def operating(self) -> Headers:
        """The headers of requests of an operator, who sees no more than the viewer."""
        return self._headers(OPERATOR)

    def _headers(self, token: str | None) -> Headers:
        language = OWN.languages[self.number % len(OWN.languages)]
        return (*bearer(token), (b"accept-language", language.encode()))


def bearer(token: str | None) -> Headers:
    """The headers that send a token."""
    return () if token is None else ((b"authorization", b"Bearer " + token.encode()),)


def in_turn(all_: Sequence[T], number: int, count: int) -> list[T]:
    """Choose `count` items in rotation: consecutive numbers get consecutive items."""
    return [all_[(number * count + i) % len(all_)] for i in range(min(count, len(all_)))]
