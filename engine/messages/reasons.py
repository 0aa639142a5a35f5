"""The reasons of refusals that games share. A game declares its own in its `reasons.py`; catalogues put them into words.

The reasons for moves are in `engine.messages.merits`.
"""

from __future__ import annotations

from typing import Annotated

from taphouse.engine.messages import Catalogues, Spoken, Why
from taphouse.engine.messages.merits import MERITS
from taphouse.engine.vocabulary import SEAT


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
