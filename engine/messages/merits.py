"""The reasons for a move: those that games share, and the ones that any game has. Catalogues put them into words."""

from __future__ import annotations

from taphouse.engine.messages import Merit


class WinsGame(Merit, frozen=True):
    """The move wins the game."""


class SharesVictory(Merit, frozen=True):
    """The move ends the game, with the first place shared."""


class OnlyMove(Merit, frozen=True):
    """There is no other legal move."""


class NothingBetter(Merit, frozen=True):
    """No other move looked better; there is no more to say for this one."""


class GainsPoints(Merit, frozen=True):
    """The move brings points."""

    number: int
    """The points."""


class Raises(Merit, frozen=True):
    """The move raises a number in the area of the player at the table."""

    name: str
    """The field of the table, in kebab case; where it is spoken, its title."""
    before: int
    number: int
    """The number after the move."""


MERITS = (WinsGame, SharesVictory, OnlyMove, NothingBetter, GainsPoints, Raises)
"""The reasons of every game."""
