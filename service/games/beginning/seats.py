"""The seats of new games: what a creator may ask for, and how they are taken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence, Sized

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.game import Game
from taphouse.engine.vocabulary import span
from taphouse.schema.failures import Refused
from taphouse.schema.ports import AccountHolder
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.reasons import NoDisplayName
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import HostPowers
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.service.access.shown_names import why_look_alike, why_no_name
from taphouse.service.access.tokens import Identity
from taphouse.service.games.encoding.seats import Sitting
from taphouse.service.games.kernel.checks import account_of, refuse


class Introduction(Struct, frozen=True):
    """A player with a public profile, for those at the table."""

    id: str
    handle: str
    name: str | None
    """Their display name."""
    ratings: Mapping[str, int]
    """Their ratings, by the kind of game."""

    def at(self, kind: str) -> tuple[str, str, int | None]:
        """The profile as games of a kind store it."""
        return self.id, self.handle, self.ratings.get(kind)


Introduce = Callable[[str], Awaitable[Introduction | None]]
"""Introduces an account that takes a seat; None without a profile. Raises `Refused` if it may take none."""
Admits = Callable[[str], Awaitable[None]]
"""Raises `Refused` for an account that may take no seat."""


def introduced(
    seats: tuple[Sitting, ...], player: str | None, person: Introduction | None, kind: str
) -> tuple[Sitting, ...]:
    """The seats of a game of a kind, with the profile of an account that has just sat down, if it has one.

    A seat without a name gets the display name, or else the handle, unless that looks like another name at the table.
    """
    if person is None:
        return seats
    name, names = person.name or person.handle, [one.name for one in seats]
    free = name if why_look_alike(name, names) is None else None
    return tuple(
        [replace(one, profile=person.at(kind), name=one.name or free) if one.player == player else one for one in seats]
    )


def sittings(seats: Sequence[SeatAsked], identity: Identity) -> tuple[Sitting, ...]:
    """The seats that a creator asked for. Their account holds the first of their own.

    Raises:
        Refused: A seat asks for the display name of an account, but is not the account's, or there is none. Or two look alike.
    """
    player = account_of(identity)
    mine = [number for number, seat in enumerate(seats, 1) if seat.kind is SeatKind.MINE]
    for number, seat in enumerate(seats, 1):
        if seat.show_name and mine[:1] != [number]:
            refuse("seats", "Only the first of your seats is your account's. Leave `showName` out of the others.")
    found = tuple(
        [
            Sitting(
                name_to_show(identity, "seats") if seat.show_name and seat.name is None else seat.name,
                seat.kind is not SeatKind.OPEN,
                bot=seat.bot.value if seat.bot else None,
                player=player if mine[:1] == [number] else None,
                brewery=seat.brewery,
                program=seat.kind is SeatKind.MINE and (seat.program or by_program(identity)),
            )
            for number, seat in enumerate(seats, 1)
        ]
    )
    for number in range(1, len(found) + 1):
        check_look_alikes(found, number, "seats", "seats")
    return found


def kept(players: Sequence[tuple[str | None, str | None, str | None, bool]]) -> list[SeatAsked]:
    """Seats with these names, breweries, kinds of bots and marks of programs; seats without a bot are the creator's."""
    return [
        SeatAsked(SeatKind.MINE, None, name, brewery, program=program)
        if bot is None
        else SeatAsked(SeatKind.BOT, BotKind[bot], name, brewery)
        for name, brewery, bot, program in players
    ]


def by_program(identity: Identity) -> bool:
    """True if a caller has the account of a program."""
    return isinstance(identity, AccountHolder) and identity.program


def usual_terms(seats: Sequence[SeatAsked]) -> tuple[Advice, HostPowers]:
    """The advice and the powers of the host where none were chosen: no advice between strangers, and full powers only for a host
    who gets the tokens of all players."""
    for seat in seats:
        if seat.kind is SeatKind.OPEN:
            return Advice.NONE, HostPowers.AGREED
    return Advice.ALL, HostPowers.FULL


def check_people(seats: Sequence[SeatAsked], identity: Identity) -> None:
    """Refuse bots and programs at a table for people only."""
    if by_program(identity) or any(seat.program or seat.kind is SeatKind.BOT for seat in seats):
        refuse(
            "peopleOnly", "A game for people only has no seats of bots and programs. Leave them or `peopleOnly` out."
        )


def check_seats(seats: Sequence[SeatAsked], game: Game) -> None:
    """Refuse seats that a game cannot have."""
    bounds = game.about.seats
    if len(seats) not in bounds:
        refuse("seats", f"{game.about.title} is for {span(bounds, 'player')}, not {len(seats)}.")
    for seat in seats:
        for name in (seat.name, seat.brewery):
            if name is not None:
                check_name(name, "seats")
        if seat.program and seat.kind is not SeatKind.MINE:
            refuse("seats", "Only a seat of kind MINE can have `program`. Who joins another one says it then.")
        if (seat.kind is SeatKind.BOT) != (seat.bot is not None):
            refuse(
                "seats", "A seat of kind BOT needs a bot, as in {kind: BOT, bot: GREEDY}; other seats must have none."
            )


def check_number(seats: Sized, number: int) -> None:
    """Refuse more or fewer seats than a position has."""
    if len(seats) != number:
        refuse("seats", f"The position has {number} seats, not {len(seats)}.")


def check_name(name: str | None, argument: str) -> None:
    """Refuse names that are too long, invisible or hold control characters: other players see them."""
    why = why_no_name(name)
    if why is not None:
        raise Refused(InputRefused(message="", argument=argument), why)


def check_look_alikes(seats: Sequence[Sitting], seat: int, name: str, brewery: str) -> None:
    """Refuse a seat whose name or brewery looks like that of another seat. The arguments that gave them follow."""
    others = [one for number, one in enumerate(seats, 1) if number != seat]
    for field, argument in (("name", name), ("brewery", brewery)):
        given = getattr(seats[seat - 1], field)
        if given is not None and (why := why_look_alike(given, [getattr(one, field) for one in others])) is not None:
            raise Refused(InputRefused(message="", argument=argument), why)


def name_to_show(identity: Identity, argument: str) -> str:
    """The display name of a caller's account.

    Raises:
        Refused: The caller has no account, or its login gives no name that can be shown.
    """
    if not isinstance(identity, AccountHolder) or identity.name is None:
        raise Refused(InputRefused(message="", argument=argument), NoDisplayName())
    return identity.name
