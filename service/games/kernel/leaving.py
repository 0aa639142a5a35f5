"""An account leaves a game for good, or its profile does, with its names.

Pure functions, which are called again whenever a commit conflicts.
"""

from __future__ import annotations

from msgspec.structs import replace

from taphouse.engine.clocks import present
from taphouse.engine.contract import Event
from taphouse.schema.concepts.challenges import ChallengeDeclined
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import (
    BotTakesOver,
    GameAbandoned,
    HostTokenReplaced,
    SeatClosed,
    SeatEnded,
    SeatNamed,
    SeatOpened,
)
from taphouse.schema.values.seats import SeatEnder, SeatEndReason
from taphouse.service.access.tokens import SERVICE
from taphouse.service.games.encoding.forgetting import Names, ToForget
from taphouse.service.games.encoding.seats import Host, Sitting, with_asked, with_seat
from taphouse.service.games.kernel.absent import taken_over
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.games.kernel.steps import Step, resigned

STAND_IN = BotKind.GREEDY
"""The bot that goes on for an account in a running game."""


def left(loaded: LoadedGame, gone: ToForget, names: Names) -> list[Step]:
    """The versions by which an account leaves a game; none if the game has nothing of it.

    In a running game, a bot takes the account's seat; if just one player is left then, the account resigns instead. A seat of a
    game that waits is free again, and so is one of a game that has ended, so that its rematch waits for nobody. A seat that the
    account does not hold keeps its player, but not the account's names. The next account at the table becomes the host. A game in
    which nobody else is left is abandoned.

    Args:
        loaded: The game.
        gone: The account.
        names: The names that it has had at each seat.
    """
    player = gone.player
    host, seats, agreements = loaded.host, loaded.seats, loaded.agreements
    if loaded.status in ENDED:  # lists need to know when the game ended
        agreements = replace(agreements, ended=agreements.ended or loaded.record.updated)
    steps, status = list[Step](), loaded.status
    for seat, sitting in enumerate(loaded.seats, 1):
        newer, events = _after(sitting, seat, gone, loaded.status, names.get(seat))
        if events:
            seats = with_seat(seats if newer.taken else with_asked(seats, ()), seat, newer)
            winds = present(seat) if loaded.status is Status.RUNNING and sitting.player == player else None
            step = Step(SERVICE, events, status, seats, loaded.state, winds=winds, agreements=agreements)
            if isinstance(events[-1], BotTakesOver) and _leaves_one_player(loaded, seat):
                step = _resigned(loaded, seat)
                seats, status = step.seats, step.status
            steps.append(step)
    if host.player != player:
        return steps
    heirs = [one for one in seats if one.held and one.player is not None]
    event: Event = HostTokenReplaced()
    if status not in ENDED and not any(one.held for one in seats):
        status, event = Status.ABANDONED, GameAbandoned()
    heir = None if status in ENDED else next(iter(heirs), None)
    host = Host(host.generation + 1) if heir is None else Host(host.generation + 1, heir.player, profile=heir.profile)
    return [*steps, Step(SERVICE, (event,), status, seats, loaded.state, host=host, agreements=agreements)]


def unnamed(loaded: LoadedGame, gone: ToForget, names: Names) -> list[Step]:
    """The version in which a game shows a closed profile no more; none if it does not show it.

    The player keeps their seat, without its name. Challenges to them are declined, and those that they have sent withdrawn.
    """
    host, seats, events = gone.less(loaded.host), loaded.seats, list[Event]()
    for seat, sitting in enumerate(loaded.seats, 1):
        newer = gone.without(sitting, names.get(seat))
        if sitting.reserved and (newer.reserved is None or host != loaded.host):
            events.append(ChallengeDeclined(seat) if newer.reserved is None else SeatClosed(seat))
            newer = sitting.empty(closed=True)
        elif newer != sitting:
            events.append(SeatNamed(seat, newer.name, newer.brewery))
        seats = with_seat(seats, seat, newer)
    if host != loaded.host and not events:  # a version has an event
        events.append(SeatNamed(1, seats[0].name, seats[0].brewery))
    agreements = loaded.agreements
    if loaded.status in ENDED:  # lists need to know when the game ended
        agreements = replace(agreements, ended=agreements.ended or loaded.record.updated)
    step = Step(SERVICE, tuple(events), loaded.status, seats, loaded.state, host=host, agreements=agreements)
    return [step] if events else []


def _leaves_one_player(loaded: LoadedGame, seat: int) -> bool:
    """True if one player is left in a game once a seat has resigned, and no bot that was seated for good."""
    others = [one for number, one in enumerate(loaded.seats, 1) if number != seat and not one.resigned]
    return loaded.terms.service_rules > 1 and len(others) == 1 and others[0].held


def _resigned(loaded: LoadedGame, seat: int) -> Step:
    """The end of a game because a seat resigns, whose player is forgotten."""
    step = resigned(loaded.rules, loaded.seats, seat, SERVICE, loaded.state, loaded.terms.service_rules)
    sitting = step.seats[seat - 1]
    empty = replace(sitting.empty(sitting.closed), resigned=sitting.resigned)
    return replace(step, seats=with_seat(step.seats, seat, empty))


def _after(
    sitting: Sitting, seat: int, gone: ToForget, status: Status, names: frozenset[str] | None
) -> tuple[Sitting, tuple[Event, ...]]:
    """A seat after the account has left, and the events of that; none if the seat stays as it is."""
    less = gone.without(sitting, names)
    if less == sitting:
        return sitting, ()
    if sitting.reserved != less.reserved:
        return less, (ChallengeDeclined(seat),)
    named = SeatNamed(seat, less.name, less.brewery)
    if sitting.player != gone.player:
        return less, (named,)
    less = less.ended(SeatEnder.SELF, SeatEndReason.LEFT)
    if status in ENDED:
        return replace(less.empty(less.closed), resigned=less.resigned), (named,)
    end = SeatEnded(seat, SeatEnder.SELF, SeatEndReason.LEFT)
    if status is Status.WAITING:
        return less.empty(less.closed), (end, SeatClosed(seat) if less.closed else SeatOpened(seat))
    bot = taken_over(less, STAND_IN)
    # The service goes on making the moves of a seat that has resigned.
    if less.resigned:
        return replace(bot, resigned=less.resigned), (end, named)
    return bot, (end, BotTakesOver(seat, STAND_IN))
