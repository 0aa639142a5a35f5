"""Beliefs about hidden cards: every way in which they may lie, with its weight.

A seat learns more than its table shows: which cards went into the draw pile, what another player took up. Games keep that as
beliefs, each with a weight in proportion to its probability. Whatever is not known of a hidden card is as likely as in a fair
shuffle; a card that leaves a hand is as likely to be any card of the hand. What players choose tells nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from taphouse.engine.chance import Chance, settled

Cards = tuple[int, ...]
B = TypeVar("B", bound=Hashable)
Weighted = dict[B, float]
"""Beliefs by their weights."""
Learns = Callable[[B], Iterable[tuple[B, float]]]
"""An update of a belief by an observation: one or several beliefs, each with the probability of that. None if it is refuted."""

MOST_BELIEFS = 256
"""The number of beliefs that are followed: the most likely ones. Beyond that, probabilities are approximate."""
FREE = 1 << 32
"""The first of the numbers that no draw of a game has."""


class Contradiction(ValueError):
    """An observation that fits no way in which the cards may lie. It is not the history of this seat in this game."""


def followed(begins: Weighted[B], lessons: Sequence[Learns[B]], most: int | None = MOST_BELIEFS) -> Weighted[B]:
    """The beliefs of a seat after all its observations.

    Args:
        begins: the beliefs before the first lesson.
        lessons: what is learnt, in order.
        most: how many beliefs are followed; None for all. If all of them are refuted, more are followed.

    Raises:
        Contradiction: no belief is left.
    """
    beliefs, dropped = begins, False
    for learns in lessons:
        after: Weighted[B] = {}
        for belief, weight in beliefs.items():
            for learnt, share in learns(belief):
                after[learnt] = after.get(learnt, 0.0) + weight * share
        if most is not None and len(after) > most:
            after, dropped = dict(sorted(after.items(), key=lambda one: -one[1])[:most]), True
        total = sum(after.values())
        if not total:
            if not dropped or most is None:
                raise Contradiction("what was seen fits no position")
            return followed(begins, lessons, most * 16 if most < MOST_BELIEFS * 16 else None)
        beliefs = {belief: weight / total for belief, weight in after.items()}
    return beliefs


def chosen(beliefs: Weighted[B], chance: Chance, draw: int) -> B:
    """One of the beliefs, by their weights.

    Raises:
        ValueError: there are several, and the chance is blind.
    """
    every = list(beliefs)
    return every[settled(chance.weighted(draw, [*beliefs.values()]))[0]]


# --- cards of which some lie hidden in hands and piles -----------------------------------------------------------------


class Holding(NamedTuple):
    """The known cards in one place: a hand or a draw pile."""

    known: Cards
    """The known cards, sorted."""
    unseen: tuple[int, ...]
    """The number of other cards from each pool."""


class Holdings(NamedTuple):
    """The places of cards that a seat does not see. A pool is a set of cards that were shuffled together and not seen since."""

    pools: tuple[Cards, ...]
    """The cards of each pool, sorted: as many as lie unseen in all places together."""
    places: tuple[Holding, ...]
    """The draw pile, then the hand of each seat. A hand that the seat sees is empty here."""

    def moved(self, place: int, holding: Holding) -> Holdings:
        """A copy with another holding in one place."""
        return self._replace(places=(*self.places[:place], holding, *self.places[place + 1 :]))

    def gained(self, place: int, cards: Iterable[int]) -> Holdings:
        """Cards that everybody sees come to a place."""
        known, unseen = self.places[place]
        return self.moved(place, Holding(tuple(sorted((*known, *cards))), unseen))

    def drawn(self, place: int, pool: int, count: int) -> Holdings:
        """A copy after cards of this pool come from the draw pile, the place 0, unseen."""
        if not count:
            return self
        after = self
        for where, change in ((0, -count), (place, count)):
            known, unseen = after.places[where]
            after = after.moved(where, Holding(known, _plus(unseen, pool, change)))
        return after

    def revealed(self, place: int, card: int) -> Iterator[tuple[Holdings, float]]:
        """A card leaves a place, and is seen to be this one: one of those known there, or an unseen one."""
        known, unseen = self.places[place]
        size = len(known) + sum(unseen)
        if card in known:
            yield self.moved(place, Holding(_without(known, card), unseen)), known.count(card) / size
        for pool, count in enumerate(unseen):
            alike = self.pools[pool].count(card) if count else 0
            if alike:
                pools = (*self.pools[:pool], _without(self.pools[pool], card), *self.pools[pool + 1 :])
                after = Holdings(pools, self.places).moved(place, Holding(known, _plus(unseen, pool, -1)))
                yield after, count / size * alike / len(self.pools[pool])

    def passed(self, place: int, to: int) -> Iterator[tuple[Holdings, float]]:
        """A card goes from one place to another, drawn by chance and unseen."""
        known, unseen = self.places[place]
        size = len(known) + sum(unseen)
        for card, count in Counter(known).items():
            yield self.moved(place, Holding(_without(known, card), unseen)).gained(to, (card,)), count / size
        for pool, count in enumerate(unseen):
            if count:
                after = self.moved(place, Holding(known, _plus(unseen, pool, -1)))
                there = after.places[to]
                yield after.moved(to, Holding(there.known, _plus(there.unseen, pool, 1))), count / size

    def with_pool(self, cards: Iterable[int]) -> Holdings:
        """Cards that everybody sees are shuffled into a new draw pile: one more pool, all of it in the place 0."""
        places = tuple([Holding(known, (*unseen, 0)) for known, unseen in self.places])
        new = tuple(sorted(cards))
        after = Holdings((*self.pools, new), places)
        return after.moved(0, Holding(places[0].known, (*places[0].unseen[:-1], len(new))))

    def dealt(self, chance: Chance, draw: int) -> tuple[list[Cards], list[Cards]]:
        """The cards in each place: the known cards, and the unseen ones, of each pool in a random order.

        The first hands get theirs first, and the draw pile what is left. The draw has this number; those of further pools
        have numbers that no game has.

        Raises:
            ValueError: the chance is blind.
        """
        dealt: list[Cards] = [() for _ in self.places]
        for pool in range(len(self.pools) - 1, -1, -1):
            cards = self.pools[pool]
            number = draw if pool == len(self.pools) - 1 else FREE + 16 + pool
            left = iter([cards[i] for i in settled(chance.order(number, len(cards)))])
            for place in (*range(1, len(self.places)), 0):
                dealt[place] += tuple(islice(left, self.places[place].unseen[pool]))
        return [place.known for place in self.places], dealt


def expected(beliefs: Weighted[Holdings], place: int, count: Callable[[Cards], Sequence[float]]) -> list[float]:
    """The mean counts of the cards in a place.

    Args:
        beliefs: where cards may lie.
        place: the place.
        count: counts cards by what they are.
    """
    mean = [0.0] * len(count(()))
    for held, weight in beliefs.items():
        known, unseen = held.places[place]
        parts = [(known, 1.0), *[(pool, n / len(pool)) for pool, n in zip(held.pools, unseen, strict=True) if n]]
        for cards, share in parts:
            mean = [a + weight * share * b for a, b in zip(mean, count(cards), strict=True)]
    return mean


def gains(place: int, cards: Iterable[int]) -> Learns[Holdings]:
    """Cards that everybody sees come to a place."""
    came = tuple(cards)
    return lambda held: ((held.gained(place, came), 1.0),)


def reveals(place: int, card: int) -> Learns[Holdings]:
    """A card leaves a place, and is seen to be this one."""
    return lambda held: held.revealed(place, card)


def passes(place: int, to: int) -> Learns[Holdings]:
    """A card goes from one place to another, drawn by chance and unseen."""
    return lambda held: held.passed(place, to)


def draws(place: int, count: int, pool: int = -1) -> Learns[Holdings]:
    """The lesson that a number of cards come from the draw pile, unseen."""
    return lambda held: ((held.drawn(place, pool % len(held.pools), count), 1.0),)


def shuffles(cards: Iterable[int]) -> Learns[Holdings]:
    """Cards that everybody sees are shuffled into a new draw pile."""
    made = tuple(cards)
    return lambda held: ((held.with_pool(made), 1.0),)


def check_viewer(known: Any, seat: int) -> None:
    """True if a position of a game that hides something is what the seat knows.

    Raises:
        ValueError: it is not.
    """
    if known.viewer != seat:
        raise ValueError(f"this is not what seat {seat} knows of a position; pass known(state, {seat})")


def hidden(every: Iterable[int], seen: Iterable[int], places: int) -> Cards:
    """The cards that are not seen, sorted.

    Args:
        every: all cards of the game.
        seen: those that are seen.
        places: how many hidden cards there must be.

    Raises:
        Contradiction: the position does not have the cards of the edition.
    """
    left = Counter(every)
    left.subtract(seen)
    if min(left.values(), default=0) < 0 or left.total() != places:
        raise Contradiction("the position does not have the cards of the edition")
    return tuple(sorted(left.elements()))


def _without(cards: Cards, card: int) -> Cards:
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def _plus(counts: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + change, *counts[place + 1 :])
