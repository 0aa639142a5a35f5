"""The seats of new games: what a creator may ask for, and how they are taken."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence, Sized

from taphouse.engine.game import Game
from taphouse.schema.inputs import MOST_NAME
from taphouse.schema.ports import SeatAsked
from taphouse.schema.values import BotKind, SeatKind
from taphouse.service.tables.committing import refuse
from taphouse.service.tables.encoding import Sitting

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are invisible."""


def sittings(seats: Sequence[SeatAsked], player: str | None) -> tuple[Sitting, ...]:
    """The seats that a creator asked for. Their account has the first of theirs."""
    mine = [number for number, seat in enumerate(seats, 1) if seat.kind is SeatKind.MINE]
    return tuple(
        [
            Sitting(
                seat.name,
                seat.kind is not SeatKind.OPEN,
                bot=seat.bot.value if seat.bot else None,
                player=player if mine[:1] == [number] else None,
                brewery=seat.brewery,
            )
            for number, seat in enumerate(seats, 1)
        ]
    )


def kept(players: Sequence[tuple[str | None, str | None, str | None]]) -> list[SeatAsked]:
    """Seats with these names, breweries and kinds of bots; seats without a bot are the creator's."""
    bots = [BotKind.__members__.get(bot or "") for _, _, bot in players]
    return [
        SeatAsked(SeatKind.MINE if bot is None else SeatKind.BOT, bot, name, brewery)
        for bot, (name, brewery, _) in zip(bots, players, strict=True)
    ]


def check_seats(seats: Sequence[SeatAsked], game: Game) -> None:
    """Refuse seats that a game cannot have."""
    bounds = game.about.seats
    if len(seats) not in bounds:
        refuse("seats", f"{game.about.title} is for {bounds[0]} to {bounds[-1]} players, not {len(seats)}.")
    for seat in seats:
        check_name(seat.name, "seats")
        check_name(seat.brewery, "seats")
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
        refuse(argument, why)


def why_no_name(name: str | None) -> str | None:
    """Why a player or a brewery cannot have this name. None if they can."""
    if name is None:
        return None
    if not 1 <= len(name) <= MOST_NAME or name != name.strip():
        return f"A name must have 1 to {MOST_NAME} characters, without spaces at the ends."
    if any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or c in _BLANK for c in name):
        return "A name must not have control characters or invisible characters."
    return None
