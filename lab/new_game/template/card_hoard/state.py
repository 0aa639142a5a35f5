"""A position of Card Hoard."""

from __future__ import annotations

from taphouse.engine.contract import WHOLE, State

from .moves import CardHoardOptions

Cards = tuple[int, ...]


class CardHoardState(State, frozen=True):
    """A position. Games are stored so: after a release, a change of these fields needs an `Upgrade`."""

    options: CardHoardOptions
    draws: int
    """The number of the next draw. Each draw has one of its own, so that the seed decides all of them."""
    seat: int
    """The seat whose turn it is; 0 when the game is over."""
    drawn: bool
    """True if that seat has got its card, and must lay one."""
    hands: tuple[Cards, ...]
    """By seat. Each is sorted, so that the order reveals nothing."""
    pile: Cards
    """Its top is at the end."""
    open: Cards
    """One card."""
    hoards: tuple[Cards, ...]
    discards: Cards
    viewer: int = WHOLE
    """The seat whose knowledge this is."""
