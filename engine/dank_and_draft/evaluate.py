"""A rough estimate of a position of Dank & Draft for a seat, in points, for bots that look one move ahead.

A game is mostly won by the player who has all five types first. So a position is worth what its points are, and the chance to
have the five types, against the chances of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from taphouse.engine.contract import Move
from taphouse.engine.dank_and_draft.cards import LINES, TYPES, Action, Deck
from taphouse.engine.dank_and_draft.moves import Discard, Draft, EmptiedType, Offer, Offers, StockUp, TakeAction
from taphouse.engine.dank_and_draft.rules import DankAndDraftRules
from taphouse.engine.dank_and_draft.rules.offer import closed_types
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay, Taproom, ToAct, ToOffer, ToSpoil, ToStockUp

WON = 1000.0
AT_HAND = 900.0
"""The hand completes the five types in this turn, and wins by them."""
SURE = 200.0
"""The least worth of a position in which the game is won, or as good as won."""
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
Counts = tuple[int, ...]
_Own = tuple[int, int, float, int | None, float]
_Others = tuple[int, float, float, float]
_OF_OTHERS: dict[int, list[Callable[[Any], Any]]] = {
    2: [itemgetter(slice(1, 2)), itemgetter(slice(0, 1))],
    3: [itemgetter(1, 2), itemgetter(0, 2), itemgetter(0, 1)],
    4: [itemgetter(1, 2, 3), itemgetter(0, 2, 3), itemgetter(0, 1, 3), itemgetter(0, 1, 2)],
}
"""The parts of a row that belong to the other seats, by the number of seats and the index of the seat."""
_OPENS, _ANY = EmptiedType.OPENS, Offers.ANY
_NEED_BEERS = Action.SPOIL, Action.SNATCH
_OFFERING = frozenset({ToAct, ToOffer})


def evaluate(rules: DankAndDraftRules, known: DankAndDraftState, seat: int) -> float:
    """The worth of a position to a seat, in points: higher is better. It looks only at what the seat knows."""
    if known.ended:
        standings = rules.outcome(known).standings  # type: ignore[union-attr]  # it has ended
        winners = [standing.seat for standing in standings if standing.place == 1]
        return WON / len(winners) if seat in winners else -WON
    if known.seat == seat and isinstance(known.pending[-1], InPlay):
        return _best_answer(rules, known)[0]
    return _values(rules.deck).worth(known, seat)


def alike(rules: DankAndDraftRules, known: DankAndDraftState, move: Move) -> Hashable:
    """The key of a move: taps only matter by the types of their beers, and cards in the hand only if they can be offered."""
    key = _KEYS.get(type(move))
    return move if key is None else key(rules, known, move)


def _key_of_stock_up(rules: DankAndDraftRules, known: DankAndDraftState, move: StockUp) -> Hashable:
    return StockUp, rules.deck.type_of[known.taps[move.taps[0] - 1] >> 4], len(move.taps)


def _key_of_draft(rules: DankAndDraftRules, known: DankAndDraftState, move: Draft) -> Hashable:
    closed, type_of = closed_types(known, known.seat), rules.deck.type_of
    drafted = [type_of[known.taps[tap] >> 4] for tap in LINES[move.line]]
    return Draft, *sorted([t for t in drafted if t < 0 or not closed >> t & 1])


def _key_of_discard(_rules: DankAndDraftRules, known: DankAndDraftState, move: Discard) -> Hashable:
    closed, beers = closed_types(known, known.seat), move.beers
    counts = beers.ipa, beers.pilsner, beers.amber, beers.sour, beers.stout
    return Discard, *[0 if closed >> t & 1 else count for t, count in enumerate(counts)]


_KEYS: dict[type[Move], Callable[[DankAndDraftRules, DankAndDraftState, Any], Hashable]] = {
    StockUp: _key_of_stock_up,
    Draft: _key_of_draft,
    Discard: _key_of_discard,
}


def _worth_most(rules: DankAndDraftRules, known: DankAndDraftState) -> Iterable[Move]:
    """The answers to the choice of an action of which one is worth the most. Of a type it is the one with the most beers, and
    a Spoil is worth more than none: unless beers bring no points, or the type may open again to the player who loses it."""
    moves: list[Any] = [*rules.moves(known)]
    match known.pending[-1]:
        case ToStockUp() if rules.deck.points_per_beer > 0:
            type_of = rules.deck.type_of
            return [moves[0], *{type_of[known.taps[one.taps[0] - 1] >> 4]: one for one in moves[1:]}.values()]
        case ToSpoil() if rules.deck.points_per_beer > 0 and known.options.emptied_type is not _OPENS:
            return {(one.seat, one.type): one for one in moves[1:]}.values()
    return {alike(rules, known, one): one for one in moves}.values()


def candidates(_rules: DankAndDraftRules, known: DankAndDraftState, moves: list[Move]) -> list[Move]:
    """The moves that are worth a look: all but a Spoil and a Snatch while nobody else has a beer."""
    if any(any(room) for seat, room in enumerate(known.taprooms, 1) if seat != known.seat):
        return moves
    return [move for move in moves if not isinstance(move, TakeAction) or move.action not in _NEED_BEERS]


@lru_cache(maxsize=32)
def _best_answer(rules: DankAndDraftRules, known: DankAndDraftState) -> tuple[float, Move]:
    """The worth of the best answer to the choice of an action, and the answer: asked for before and after it is taken."""
    answers = [*_worth_most(rules, known)]
    worths = [evaluate(rules, reached, known.seat) for reached in rules.previews(known, answers)]
    best = max(worths)
    return best, answers[worths.index(best)]


def foremost(rules: DankAndDraftRules, known: DankAndDraftState, moves: list[Move]) -> list[Move]:
    """The best answer to the choice of an action; and all but the offers of fewer beers of a type than the hand has, if a beer is
    worth more in the taproom. Moves that win are worth the same, so they stay."""
    deck, me, asked = rules.deck, known.seat - 1, known.pending[-1]
    if isinstance(asked, InPlay):
        worth, best = _best_answer(rules, known)
        if worth >= SURE:
            return moves
        key = alike(rules, known, best)
        return [next(move for move in moves if alike(rules, known, move) == key)]
    if (
        type(asked) not in _OFFERING
        or known.taprooms[me].count(()) < 2
        or deck.points_per_beer <= deck.points_per_card_in_hand
    ):
        return moves
    most = dict(zip(TYPES, deck.counts(known.hands[me]), strict=True))
    return [move for move in moves if type(move) is not Offer or move.count == most[move.type]]


class _Values:
    """The worths of positions under one edition in which the game goes on. Positions that are compared share most of what counts.

    Args:
        deck: the edition's cards.
    """

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._own, self._others = lru_cache(4096)(self._worth_of_own), lru_cache(4096)(self._cost_of_others)
        self._by_type = lru_cache(512)(deck.counts)
        self._last_own: tuple[Any, _Own] = (None, (0, 0, 0.0, None, 0.0))
        self._last_others: tuple[Any, _Others] = (None, (0, 0.0, 0.0, 0.0))

    def worth(self, known: DankAndDraftState, seat: int) -> float:
        """The worth of a position to a seat."""
        me, deck, hands, rooms, closed = seat - 1, self._deck, known.hands, known.taprooms, known.opened
        if known.options.emptied_type is _OPENS:
            closed = tuple([closed_types(known, one) for one in range(1, len(hands) + 1)])
        of_others = _OF_OTHERS[len(hands)][me]
        theirs = of_others(rooms), of_others(hands), of_others(closed)
        others, own = self._last_others, self._last_own
        if others[0] != theirs:
            stacks, sizes = tuple(map(_sizes, theirs[0])), tuple(map(len, theirs[1]))
            others = self._last_others = theirs, self._others(stacks, sizes, theirs[2])
        best, threat, ahead, mean = others[1]
        mine = hands[me], rooms[me], closed[me]
        if own[0] != mine:
            hand = hands[me]
            own = self._last_own = mine, self._own(_sizes(rooms[me]), len(hand), self._by_type(hand), closed[me])
        points, cards, types, needed, chance = own[1]
        held = points + _per_card(len(known.pile)) * cards + types
        if (
            needed is not None
            and known.seat == seat
            and type(known.pending[-1]) in _OFFERING
            and (needed <= 1 or known.options.offers is _ANY)
            and points + (deck.points_per_beer - deck.points_per_card_in_hand) * cards + deck.points_for_all_types
            > best
        ):
            return AT_HAND + held - best
        held += chance
        if known.extra_owed and known.seat == seat:
            held += EXTRA_TURN * max(0.0, 1 - known.turn / LONG)
        return held - threat - ahead - mean

    def _worth_of_own(self, stacks: Counts, size: int, hand: Counts, closed: int) -> _Own:
        """The points of a seat with so many beers and cards, the cards that it can offer, the worth of their types, the types
        that it still needs if its hand has them all, and the worth of its chance to have all five first."""
        deck = self._deck
        cards = types = needed = lonely = 0
        missing = []
        for t, count in enumerate(hand):
            if not count or closed >> t & 1:
                if not stacks[t]:
                    missing.append(t)
            else:
                cards += count
                types += 1
                if not stacks[t]:
                    needed += 1
                    lonely += count == 1
        return (
            deck.points_per_beer * sum(stacks) + deck.points_per_card_in_hand * size,
            cards,
            NEW_TYPE * types,
            None if missing else needed,
            FIVE_TYPES * (LAST_IN_HAND**lonely * _chance(deck.shares, stacks, closed, OWN_DRAFTS, missing)),
        )

    def _cost_of_others(self, stacks: tuple[Counts, ...], hands: Counts, closed: Counts) -> _Others:
        """The most points of another player, and the costs of the others to a seat: of their chances to have all five types, of
        the one who is ahead, and of all together. For each there are the beers of each type, the cards in the hand, and the
        closed types."""
        deck = self._deck
        points = [
            deck.points_per_beer * sum(room) + deck.points_per_card_in_hand * hand
            for room, hand in zip(stacks, hands, strict=True)
        ]
        rivals = [a + _unseen(hand, bits) for a, hand, bits in zip(points, hands, closed, strict=True)]
        chances = [
            _chance(deck.shares, room, bits, OTHERS_DRAFTS + hand, _missing(room))
            for room, hand, bits in zip(stacks, hands, closed, strict=True)
        ]
        return max(points), THREAT * sum(chances), 0.7 * max(rivals), 0.3 * sum(rivals) / len(rivals)


_values = lru_cache(maxsize=64)(_Values)


@lru_cache(maxsize=512)
def _sizes(room: Taproom) -> Counts:
    """The beers of each type in a taproom."""
    return tuple(map(len, room))


@lru_cache(maxsize=512)
def _missing(stacks: Counts) -> Counts:
    """The types of which there is no beer."""
    return tuple([t for t, stack in enumerate(stacks) if not stack])


@cache
def _per_card(pile: int) -> float:
    """The worth of an offerable card in the hand while the draw pile has so many: the less, the nearer the end by the taps."""
    late = max(0.0, 1 - pile / LATE)
    return OFFERABLE + late * (LATE_OFFERABLE - OFFERABLE)


def _chance(shares: tuple[float, ...], stacks: Counts, closed: int, cards: int, missing: Sequence[int]) -> float:
    """The chance to keep the stacks that there are, and to find the missing types among so many cards."""
    chance = _kept(stacks)
    for t in missing:
        other = 1 - shares[t]
        chance *= CLOSED * (1 - other**AT_TAPS) if closed >> t & 1 else 1 - other**cards
    return chance


@lru_cache(maxsize=512)
def _kept(stacks: Counts) -> float:
    """The chance to keep the stacks that there are."""
    chance = 1.0
    for stack in stacks:
        if stack:
            chance *= SMALL_STACK if stack <= SMALL else LARGE_STACK
    return chance


def _unseen(cards: int, closed: int) -> float:
    """The likely worth of another player's hand of so many cards, besides the points that it costs."""
    return UNSEEN * cards * (len(TYPES) - closed.bit_count()) / len(TYPES)
