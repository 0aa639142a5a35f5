"""Limits the changes of a game besides moves, so that no client can make its log endless.

Each seat and the host have an equal allowance, so none can use up that of another. Moves are never refused: the rules end
every game. Nor are the start, and the changes that end a game, somebody's part in it, or a pause: a game has few of them.
"""

from __future__ import annotations

from msgspec.structs import replace

from taphouse.schema.concepts.agreements import GameAgreed, MovesUndone
from taphouse.schema.failures import Refused
from taphouse.schema.problems.callers import TooManyChanges
from taphouse.schema.values.lifecycle import GameAbandoned, GameResumed, GameStarted, SeatResigned
from taphouse.service.games.encoding.agreements import Agreements
from taphouse.service.games.encoding.seats import seat_of
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.steps import Step

MOST_CHANGES = 1500
"""The most changes of a game besides moves. An undo counts as many as the moves that it undoes, since these are made again."""
_FREE = (GameAbandoned, GameAgreed, GameResumed, GameStarted, SeatResigned)


def allowance(seats: int) -> int:
    """The changes besides moves that each seat and the host can make in a game with this many seats."""
    return MOST_CHANGES // (seats + 1)


def counted(loaded: LoadedGame, steps: list[Step]) -> list[Step]:
    """The versions of a change without moves by a seat or the host, after they were counted against its allowance.

    Args:
        loaded: The game before the change.
        steps: The versions.

    Raises:
        Refused: The allowance is used up.
    """
    *others, last = steps
    events = [event for step in steps for event in step.events]
    if any(isinstance(event, _FREE) for event in events):
        return steps
    seat = seat_of(last.who) or 0
    agreements, most = last.agreements or loaded.agreements, allowance(len(loaded.seats))
    taken = [*(agreements.asides or (0,) * (len(loaded.seats) + 1))]
    undone = sum([event.moves_undone for event in events if isinstance(event, MovesUndone)])
    taken[seat] += max(1, undone)
    if taken[seat] > most:
        raise Refused(TooManyChanges(limit=most))
    return [*others, replace(last, agreements=replace(agreements, asides=tuple(taken)))]


def imported(agreements: Agreements, seats: int, lines: int) -> Agreements:
    """The agreements of an imported game, whose record has this many lines besides the moves that were not undone."""
    each = min(allowance(seats), -(-lines // (seats + 1)))
    return replace(agreements, asides=(each,) * (seats + 1)) if each else agreements
