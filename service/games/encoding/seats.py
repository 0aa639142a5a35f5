"""The seats of a game and its host, as they are stored with each position."""

from __future__ import annotations

from msgspec import Struct


class Host(Struct, frozen=True, array_like=True):
    """The host of a game."""

    generation: int = 1
    """The generation of the host's token."""
    player: str | None = None
    """The account that created the game, if any."""


class Sitting(Struct, frozen=True, array_like=True):
    """The occupancy of a seat."""

    name: str | None
    taken: bool
    resigned: bool = False
    generation: int = 1
    """The generation of the seat's token."""
    bot: str | None = None
    """The `BotKind` that plays it, if any."""
    closed: bool = False
    player: str | None = None
    """The account that holds it, if any."""
    brewery: str | None = None
    """The name that the player gave their brewery."""
    away: bool = False
    """True if `bot` plays for an absent player, who keeps the seat and can return."""

    @property
    def open(self) -> bool:
        """True if anyone may take it."""
        return not self.taken and not self.closed

    @property
    def held(self) -> bool:
        """True if a player holds it, by its token or by an account. They may be away."""
        return self.taken and (self.bot is None or self.away)

    def empty(self, closed: bool) -> Sitting:
        """The seat without its occupant; tokens of the old generation become invalid."""
        return Sitting(None, False, generation=self.generation + 1, closed=closed)


def with_seat(seats: tuple[Sitting, ...], seat: int, sitting: Sitting) -> tuple[Sitting, ...]:
    """The seats with one of them replaced."""
    return (*seats[: seat - 1], sitting, *seats[seat:])


def seat_of(who: str) -> int | None:
    """The seat number of `seat:2`; None for the host and the service."""
    return int(who.removeprefix("seat:")) if who.startswith("seat:") else None
