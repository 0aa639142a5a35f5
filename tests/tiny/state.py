"""A position of Cask Race, and what is owed in it."""

from __future__ import annotations

from taphouse.engine.contract import WHOLE, Owed, State
from tests.tiny.moves import CaskRaceOptions

Cards = tuple[int, ...]


class ToAct(Owed, frozen=True):
    """The one thing that a player does in their turn (TF-03)."""


class ToKeep(Owed, frozen=True):
    """The cards looked at, some of which are kept (TF-04)."""

    cards: Cards


class ToGive(Owed, frozen=True):
    """A gift of another seat's choice (TF-06)."""

    seat: int


class ToAnswer(Owed, frozen=True):
    """True if the gift is accepted (TF-07); it is laid down once the frame on top of this one, `ToGive`, is gone."""

    giver: int
    card: int


Pending = ToAct | ToKeep | ToGive | ToAnswer


class CaskRaceState(State, frozen=True):
    """A position."""

    options: CaskRaceOptions
    draws: int
    """The number of the next draw."""
    turn: int
    seat: int
    """The seat whose turn it is; 0 when the game is over."""
    pending: tuple[Pending, ...]
    """The stack of decisions, the next one at the end; empty when the game is over."""
    pile: Cards
    """The draw pile, its top at the end."""
    hands: tuple[Cards, ...]
    """Each sorted, so that no order tells anything."""
    discards: Cards
    """The discard pile, open to all, sorted."""
    casks: tuple[tuple[int, ...], ...]
    """For each seat the indexes of the recipes it brewed."""
    spices: tuple[int, ...]
    favours: tuple[int, ...]
    """The favours owed to each seat."""
    ended: str
    """The reason of the end, empty while the game runs."""
    viewer: int = WHOLE
    """The viewer whose knowledge this is: a seat's, a spectator's, or all of it."""
