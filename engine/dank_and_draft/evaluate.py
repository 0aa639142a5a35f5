"""How good a position of Dank & Draft is for a seat: a rough guess, for bots that look one move ahead. Everything is in points.

A game is mostly won by the player who has all five types first. So a position is worth what its points are, and the chance to
have the five types, against the chances of the others.
"""

from __future__ import annotations

from collections.abc import Iterable

from taphouse.engine.chance import BLIND
from taphouse.engine.dank_and_draft.cards import TYPES
from taphouse.engine.dank_and_draft.moves import Offers
from taphouse.engine.dank_and_draft.rules import DankAndDraftRules
from taphouse.engine.dank_and_draft.rules.offer import closed_types
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay, ToAct, ToOffer

WON = 1000.0
AT_HAND = 900.0
"""The hand completes the five types in this turn, and wins by them."""
FIVE_TYPES = 45.0
"""All five types for certain."""
THREAT = 30.0
"""All five types for certain in another player's taproom."""
OFFERABLE = 1.8
"""A card in the own hand that can be offered: it costs a point there, and brings one in the taproom."""
LATE_OFFERABLE = 1.0
"""The same when the draw pile is empty."""
LATE = 18
"""So many cards in the draw pile, or more, mean that the taps will not end the game soon."""
NEW_TYPE = 0.5
"""A type in the hand that can be offered."""
UNSEEN = 1.5
"""A card in another player's hand, if no type were closed to that player."""
EXTRA_TURN = 3.0
SMALL, SMALL_STACK, LARGE_STACK = 3, 0.85, 0.95
"""Up to so many beers one Spoil destroys; the chance that a small stack, and a larger one, is there at the end."""
LAST_IN_HAND = 0.9
"""The chance that the only card of its type stays in the hand."""
CLOSED = 0.2
"""The chance to get a type that can no longer be offered by a Snatch or a Stock Up, if it lies at the taps."""
AT_TAPS = 9
"""The cards at the taps."""
OWN_DRAFTS, OTHERS_DRAFTS = 5, 8
"""The cards among which a player will find a type that the player needs, beside the unseen ones in the hand."""


def evaluate(rules: DankAndDraftRules, known: DankAndDraftState, seat: int) -> float:
    """The worth of a position to a seat, in points: higher is better. It looks only at what the seat knows."""
    outcome = rules.outcome(known)
    if outcome is not None:
        winners = [standing.seat for standing in outcome.standings if standing.place == 1]
        return WON / len(winners) if seat in winners else -WON
    if known.seat == seat and isinstance(known.pending[-1], InPlay):
        answers = (rules.apply(known, move, BLIND).state for move in rules.moves(known))
        return max(evaluate(rules, rules.known(state, seat), seat) for state in answers)
    return _worth(rules, known, seat)


def _worth(rules: DankAndDraftRules, known: DankAndDraftState, seat: int) -> float:
    """The worth of a position in which the game goes on."""
    others = [other for other in range(1, len(known.hands) + 1) if other != seat]
    beer, card = rules.deck.points_per_beer, rules.deck.points_per_card_in_hand
    offerable = _offerable(rules, known, seat)
    points = {
        one: beer * sum(map(len, known.taprooms[one - 1])) + card * len(known.hands[one - 1]) for one in (seat, *others)
    }
    held = points[seat] + _per_card(known) * sum(offerable) + NEW_TYPE * sum(map(bool, offerable))
    best = max(points[other] for other in others)
    won = points[seat] + (beer - card) * sum(offerable) + rules.deck.points_for_all_types
    if won > best and _completes(known, seat, offerable):
        return AT_HAND + held - best
    own = held + FIVE_TYPES * _own_chance(rules, known, seat, offerable)
    if known.extra_owed and known.seat == seat:
        own += EXTRA_TURN
    rivals = [points[other] + _unseen(known, other) for other in others]
    threat = THREAT * sum(_others_chance(rules, known, other) for other in others)
    return own - threat - 0.7 * max(rivals) - 0.3 * sum(rivals) / len(rivals)


def _offerable(rules: DankAndDraftRules, known: DankAndDraftState, seat: int) -> list[int]:
    """How many cards of each type the hand can still offer."""
    closed = closed_types(known, seat)
    return [0 if closed >> t & 1 else count for t, count in enumerate(rules.deck.counts(known.hands[seat - 1]))]


def _per_card(known: DankAndDraftState) -> float:
    """The worth of an offerable card in the hand, the less, the nearer the end by the taps."""
    late = max(0.0, 1 - len(known.pile) / LATE)
    return OFFERABLE + late * (LATE_OFFERABLE - OFFERABLE)


def _completes(known: DankAndDraftState, seat: int, offerable: list[int]) -> bool:
    """Whether the seat can offer all the types that it still needs in this turn."""
    if known.seat != seat or not isinstance(known.pending[-1], ToAct | ToOffer):
        return False
    needed = [count for stack, count in zip(known.taprooms[seat - 1], offerable, strict=True) if not stack]
    return all(needed) and (len(needed) <= 1 or known.options.offers is Offers.ANY)


def _own_chance(rules: DankAndDraftRules, known: DankAndDraftState, seat: int, offerable: list[int]) -> float:
    """The chance of a seat to have all five types first, if nobody else had any."""
    needed = [t for t, count in enumerate(offerable) if not count]
    kept = LAST_IN_HAND ** sum(
        count == 1 and not stack for count, stack in zip(offerable, known.taprooms[seat - 1], strict=True)
    )
    return kept * _chance(rules, known, seat, OWN_DRAFTS, needed)


def _others_chance(rules: DankAndDraftRules, known: DankAndDraftState, seat: int) -> float:
    """The same of another seat, of whose hand only the size is known."""
    return _chance(rules, known, seat, OTHERS_DRAFTS + len(known.hands[seat - 1]), range(len(TYPES)))


def _chance(rules: DankAndDraftRules, known: DankAndDraftState, seat: int, cards: int, needed: Iterable[int]) -> float:
    """The chance to keep the stacks that there are, and to find the needed types among so many cards."""
    room, closed = known.taprooms[seat - 1], closed_types(known, seat)
    chance = 1.0
    for stack in room:
        if stack:
            chance *= SMALL_STACK if len(stack) <= SMALL else LARGE_STACK
    for t in needed:
        if not room[t]:
            other = 1 - rules.deck.shares[t]
            chance *= CLOSED * (1 - other**AT_TAPS) if closed >> t & 1 else 1 - other**cards
    return chance


def _unseen(known: DankAndDraftState, seat: int) -> float:
    """What another player's hand may be worth, besides the points that it costs."""
    still_open = len(TYPES) - closed_types(known, seat).bit_count()
    return UNSEEN * len(known.hands[seat - 1]) * still_open / len(TYPES)
