"""Observations of Dank & Draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from struct import Struct
from typing import Any

from taphouse.engine.dank_and_draft.cards import ACTION, ACTIONS, BEER, GAP, PLAYED, TYPES, Deck
from taphouse.engine.dank_and_draft.memory import Backs, Memory, counts, on_backs, shown
from taphouse.engine.dank_and_draft.moves import EmptiedType
from taphouse.engine.dank_and_draft.rules.offer import closed_types
from taphouse.engine.dank_and_draft.state import (
    DankAndDraftState,
    InPlay,
    ToAct,
    ToDiscard,
    ToDraft,
    ToEnd,
    ToOffer,
    ToSnatch,
    ToSpoil,
    ToStockUp,
)
from taphouse.engine.dank_and_draft.view import BACK, DISCARDED, FRONT
from taphouse.engine.game import BoundedCache
from taphouse.engine.worlds.beliefs import Holding, Holdings, Weighted, expected, followed
from taphouse.env.observers.base import CodeCounts, Observer, hundredths, relative
from taphouse.env.observers.layout import Array, Part

_STEPS = {
    step: i for i, step in enumerate((ToDraft, ToAct, ToSpoil, ToSnatch, ToStockUp, ToOffer, ToEnd, ToDiscard), 1)
}
_IN_PLAY = {_STEPS[step] for step in (ToSpoil, ToSnatch, ToStockUp)}
_HEAD, _TAPS, _ROOM = Struct("=7h").pack, Struct("=9h").pack, Struct(f"={len(TYPES)}h").pack
_BITS = [_ROOM(*[bits >> t & 1 for t in range(len(TYPES))]) for bits in range(1 << len(TYPES))]
_SIDES = len(TYPES) + len(ACTIONS)
_DRAFTED = 3
"""The cards that come into a hand before the hand limit is asked for."""


class _Codes:
    """The meaning of each code of a card in a row."""

    def __init__(self, deck: Deck) -> None:
        codes = range(len(deck.type_of) << 4)
        self.tap = (*[deck.type_of[code >> 4] + 1 for code in codes], 0).__getitem__  # a gap is the last one
        self.seen_tap = (*[self.tap(FRONT(code)) for code in codes], 0).__getitem__
        self.gone = CodeCounts([_places(deck, DISCARDED(code), PLAYED) for code in codes], _SIDES)
        self.own, self.other = [
            CodeCounts([[0, *_places(deck, sees(code), 0, 1)] for code in codes], 1 + _SIDES) for sees in (FRONT, BACK)
        ]


_CODES = BoundedCache[_Codes]()
"""By deck: games with the same one share them, so that many games at once keep them in the processor's cache."""


class DankAndDraftObserver(Observer):
    """Types are counted in the order of `TYPES`, actions in that of `ACTIONS`; a tap is 0 for a gap, else its type from 1."""

    def __init__(self, rules: Any, options: Any, seats: int) -> None:
        deck, self._size = rules.deck, len(rules.deck.printed)
        types, actions = deck.counts(deck.printed), _backs(deck.printed)
        most = max(deck.starting_hand, deck.hand_limit) + _DRAFTED
        by_type, by_action = Part(len(TYPES), types), Part(len(ACTIONS), actions)
        flag, action = Part(1, 1), Part(1, len(ACTIONS), code=True)
        table = {
            "turn": Part(1, options.turn_cap),
            "player-to-move": Part(1, seats, code=True),
            "step": Part(1, len(_STEPS), code=True),
            "extra-turn": flag,
            "extra-turn-owed": flag,
            "draw-pile": Part(1, self._size),
            "action-in-play": action,
            "taps": Part(9, len(TYPES), code=True),
            "discards-by-type": by_type,
            "played-by-action": by_action,
        }
        player = {
            "hand": Part(1, most),
            "hand-by-type": Part(len(TYPES), [min(count, most) for count in types]),
            "hand-by-action": Part(len(ACTIONS), [min(count, most) for count in actions]),
            "taproom-by-type": by_type,
            "closed-types": Part(len(TYPES), 1),
        }
        hidden = {
            "draw-pile-by-type": by_type,
            "draw-pile-by-action": by_action,
            "taps-by-action": Part(9 * len(ACTIONS), 1),
        }
        order = {f"card-{i}": Part(3, [3 + 2 * seats, self._size, len(ACTIONS)]) for i in range(self._size)}
        super().__init__(rules, seats, table, player, ("hand-by-type", "hand-by-action"), hidden, order)
        self._seats = seats
        self._deck = deck
        self._codes = _CODES.get(deck, lambda: _Codes(deck))
        # The last part that was made of each thing: most things stay what they are from one move to the next.
        nothing: tuple[Any, bytes] = None, b""
        self._taps, self._discards = nothing, nothing
        self._own_hands, self._other_hands = [nothing] * seats, [nothing] * seats
        self._rooms: list[tuple[Any, int, bytes]] = [(None, 0, b"")] * seats

    def observe(self, known: DankAndDraftState, seat: int) -> list[int]:
        """The numbers."""
        counts, seats = self._deck.counts, self._seats
        top = known.pending[-1] if known.pending else None
        row = [
            known.turn,
            relative(known.seat, seat, seats),
            _STEPS[type(top)] if top is not None else 0,
            known.extra,
            known.extra_owed,
            len(known.pile),
            top.card & ACTION if isinstance(top, InPlay) else 0,
            *map(self._codes.tap, known.taps),
            *counts(known.discards),
            *_backs([card for card in known.discards if card & PLAYED]),
        ]
        for i in self._rounds[seat - 1]:
            hand, closed = known.hands[i], closed_types(known, i + 1)
            row += [len(hand), *counts(hand), *_backs(hand), *map(len, known.taprooms[i])]
            row += [closed >> t & 1 for t in range(len(TYPES))]
        return row

    def hidden(self, world: DankAndDraftState, seat: int) -> list[int]:  # noqa: ARG002 -- the same for all
        """The draw pile by type and by action, and the action at each tap."""
        row = [*self._deck.counts(world.pile), *_backs(world.pile)]
        for card in world.taps:
            row += _backs(() if card == GAP else (card,))
        return row

    def recall(self, state: DankAndDraftState, seat: int, memory: Memory | None) -> Array:
        """The memory of a seat: each hidden side is expected where it can be."""
        if state.ended:
            return super().recall(state, seat, memory)  # nothing is hidden
        known = self._known(state, seat)
        memory = memory or shown(known, seat, self._deck)
        if memory.backs is None:
            return super().recall(state, seat, memory)
        believed, top = memory.backs, known.pending[-1]
        source = top.source if isinstance(top, InPlay) else 0
        if isinstance(top, InPlay) and source == seat:
            lesson = on_backs((top.card & BEER,), counts([top.card & ACTION]), self._deck.actions)
            believed = followed(believed, [lesson])
        backs = _ExpectedBacks(believed, memory.beers, self._deck)
        row: list[float] = []
        for i in self._rounds[seat - 1]:
            hand = known.hands[i]
            if i + 1 == seat:
                row += (*self._deck.counts(hand), *backs.of(hand))
                continue
            beers = expected(memory.beers, i + 1, self._deck.counts)
            if isinstance(top, InPlay) and source == i + 1:
                in_play = backs.type_in_play(source, top.card & ACTION)
                beers = [count - share for count, share in zip(beers, in_play, strict=True)]
            row += (*beers, *_backs(hand))
        row += (*expected(memory.beers, 0, self._deck.counts), *backs.of_pile())
        for card in known.taps:
            row += backs.of(() if card == GAP else (card,))
        return hundredths(row)

    def order(self, state: DankAndDraftState) -> list[int]:
        """For each beer of the deck its place, its number there, and the action on its back.

        The places are the draw pile, the taps, the discard pile and what is in play, then the hands and the taprooms.
        """
        in_play = [top.card for top in state.pending[-1:] if isinstance(top, InPlay)]
        rooms = [[card for stack in room for card in stack] for room in state.taprooms]
        lying = sorted(
            [
                (card & BEER, place, number, card & ACTION)
                for place, cards in enumerate([state.pile, state.taps, state.discards, in_play, *state.hands, *rooms])
                for number, card in enumerate(cards)
                if card != GAP
            ]
        )
        return [number for card in lying for number in card[1:]]

    def row(self, state: DankAndDraftState, seat: int) -> bytes:
        """The numbers for what a seat knows of a position: card by card, with what `known` leaves of each."""
        if state.ended:
            return super().row(state, seat)  # nothing is hidden
        codes, step = self._codes, state.pending[-1]
        hands, rooms, closed = state.hands, state.taprooms, state.opened
        if state.options.emptied_type is EmptiedType.OPENS:
            closed = tuple([closed_types(state, one) for one in range(1, len(hands) + 1)])
        number = _STEPS[type(step)]
        head = _HEAD(
            state.turn,
            (state.seat - seat) % self._seats + 1,
            number,
            state.extra,
            state.extra_owed,
            len(state.pile),
            step.card & ACTION if number in _IN_PLAY else 0,  # type: ignore[union-attr]  # these have a card
        )
        if self._taps[0] is not state.taps:
            self._taps = state.taps, _TAPS(*map(codes.seen_tap, state.taps))
        if self._discards[0] is not state.discards:
            self._discards = state.discards, codes.gone(state.discards)
        parts = [head, self._taps[1], self._discards[1]]
        held, sides = self._own_hands, codes.own
        for i in self._rounds[seat - 1]:
            hand, room = held[i], self._rooms[i]
            if hand[0] is not hands[i]:
                hand = held[i] = hands[i], sides(hands[i])
            if room[0] is not rooms[i] or room[1] != closed[i]:
                room = self._rooms[i] = rooms[i], closed[i], _ROOM(*map(len, rooms[i])) + _BITS[closed[i]]
            parts += hand[1], room[2]
            held, sides = self._other_hands, codes.other
        return b"".join(parts)


class _ExpectedBacks:
    """The actions that a seat expects on the backs of beers.

    Args:
        believed: which actions lie on which cards, by its weight.
        beers: where beers lie.
        deck: the edition's cards.
    """

    def __init__(self, believed: Weighted[Backs], beers: Weighted[Holdings], deck: Deck) -> None:
        self._beers, self._deck = beers, deck
        self._beliefs: list[tuple[float, Backs, dict[int, Sequence[float]], Sequence[float]]] = []
        for backs, weight in believed.items():
            other, shares = [*deck.actions], dict[int, Sequence[float]]()
            for cards, actions in backs:
                other = [left - count for left, count in zip(other, actions, strict=True)]
                share = tuple([count / len(cards) for count in actions])
                shares |= dict.fromkeys(cards, share)
            self._beliefs.append((weight, backs, shares, [count / max(sum(other), 1) for count in other]))

    def of(self, cards: Iterable[int]) -> list[float]:
        """The expected number of each action on cards whose beers are seen."""
        return self._sum([(card & BEER, 1.0) for card in cards], 0)

    def of_pile(self) -> list[float]:
        """The same on the draw pile."""
        known, size = Counter[int](), 0
        for held, weight in self._beers.items():
            cards, unseen = held.places[0]
            size = len(cards) + sum(unseen)
            known.update(dict.fromkeys(cards, weight))
        return self._sum(known.items(), size - sum(known.values()))

    def _sum(self, cards: Iterable[tuple[int, float]], others: float) -> list[float]:
        """The sum over cards, each with its weight, and over so many others of which nothing is known."""
        mean = [0.0] * len(ACTIONS)
        for weight, _, shares, other in self._beliefs:
            for share, times in (*[(shares.get(card, other), times) for card, times in cards], (other, others)):
                mean = [a + weight * times * b for a, b in zip(mean, share, strict=True)]
        return mean

    def type_in_play(self, seat: int, action: int) -> list[float]:
        """The expected type of the card in play, which came from the hand of another seat with this action.

        It is as likely each of the cards of the hand that can have the action.
        """
        counts, mean = self._deck.counts, [0.0] * len(TYPES)
        first = next(iter(self._beers))
        own, unseen = {*first.places[seat].known}, Holdings(first.pools, (Holding((), first.places[seat].unseen),))
        stranger = [n / (sum(first.places[seat].unseen) or 1) for n in expected({unseen: 1.0}, 0, counts)]
        for weight, backs, _, _ in self._beliefs:
            there = [block for block in backs if block.cards[0] == -seat or block.cards[0] in own]
            total = sum([block.actions[action - 1] for block in there])
            for cards, actions in there:
                likely = weight * actions[action - 1] / total / len(cards)
                for card in cards if likely else ():
                    of_type = counts((card,)) if card > 0 else stranger
                    mean = [a + likely * b for a, b in zip(mean, of_type, strict=True)]
        return mean


def _backs(cards: Sequence[int]) -> list[int]:
    """The number of cards of each action."""
    counts = [0] * (len(ACTIONS) + 1)
    for card in cards:
        counts[card & ACTION] += 1
    return counts[1:]


def _places(deck: Deck, code: int, flag: int, first: int = 0) -> Iterator[int]:
    """The place where a card is counted: by its type, and by its action if it has the flag."""
    type_, back = deck.type_of[code >> 4], code & ACTION
    if type_ >= 0:
        yield first + type_
    if 0 < back <= len(ACTIONS) and code & flag == flag:
        yield first + len(TYPES) + back - 1
