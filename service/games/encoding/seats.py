"""The seats of a game and its host, as they are stored with each position."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from taphouse.schema.values.seats import SeatEnder, SeatEndReason

MOST_ENDS = 8
"""The most ends of a seat that are remembered; the players who lost it longest ago are forgotten."""


class Host(Struct, frozen=True, array_like=True):
    """The host of a game."""

    generation: int = 1
    """The generation of the host's token."""
    player: str | None = None
    """The account that has the host's part, if any."""
    own: tuple[tuple[int, int], ...] = ()
    """The seats whose tokens the host got with the game, each with the generation of its token."""
    profile: tuple[str, str, int | None] | None = None
    """Their profile when they became the host: its id, its handle and the rating."""


class SeatEnd(Struct, frozen=True, array_like=True):
    """The end of a player's seat."""

    generation: int
    """The generation of the token that ended."""
    by: str
    """The name of a `SeatEnder`."""
    reason: str
    """The name of a `SeatEndReason`."""
    player: str | None
    """The account that held it, if any."""


class Reserved(Struct, frozen=True, array_like=True):
    """The player whom a challenge reserves a free seat for."""

    account: str
    profile: tuple[str, str]
    """Their public id and their handle."""
    delivered: bool
    """False if they have blocked the challenger: then they never learn of it, and it stays without an answer."""


class Sitting(Struct, frozen=True, array_like=True):
    """The occupancy of a seat."""

    name: str | None
    taken: bool
    resigned: int = 0
    """Its place in the order of resignations, from 1; 0 if it has not resigned."""
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
    asked: bool = False
    """True if the start of a full game waits for the player, who was away."""
    named: int = 0
    """The time when the player last changed their names in the running game, in milliseconds since the epoch."""
    program: bool = False
    """True if the player is a program, and said so."""
    ends: tuple[SeatEnd, ...] = ()
    """The last players who lost it, in order."""
    profile: tuple[str, str, int | None] | None = None
    """The public id, the handle and the rating of the account that holds it, if it had them when it took the seat."""
    reserved: Reserved | None = None
    """The player whom it is reserved for. Such a seat is closed."""

    @property
    def open(self) -> bool:
        """True if anyone may take it."""
        return not self.taken and not self.closed

    @property
    def held(self) -> bool:
        """True if a player holds it, by its token or by an account. They may be away."""
        return self.taken and (self.bot is None or self.away)

    @property
    def stays(self) -> bool:
        """True if it has a player: a person who is there, or a bot that plays for no absent person."""
        return self.taken and not self.away and not self.resigned

    def ended(self, by: SeatEnder, reason: SeatEndReason) -> Sitting:
        """The seat with a note of how its player lost it. The change of its generation follows."""
        end = SeatEnd(self.generation, by.value, reason.value, self.player)
        return replace(self, ends=(*self.ends, end)[-MOST_ENDS:])

    def empty(self, closed: bool) -> Sitting:
        """The seat without its occupant; tokens of the old generation become invalid."""
        return Sitting(None, False, generation=self.generation + 1, closed=closed, ends=self.ends)


def with_seat(seats: tuple[Sitting, ...], seat: int, sitting: Sitting) -> tuple[Sitting, ...]:
    """The seats with one of them replaced."""
    return (*seats[: seat - 1], sitting, *seats[seat:])


def with_resigned(seats: tuple[Sitting, ...], seat: int) -> tuple[Sitting, ...]:
    """The seats after one of them has resigned. If its player was absent, no bot plays for them any more."""
    sitting, place = seats[seat - 1], max([one.resigned for one in seats]) + 1
    bot = None if sitting.away else sitting.bot
    return with_seat(seats, seat, replace(sitting, resigned=place, bot=bot, away=False))


def in_order(seats: tuple[Sitting, ...]) -> tuple[int, ...]:
    """The seats that have resigned, in the order of their resignations."""
    gone = [seat for seat, one in enumerate(seats, 1) if one.resigned]
    return tuple(sorted(gone, key=lambda seat: seats[seat - 1].resigned))


def with_asked(seats: tuple[Sitting, ...], asked: Collection[int]) -> tuple[Sitting, ...]:
    """The seats when the start waits for these of them, and for no others."""
    if not asked and not any(sitting.asked for sitting in seats):
        return seats
    return tuple([replace(sitting, asked=seat in asked) for seat, sitting in enumerate(seats, 1)])


def changed_hands(before: Iterable[Sitting], after: Iterable[Sitting]) -> bool:
    """True if other players decide at a seat, or have a say. A new name, or an account for the same player, is no such change."""
    return any(_hands(one) != _hands(other) for one, other in zip(before, after, strict=True))


def _hands(sitting: Sitting) -> tuple[object, ...]:
    return sitting.taken, sitting.generation, sitting.bot, sitting.resigned, sitting.away


def by_player(who: str, automatic: bool, seats: tuple[Sitting, ...]) -> int | None:
    """The seat whose player made a version. None if the host or the service did, also for an absent player."""
    seat = seat_of(who)
    return None if seat is None or automatic or seats[seat - 1].bot else seat


def seat_of(who: str) -> int | None:
    """The seat number of `seat:2`; None for the host and the service."""
    return int(who.removeprefix("seat:")) if who.startswith("seat:") else None
