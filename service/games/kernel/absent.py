"""Absent players: a bot plays for them, and they return. Pure functions, which are called again whenever a commit conflicts.

While a bot plays for an absent player, `Sitting.bot` is set as for every bot, and `Sitting.away` says that the seat is still
theirs: their token and their account stay valid. Any move of theirs brings them back, and so does `returnToSeat`.
"""

from __future__ import annotations

import msgspec

from taphouse.engine.clocks import present
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import BotStandsIn, PlayerReturned
from taphouse.service.games.encoding.seats import Sitting, with_seat
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.steps import Step


def stand_in(loaded: LoadedGame, seat: int, bot: BotKind, who: str) -> list[Step]:
    """Let a bot play a seat of a running game until its player returns. Under version 1 of the rules of the service, this undoes
    a resignation.

    Args:
        loaded: The game, which is running.
        seat: The seat, which a player holds.
        bot: The bot.
        who: The author of the change, as in `Step.who`.
    """
    seats = with_seat(loaded.seats, seat, covered(loaded.seats[seat - 1], bot))
    return [Step(who, (BotStandsIn(seat, bot),), Status.RUNNING, seats, loaded.state)]


def returned(loaded: LoadedGame, seat: int) -> list[Step]:
    """The return of an absent player to their seat in a running game; no versions if no bot plays for them."""
    sitting = loaded.seats[seat - 1]
    if not sitting.away:
        return []
    seats = with_seat(loaded.seats, seat, back(sitting))
    return [Step(f"seat:{seat}", (PlayerReturned(seat),), Status.RUNNING, seats, loaded.state, winds=present(seat))]


def covered(sitting: Sitting, bot: BotKind) -> Sitting:
    """The seat of a player whom a bot replaces until they return."""
    return msgspec.structs.replace(sitting, bot=bot.value, away=True, resigned=0)


def taken_over(sitting: Sitting, bot: BotKind) -> Sitting:
    """A seat that a bot takes over for good; its player's token ends."""
    return msgspec.structs.replace(sitting.empty(closed=True), taken=True, bot=bot.value)


def back(sitting: Sitting) -> Sitting:
    """The seat of an absent player after their return; any other seat as it is."""
    return msgspec.structs.replace(sitting, bot=None, away=False) if sitting.away else sitting
