"""How good a position of Dank & Draft is for a seat: a rough guess, for bots that look one move ahead."""

from __future__ import annotations

from typing import Any

from taphouse.engine.dank_and_draft.rules import DankAndDraftRules
from taphouse.engine.dank_and_draft.state import DankAndDraftState, ToDiscard, ToSnatch, ToSpoil, ToStockUp

WON = 1000.0
TYPE_STARTED = 1.5
"""A type in the taproom, besides its beers: it brings the five types nearer."""
OFFERABLE = 1.6
"""A hand card of a type that can still be offered: more than the point that it costs in the hand."""
NEW_TYPE_IN_HAND = 1.0
EXTRA_TURN = 3.0


def evaluate(rules: DankAndDraftRules, known: DankAndDraftState, seat: int) -> float:
    """The worth of a position to a seat, in points: higher is better. It looks only at what the seat knows."""
    outcome = rules.outcome(known)
    if outcome is not None:
        place = next(standing.place for standing in outcome.standings if standing.seat == seat)
        return WON if place == 1 else -WON
    own = _standing(rules, known, seat)
    others = [_standing(rules, known, other) for other in range(1, len(known.hands) + 1) if other != seat]
    return own - 0.7 * max(others) - 0.3 * sum(others) / len(others) + _hand(rules, known, seat) + _owed(known, seat)


def _standing(rules: DankAndDraftRules, known: DankAndDraftState, seat: int) -> float:
    """What lies on the table for a seat: its points, and how near it is to five types."""
    types = sum(map(bool, known.taprooms[seat - 1]))
    points = sum(category.points for category in rules.score(known, seat))
    return points + TYPE_STARTED * types + (4.0 if types == 4 else 0.0)


def _hand(rules: DankAndDraftRules, known: DankAndDraftState, seat: int) -> float:
    """What the seat's own hand promises."""
    closed = rules.closed(known, seat)
    counts = rules.counts(known.hands[seat - 1])
    return sum(OFFERABLE * count + NEW_TYPE_IN_HAND for t, count in enumerate(counts) if count and not closed >> t & 1)


def _owed(known: DankAndDraftState, seat: int) -> float:
    """What the pending decision promises, where it is the seat's: taking an action is good for what it will do."""
    worth = EXTRA_TURN if known.extra_owed and known.seat == seat else 0.0
    if known.seat != seat or not known.pending:
        return worth
    rooms: Any = [room for i, room in enumerate(known.taprooms, 1) if i != seat]
    own = known.taprooms[seat - 1]
    match known.pending[-1]:
        case ToSpoil():
            worth += 0.7 * max(min(3, len(stack)) for room in rooms for stack in room)
        case ToSnatch():
            worth += max(
                sum(bool(room[t]) for room in rooms) + (0.0 if own[t] else TYPE_STARTED) for t in range(len(own))
            )
        case ToStockUp():
            worth += 2.0 + TYPE_STARTED
        case ToDiscard():
            worth += 1.0
    return worth
