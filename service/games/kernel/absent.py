"""Absent players: a bot plays for them, and they return. Pure functions, which are called again whenever a commit conflicts.

While a bot plays for an absent player, `Sitting.bot` is set as for every bot, and `Sitting.away` says that the seat is still
theirs: their token and their account stay valid. A move, a resignation, a proposal or an undo of theirs brings them back, and so
does `returnToSeat`.
A player can also be absent while nobody plays for them.
"""

from __future__ import annotations

import msgspec

from taphouse.engine.clocks import SECOND, present
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import ABSENT_AFTER, Status
from taphouse.schema.values.lifecycle import BotStandsIn, PlayerReturned
from taphouse.service.games.encoding.seats import Sitting, with_seat
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.running_clocks import has_clock, running
from taphouse.service.games.kernel.steps import Step


def absent(loaded: LoadedGame, seat: int, now: int) -> bool:
    """True if the player of a seat is absent.

    With clocks, they have run out of time and have not acted since. Without, they must decide, and nothing has happened in the
    game for `ABSENT_AFTER`.

    Args:
        loaded: The game, which is running.
        seat: The seat.
        now: The time in milliseconds since the epoch.
    """
    if loaded.terms.timing is not None:
        return loaded.clock is not None and loaded.clock.time_outs[seat - 1] > 0
    since = absent_from(loaded, seat)
    return since is not None and since <= now


def absent_from(loaded: LoadedGame, seat: int) -> int | None:
    """The time from which a player who is not absent is so if nothing happens; None if they do not have to decide."""
    if loaded.clock is not None:
        return loaded.clock.deadline(seat) if seat in running(loaded) else None
    sitting = loaded.seats[seat - 1]
    waits = has_clock(sitting) and seat in loaded.rules.deciders(loaded.state)
    return loaded.record.updated + ABSENT_AFTER * SECOND if waits else None


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


def with_returned(loaded: LoadedGame, seat: int | None) -> tuple[list[Step], LoadedGame]:
    """The versions in which a player returns because they act, none if no bot plays for them, and the game after those."""
    steps = [] if seat is None or loaded.status is not Status.RUNNING else returned(loaded, seat)
    if not steps:
        return steps, loaded
    agreements = loaded.agreements.after(moved=False, ended=True)
    return steps, msgspec.structs.replace(loaded, seats=steps[-1].seats, agreements=agreements)


def covered(sitting: Sitting, bot: BotKind) -> Sitting:
    """The seat of a player whom a bot replaces until they return."""
    return msgspec.structs.replace(sitting, bot=bot.value, away=True, resigned=0)


def taken_over(sitting: Sitting, bot: BotKind) -> Sitting:
    """A seat that a bot takes over for good; its player's token ends."""
    return msgspec.structs.replace(sitting.empty(closed=True), taken=True, bot=bot.value)


def back(sitting: Sitting) -> Sitting:
    """The seat of an absent player after their return; any other seat as it is."""
    return msgspec.structs.replace(sitting, bot=None, away=False) if sitting.away else sitting
