"""A seat's conclusions from the course of a game of Dank & Draft: the places of beers, and the actions on their backs.

The table does not repeat what was public before (DD-05). Beers that a player drafted were seen by all, and so are all cards that
leave a hand. The other players saw which actions came into a hand with them, and left it, but not on which of them. An action
that was played is known for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from taphouse.engine.contract import Seen
from taphouse.engine.dank_and_draft.cards import ACTION, ACTION_NUMBER, ACTIONS, BEER, GAP, PLAYED, Action, Card, Deck
from taphouse.engine.dank_and_draft.moves import (
    ActionCardDiscarded,
    ActionTaken,
    BeersDiscarded,
    BeersDrafted,
    BeersOffered,
    DrawPileRecycled,
    Pairing,
    TapsRefilled,
)
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.worlds.beliefs import Holding, Holdings, Learns, Weighted, followed, gains, hidden, reveals

Counts = tuple[int, ...]
"""The number of cards of each action, in the order of `ACTIONS`."""


class Block(NamedTuple):
    """Cards on whose backs these actions are, in any order."""

    cards: tuple[int, ...]
    """Their beers, sorted; for a card that was never seen, the negative number of the seat in whose hand it is."""
    actions: Counts


Backs = tuple[Block, ...]
"""Blocks without a card in common, sorted. The cards in none of them have the other actions, in any order."""


class Memory(NamedTuple):
    """A seat's knowledge of hidden cards, by its weight."""

    beers: Weighted[Holdings]
    backs: Weighted[Backs] | None
    """None where the actions follow from the beers, and where an edition has several cards with one beer side: there, what was
    seen of the actions of cards that are hidden now is not kept."""


@lru_cache(maxsize=16)
def begun(known: DankAndDraftState, seat: int, deck: Deck) -> Holdings:
    """The conclusions from a position alone about the beers that a seat does not see.

    Raises:
        Contradiction: the position does not have the cards of the edition.
    """
    sizes = [0 if owner == seat else len(hand) for owner, hand in enumerate(known.hands, 1)]
    seen = [card for row in (known.taps, known.discards, known.hands[seat - 1]) for card in row if card != GAP]
    seen += [card for room in known.taprooms for stack in room for card in stack]
    if isinstance(top := known.pending[-1], InPlay):
        if top.source == seat:
            seen.append(top.card)
        else:
            sizes[top.source - 1] += 1
    sizes.insert(0, len(known.pile))
    pool = hidden([card & BEER for card in deck.printed], [card & BEER for card in seen], sum(sizes))
    return Holdings((pool,), tuple([Holding((), (size,)) for size in sizes]))


def remembered(seen: Sequence[Seen], seat: int, deck: Deck, memory: Memory | None = None) -> Memory:
    """The knowledge that a seat has gained from the moves that it saw.

    Args:
        seen: what it saw, in order.
        seat: the seat.
        deck: the edition's cards.
        memory: its knowledge before; None for what the first position shows.

    Raises:
        Contradiction: it fits no position.
    """
    begins: DankAndDraftState = seen[0].known
    memory = memory or shown(begins, seat, deck)
    course = _Course(seat, deck, next(iter(memory.beers)))
    for one in seen:
        course.follow(one)
    beers = followed(memory.beers, course.of_beers)
    return Memory(beers, None if memory.backs is None else followed(memory.backs, course.of_backs))


def shown(known: DankAndDraftState, seat: int, deck: Deck) -> Memory:
    """The knowledge that a position alone gives a seat: of backs, what the other hands hold, and cards that show both sides."""
    beers = {begun(known, seat, deck): 1.0}
    if known.options.pairing is Pairing.PRINTED or same_sides(deck):
        return Memory(beers, None)
    lessons, top = [], known.pending[-1]
    for owner, hand in enumerate(known.hands, 1):
        if owner != seat:
            backs = [card & ACTION for card in hand]
            if isinstance(top, InPlay) and top.source == owner:
                backs.append(top.card & ACTION)
            lessons.append(on_backs((-owner,) * len(backs), counts(backs), deck.actions))
    lessons += [on_backs((beer,), counts([back]), deck.actions) for beer, back in pairs(known)]
    return Memory(beers, followed({(): 1.0}, lessons))


class _Course:
    """The course of a game, as lessons on the beers and on the backs."""

    def __init__(self, seat: int, deck: Deck, held: Holdings) -> None:
        self._seat, self._code = seat, deck.beer_code
        self._every = deck.actions
        self.of_beers: list[Learns[Holdings]] = []
        self.of_backs: list[Learns[Backs]] = []
        self._came = [{*place.known} for place in held.places]
        """The beers that came into the hand of each seat since the first position."""
        self._source = 0
        """The seat from whose hand the card in play came."""

    def follow(self, seen: Seen) -> None:
        """The cards that a move and its events show."""
        if isinstance(top := seen.known.pending[-1], InPlay):
            self._source = top.source
        for event in seen.events:
            match event:
                case BeersDrafted(seat, _, beers, actions):
                    cards = self._codes(beers)
                    if seat != self._seat:
                        self.of_beers.append(gains(seat, cards))
                        self._came[seat] |= {*cards}
                        self._backs(cards, actions)
                case BeersOffered(seat, _, beers, actions) | BeersDiscarded(seat, beers, actions):
                    self._left(seat, self._codes(beers), actions)
                case ActionTaken(_, source):
                    self._source = source
                case ActionCardDiscarded(_, card) if card.action is not None:
                    self._left(self._source, self._codes([card]), (card.action,))
                case DrawPileRecycled():
                    cards = tuple([card & BEER for card in seen.known.discards])
                    self.of_beers.append(gains(0, cards))
                case TapsRefilled(taps):
                    self.of_beers += [reveals(0, card) for card in self._codes([tap.card for tap in taps])]

    def _left(self, seat: int, cards: tuple[int, ...], actions: tuple[Action, ...] | None) -> None:
        """Cards leave a hand, beer sides up."""
        if seat != self._seat:
            for card in cards:
                self.of_beers.append(reveals(seat, card))
                if card in self._came[seat]:
                    self._came[seat].remove(card)
                else:
                    self.of_backs.append(_seen_first(seat, card))
        self._backs(cards, actions)

    def _backs(self, cards: tuple[int, ...], actions: tuple[Action, ...] | None) -> None:
        if actions is not None:
            numbers = counts([ACTION_NUMBER[action] for action in actions])
            self.of_backs.append(on_backs(tuple(sorted(cards)), numbers, self._every))

    def _codes(self, cards: Sequence[Card]) -> tuple[int, ...]:
        return tuple([self._code[Card(card.brewery, card.type)] for card in cards])


def counts(backs: Sequence[int]) -> Counts:
    """The number of cards of each action, from the actions' numbers."""
    return tuple([backs.count(number) for number in range(1, len(ACTIONS) + 1)])


def pairs(state: DankAndDraftState) -> Iterator[tuple[int, int]]:
    """The cards that show both sides: those discarded after their action, and one in play whose beer is seen."""
    top = state.pending[-1]
    for card in (*state.discards, top.card if isinstance(top, InPlay) else GAP):
        if card != GAP and (card & PLAYED or (isinstance(top, InPlay) and card == top.card and card & BEER)):
            yield card & BEER, card & ACTION


def same_sides(deck: Deck) -> bool:
    """True if several cards have the same beer side."""
    return len({card & BEER for card in deck.printed}) < len(deck.printed)


def _seen_first(seat: int, card: int) -> Learns[Backs]:
    """The lesson that one of the cards of a hand that were never seen is this one: as likely each of them."""

    def learns(backs: Backs) -> Iterator[tuple[Backs, float]]:
        for place, (cards, actions) in enumerate(backs):
            if -seat in cards:
                at = cards.index(-seat)
                shown = Block(tuple(sorted([*cards[:at], *cards[at + 1 :], card])), actions)
                yield tuple(sorted([*backs[:place], shown, *backs[place + 1 :]])), 1.0
                return

    return learns


def on_backs(cards: tuple[int, ...], actions: Counts, every: Counts) -> Learns[Backs]:
    """The lesson that these cards have these actions on their backs, in any order.

    Args:
        cards: the cards, as a block has them.
        actions: their actions.
        every: the actions of the whole deck.
    """

    def learns(backs: Backs) -> Iterator[tuple[Backs, float]]:
        wanted, kept, pieces = Counter(cards), [], []
        other = every
        for block in backs:
            other = _less(other, block.actions)
            part = Counter(block.cards) & wanted
            if part:
                wanted -= part
                pieces.append((part, Counter(block.cards) - part, block.actions))
            else:
                kept.append(block)
        if wanted:
            pieces.append((wanted, Counter[int](), other))
        for split, share in _splits([(part.total(), held) for part, _, held in pieces], actions):
            made = [Block(tuple(sorted(part.elements())), got) for (part, _, _), got in zip(pieces, split, strict=True)]
            made += [
                Block(tuple(sorted(rest.elements())), _less(held, got))
                for (_, rest, held), got in zip(pieces, split, strict=True)
                if rest
            ]
            yield tuple(sorted([*kept, *[single for block in made for single in _singles(block)]])), share

    return learns


def _splits(pieces: Sequence[tuple[int, Counts]], wanted: Counts) -> Iterator[tuple[list[Counts], float]]:
    """Every way in which these pieces, each drawn from a block, can have the wanted actions together, and its probability."""
    if not pieces:
        if not any(wanted):
            yield [], 1.0
        return
    (size, held), *others = pieces
    for got in product(*[range(min(a, b, size) + 1) for a, b in zip(held, wanted, strict=True)]):
        if sum(got) == size:
            share = prod(map(comb, held, got)) / comb(sum(held), size)
            for rest, likely in _splits(others, _less(wanted, got)):
                yield [got, *rest], share * likely


def _less(a: Counts, b: Counts) -> Counts:
    return tuple([one - other for one, other in zip(a, b, strict=True)])


def _singles(block: Block) -> list[Block]:
    """The block, card by card where all its actions are the same."""
    if sum(1 for count in block.actions if count) > 1:
        return [block]
    one = tuple([1 if count else 0 for count in block.actions])
    return [Block((card,), one) for card in block.cards]
