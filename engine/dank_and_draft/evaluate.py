"""A rough estimate of a position of Dank & Draft for a seat, in points, for bots that look one move ahead.

A game is mostly won by the player who has all five types first. So a position is worth what its points are, and the chance to
have the five types, against the chances of the others.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Move
from taphouse.engine.dank_and_draft.cards import LINES, TYPES, Action, Deck
from taphouse.engine.dank_and_draft.moves import Discard, Draft, Offers, StockUp, TakeAction
from taphouse.engine.dank_and_draft.rules import DankAndDraftRules
from taphouse.engine.dank_and_draft.rules.offer import closed_types
from taphouse.engine.dank_and_draft.state import DankAndDraftState, Hand, InPlay, Taproom, ToAct, ToOffer

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
"""Such a card when the draw pile is empty."""
LATE = 18
"""The least number of cards in the draw pile with which the taps will not end the game soon."""
NEW_TYPE = 0.5
"""A type in the hand that can be offered."""
UNSEEN = 1.5
"""A card in another player's hand, if no type were closed to that player."""
EXTRA_TURN, LONG = 3.0, 30
"""An extra turn in the first turn, and the turns after which it is worth nothing: a Recycle also puts off the end, and where both
players recycle again and again, one takes back what the other gains."""
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
_EVERY = tuple(range(len(TYPES)))
_OFFERING = frozenset({ToAct, ToOffer})


def evaluate(rules: DankAndDraftRules, known: DankAndDraftState, seat: int) -> float:
    """The worth of a position to a seat, in points: higher is better. It looks only at what the seat knows."""
    outcome = rules.outcome(known)
    if outcome is not None:
        winners = [standing.seat for standing in outcome.standings if standing.place == 1]
        return WON / len(winners) if seat in winners else -WON
    if known.seat == seat and isinstance(known.pending[-1], InPlay):
        answers = {alike(rules, known, move): move for move in rules.moves(known)}.values()
        return max([evaluate(rules, rules.make(known, move, BLIND).state, seat) for move in answers])
    return _worth(rules, known, seat)


def alike(rules: DankAndDraftRules, known: DankAndDraftState, move: Move) -> Hashable:
    """The key of a move: taps only matter by the types of their beers, and cards in the hand only if they can be offered."""
    match move:
        case StockUp(taps):
            return StockUp, rules.deck.type_of[known.taps[taps[0] - 1] >> 4], len(taps)
        case Draft(line):
            closed, type_of = closed_types(known, known.seat), rules.deck.type_of
            drafted = [type_of[known.taps[tap] >> 4] for tap in LINES[line]]
            return Draft, *sorted([t for t in drafted if t < 0 or not closed >> t & 1])
        case Discard(beers):
            closed, counts = (
                closed_types(known, known.seat),
                (beers.ipa, beers.pilsner, beers.amber, beers.sour, beers.stout),
            )
            return Discard, *[0 if closed >> t & 1 else count for t, count in enumerate(counts)]
    return move


def candidates(_rules: DankAndDraftRules, known: DankAndDraftState, moves: list[Move]) -> list[Move]:
    """The moves that are worth a look: all but a Spoil and a Snatch while nobody else has a beer."""
    if any(any(room) for seat, room in enumerate(known.taprooms, 1) if seat != known.seat):
        return moves
    return [
        move for move in moves if not isinstance(move, TakeAction) or move.action not in (Action.SPOIL, Action.SNATCH)
    ]


def _worth(rules: DankAndDraftRules, known: DankAndDraftState, seat: int) -> float:
    """The worth of a position in which the game goes on."""
    deck, me = rules.deck, seat - 1
    room, hand, own_closed = known.taprooms[me], known.hands[me], closed_types(known, seat)
    points = deck.points_per_beer * sum(map(len, room)) + deck.points_per_card_in_hand * len(hand)
    shown = [
        _shown(deck, other, len(known.hands[i]), closed_types(known, i + 1))
        for i, other in enumerate(known.taprooms)
        if i != me
    ]
    offerable = _offerable(deck, hand, own_closed)
    cards = sum(offerable)
    held = points + _per_card(known) * cards + NEW_TYPE * (len(TYPES) - offerable.count(0))
    best = max([other[0] for other in shown])
    won = points + (deck.points_per_beer - deck.points_per_card_in_hand) * cards + deck.points_for_all_types
    if won > best and _completes(known, seat, offerable):
        return AT_HAND + held - best
    own = held + FIVE_TYPES * _own_chance(deck.shares, room, own_closed, offerable)
    if known.extra_owed and known.seat == seat:
        own += EXTRA_TURN * max(0.0, 1 - known.turn / LONG)
    rivals = [other[1] for other in shown]
    return own - THREAT * sum([other[2] for other in shown]) - 0.7 * max(rivals) - 0.3 * sum(rivals) / len(rivals)


# Positions that are compared share most of what these look at.


@lru_cache(maxsize=16_384)
def _shown(deck: Deck, room: Taproom, hand: int, closed: int) -> tuple[int, float, float]:
    """The public worth of another player: the points, these and the likely ones of a hand of so many cards, and the chance to
    have all five types."""
    points = deck.points_per_beer * sum(map(len, room)) + deck.points_per_card_in_hand * hand
    return points, points + _unseen(hand, closed), _chance(deck.shares, room, closed, OTHERS_DRAFTS + hand, _EVERY)


@lru_cache(maxsize=16_384)
def _offerable(deck: Deck, hand: Hand, closed: int) -> tuple[int, ...]:
    """The cards of each type in a hand that can be offered."""
    return tuple([0 if closed >> t & 1 else count for t, count in enumerate(deck.counts(hand))])


def _per_card(known: DankAndDraftState) -> float:
    """The worth of an offerable card in the hand, the less, the nearer the end by the taps."""
    late = max(0.0, 1 - len(known.pile) / LATE)
    return OFFERABLE + late * (LATE_OFFERABLE - OFFERABLE)


def _completes(known: DankAndDraftState, seat: int, offerable: tuple[int, ...]) -> bool:
    """True if the seat can offer all the types that it still needs in this turn."""
    if known.seat != seat or type(known.pending[-1]) not in _OFFERING:
        return False
    needed = [count for stack, count in zip(known.taprooms[seat - 1], offerable, strict=True) if not stack]
    return 0 not in needed and (len(needed) <= 1 or known.options.offers is Offers.ANY)


@lru_cache(maxsize=16_384)
def _own_chance(shares: tuple[float, ...], room: Taproom, closed: int, offerable: tuple[int, ...]) -> float:
    """The chance of a seat to have all five types first, if nobody else had any."""
    needed = tuple([t for t, count in enumerate(offerable) if not count])
    kept = LAST_IN_HAND ** sum([count == 1 and not stack for count, stack in zip(offerable, room, strict=True)])
    return kept * _chance(shares, room, closed, OWN_DRAFTS, needed)


def _chance(shares: tuple[float, ...], room: Taproom, closed: int, cards: int, needed: tuple[int, ...]) -> float:
    """The chance to keep the stacks that there are, and to find the needed types among so many cards."""
    chance = 1.0
    for stack in room:
        if stack:
            chance *= SMALL_STACK if len(stack) <= SMALL else LARGE_STACK
    for t in needed:
        if not room[t]:
            other = 1 - shares[t]
            chance *= CLOSED * (1 - other**AT_TAPS) if closed >> t & 1 else 1 - other**cards
    return chance


def _unseen(cards: int, closed: int) -> float:
    """The likely worth of another player's hand of so many cards, besides the points that it costs."""
    return UNSEEN * cards * (len(TYPES) - closed.bit_count()) / len(TYPES)
