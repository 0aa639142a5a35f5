"""Reasons that a problem for players can have besides its own sentence. `messages` puts them into words."""

from __future__ import annotations

from taphouse.engine.messages import Why
from taphouse.schema.values.seats import SeatEnder, SeatEndReason


class TokenExpired(Why, frozen=True):
    """The token was valid until a time that has passed."""


class TokenOfOtherGame(Why, frozen=True):
    """The token belongs to another game."""


class TokenReplaced(Why, frozen=True):
    """The host has replaced the token."""


class SeatLost(Why, frozen=True):
    """The token was that of a seat that its player has lost."""

    seat: int
    by: SeatEnder
    reason: SeatEndReason


class AccountGone(Why, frozen=True):
    """The account was deleted while its stream was open."""


class NeedsLastingToken(Why, frozen=True):
    """A token that expires cannot bring about something that lasts."""


class NoHost(Why, frozen=True):
    """A table of quick play has no host."""


class SeatsOfOthers(Why, frozen=True):
    """The game is not over, and some seats are not the caller's."""

    missing: tuple[int, ...]


class RunsStill(Why, frozen=True):
    """The game that another one should begin from is still running."""


class InviteExpired(Why, frozen=True):
    """The invite was valid until a time that has passed."""


class InviteRevoked(Why, frozen=True):
    """The host has revoked the invite."""


class InviteUsed(Why, frozen=True):
    """The seat of the invite is taken."""

    seat: int


class SeatIsTaken(Why, frozen=True):
    """A player has taken the seat."""

    seat: int


class SeatIsReserved(Why, frozen=True):
    """The seat is for a challenged player."""

    seat: int


class OpenSeats(Why, frozen=True):
    """Other seats are open."""

    seats: tuple[int, ...]


class OverBeforeMove(Why, frozen=True):
    """The moves before this one end the game."""

    index: int


class NameHasWrongLength(Why, frozen=True):
    """A name is empty, too long, or has spaces at its ends."""

    most: int


class NameIsInvisible(Why, frozen=True):
    """A name has control characters or invisible characters."""


class NameHasTooManyMarks(Why, frozen=True):
    """A letter of a name has too many accents or other marks."""

    most: int


class NameLooksLike(Why, frozen=True):
    """A name looks like that of another seat."""

    other: str


class NoDisplayName(Why, frozen=True):
    """The caller has no account, or their login gives no name that can be shown."""
