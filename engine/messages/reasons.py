"""The reasons of refusals that games share. A game declares its own in its `reasons.py`; catalogues put them into words.

The reasons for moves are in `engine.messages.merits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from taphouse.engine.messages import Catalogues, Spoken, Why
from taphouse.engine.messages.merits import MERITS
from taphouse.engine.vocabulary import SEAT

_MOST_NAMED = 12
"""The most values that a refusal names."""


class GameIsOver(Why, frozen=True):
    """The game is over."""


class SomethingElse(Why, frozen=True):
    """The move answers another decision than the one to make."""


class DecidedByOther(Why, frozen=True):
    """Another player decides."""

    seat: Annotated[int, SEAT]


class NoSuchSeat(Why, frozen=True):
    """The move names a seat that is not at the table."""

    number: int
    seats: int


class NoSuchName(Why, frozen=True):
    """A name is none of the edition, or none that this game has."""

    name: str
    names: tuple[str, ...] = ()
    """Those that there are, if they are few."""


class NotListed(Why, frozen=True):
    """The move is none of the legal ones, and the game says no more."""

    value: str | None = None
    """The first value that no legal move has there, as notation has it; None if it is no single word."""
    values: tuple[str, ...] = ()
    """Those that legal moves have in its place, if they are few."""


def not_listed(move: Any, listed: Iterable[Any]) -> NotListed:
    """The reason why a move is none of the listed ones: the first field that has no such value in any of them.

    Args:
        move: the move.
        listed: the legal moves.
    """
    left = [one for one in listed if type(one) is type(move)]
    for name in move.__struct_fields__ if left else ():
        values = [getattr(one, name) for one in left]
        if (value := getattr(move, name)) not in values:
            words = tuple(dict.fromkeys(filter(None, map(_word, values))))
            return NotListed(_word(value), words if _word(value) and len(words) <= _MOST_NAMED else ())
        left = [one for one in left if getattr(one, name) == value]
    return NotListed()


def _word(value: Any) -> str | None:
    """A value as notation has it, if it is one word."""
    return str(value) if isinstance(value, int | str) and not isinstance(value, bool) else None


class WouldBeOver(Why, frozen=True):
    """Under other rules than those so far, the game would be over."""


SHARED = Catalogues(
    "taphouse.engine",
    Spoken(
        refusals=(GameIsOver, SomethingElse, DecidedByOther, NoSuchSeat, NoSuchName, NotListed, WouldBeOver),
        merits=MERITS,
    ),
)
"""The catalogues of these reasons, and of the merits that games share."""
