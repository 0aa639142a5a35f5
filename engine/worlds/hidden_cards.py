"""Hidden cards in a game that a real table played: one way in which they can have gone, from all that was seen.

A table sees cards come, leave and be shuffled, and not which ones they are. `HiddenCards` follows every way in which they may lie
(`beliefs`), and lays out one of them, each as likely as in a fair shuffle: the order of each shuffle, and the card that each
hidden draw took.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from taphouse.engine.worlds.beliefs import MOST_BELIEFS, Contradiction, Holding, Holdings, Weighted

Cards = tuple[int, ...]
PILE = 0
"""The place of the draw pile. The hand of a seat is the place of its number."""


class Departure(Struct, frozen=True):
    """A card leaves a place, and all see which one it is."""

    place: int
    card: int


class Transfer(Struct, frozen=True):
    """A card goes from one place to another, drawn by chance and unseen."""

    place: int
    to: int


class Arrival(Struct, frozen=True):
    """Cards that all see come to a place."""

    place: int
    cards: Cards


class Reshuffle(Struct, frozen=True):
    """Cards that all see are put on the draw pile, in this order, and shuffled with it."""

    cards: Cards


Lesson = Departure | Transfer | Arrival | Reshuffle


class DrawResult(NamedTuple):
    """The result of a draw."""

    places: tuple[int, ...]
    """The places that were drawn, as `Chance` has them."""
    assumed: tuple[int, ...] = ()
    """The places in `places` of what nobody saw."""


class Shuffle(NamedTuple):
    """A shuffle."""

    before: Cards
    """The cards in their order before it, the top of the draw pile last."""
    after: Cards
    """The cards in the order in which they are drawn."""
    seen: tuple[bool, ...]
    """For each card that was drawn, true if it was seen then, or when it left a hand later."""

    def drawn(self, rng: random.Random, *, upwards: bool = False) -> DrawResult:
        """The shuffle as a draw. Equal cards lie at random.

        Args:
            rng: chooses among equal cards.
            upwards: whether the rules draw the last place first, as from a pile whose top is at its end.
        """
        there: dict[int, list[int]] = {}
        for place in rng.sample(range(len(self.before)), len(self.before)):
            there.setdefault(self.before[place], []).append(place)
        places = [there[card].pop() for card in self.after]
        seen = [*self.seen, *[False] * (len(places) - len(self.seen))]
        if upwards:
            places, seen = places[::-1], seen[::-1]
        return DrawResult(tuple(places), tuple([i for i, one in enumerate(seen) if not one]))


class Taken(NamedTuple):
    """A card that chance took from a hand, unseen."""

    hand: Cards
    """The hand before, sorted."""
    card: int


class DeckHistory(NamedTuple):
    """One way in which the cards can have gone."""

    shuffles: tuple[Shuffle, ...]
    taken: tuple[Taken, ...]


class HiddenCards:
    """The ways in which the hidden cards of one deck may have gone.

    Args:
        cards: the deck before it is shuffled, in order.
        seats: the number of hands.
    """

    def __init__(self, cards: Sequence[int], seats: int) -> None:
        self.cards = tuple(cards)
        begins = Holdings((tuple(sorted(cards)),), (Holding((), (len(cards),)), *[Holding((), (0,))] * seats))
        self._rows: list[Weighted[Holdings]] = [{begins: 1.0}]
        self._origins: list[dict[Holdings, Weighted[Holdings]]] = []
        """For each lesson and each belief after it, the beliefs before it, by their weights."""
        self._lessons: list[Lesson] = []
        self._most: int | None = MOST_BELIEFS
        self._dropped = 0
        """The first lesson after which beliefs were dropped; 0 for none."""

    def learn(self, lessons: Sequence[Lesson]) -> None:
        """Learn these lessons, in order, and no others. Those that it shares with the last call are not learnt again.

        Raises:
            Contradiction: they cannot all be true.
        """
        same = 0
        while same < min(len(lessons), len(self._lessons)) and lessons[same] == self._lessons[same]:
            same += 1
        self._forget(same)
        for lesson in lessons[same:]:
            self._learn(lesson)

    def laid(self, rng: random.Random) -> DeckHistory:
        """One way in which all lessons can be true, drawn by its probability."""
        return _Layout(self.cards, self._path(rng), rng).follow(self._lessons)

    def _forget(self, kept: int) -> None:
        del self._rows[kept + 1 :], self._origins[kept:], self._lessons[kept:]

    def _learn(self, lesson: Lesson) -> None:
        origins: dict[Holdings, Weighted[Holdings]] = {}
        for held, weight in self._rows[-1].items():
            for learnt, share in _learnt(held, lesson):
                before = origins.setdefault(learnt, {})
                before[held] = before.get(held, 0.0) + weight * share
        after = {held: sum(before.values()) for held, before in origins.items()}
        total = sum(after.values())
        if not total:
            self._widen(lesson)
            return
        if self._most is not None and len(after) > self._most:
            after = dict(sorted(after.items(), key=lambda one: -one[1])[: self._most])
            self._dropped = self._dropped or len(self._rows)
        self._rows.append({held: weight / total for held, weight in after.items()})
        self._origins.append(origins)
        self._lessons.append(lesson)

    def _widen(self, lesson: Lesson) -> None:
        """Follow more beliefs from the beginning, if any were dropped."""
        if self._most is None or not 0 < self._dropped < len(self._rows):
            raise Contradiction("what was seen fits no way in which the cards may lie")
        self._most = self._most * 16 if self._most < MOST_BELIEFS * 16 else None
        lessons, self._dropped = [*self._lessons, lesson], 0
        self._forget(0)
        for one in lessons:
            self._learn(one)

    def _path(self, rng: random.Random) -> list[Holdings]:
        """Beliefs that follow each other, one from each row."""
        weights = self._rows[-1]
        path: list[Holdings] = []
        for origins in (*self._origins[::-1], {}):
            path += rng.choices([*weights], [*weights.values()]) if len(weights) > 1 else weights
            weights = origins.get(path[-1], weights)
        return path[::-1]


def _learnt(held: Holdings, lesson: Lesson) -> Iterable[tuple[Holdings, float]]:
    match lesson:
        case Departure(place, card):
            return held.revealed(place, card)
        case Transfer(place, to):
            return held.passed(place, to)
        case Arrival(place, cards):
            return ((held.gained(place, cards), 1.0),)
        case Reshuffle(cards):
            return ((held.with_pool(cards), 1.0),)


class _Card:
    """A card that was shuffled. Its face is decided when it is seen, or in the end."""

    def __init__(self, face: int = 0) -> None:
        self.face, self.seen = face, False


class _Layout:
    """Lays the cards out along a path of beliefs: which of the cards that nobody could distinguish was which."""

    def __init__(self, cards: Cards, path: list[Holdings], rng: random.Random) -> None:
        self._path, self._rng = path, rng
        unseen = [_Card() for _ in cards]
        self._unseen: dict[tuple[int, int], list[_Card]] = {(PILE, 0): unseen}
        """The cards in each place and from each pool whose faces are not decided."""
        self._every = [unseen.copy()]
        """The cards of each pool."""
        self._shuffles: list[tuple[list[_Card], list[_Card]]] = [([*map(_Card, cards)], [])]
        """The cards before each shuffle, and in the order in which they are drawn."""
        self._drawn: list[int] = []
        """The number of cards that were drawn between each two shuffles, and after the last."""
        self._taken: list[tuple[list[_Card], _Card]] = []

    def follow(self, lessons: Sequence[Lesson]) -> DeckHistory:
        """The layout after these lessons, each of which leads from one belief of the path to the next."""
        for lesson, before, after in zip(lessons, self._path, self._path[1:], strict=False):
            match lesson:
                case Departure(place, face):
                    card = self._out(place, before, after)
                    card.face, card.seen = face, True
                case Transfer(place, to):
                    self._pass(place, to, before, after)
                case Reshuffle(cards):
                    self._shuffle(cards)
        self._end_of_pile()
        for pool, left in zip(self._every, self._path[-1].pools, strict=True):
            for card, face in zip([one for one in pool if not one.face], self._mixed(left), strict=True):
                card.face = face
        shuffles = [
            Shuffle(_faces(before), _faces(after), tuple([card.seen for card in after[:drawn]]))
            for (before, after), drawn in zip(self._shuffles, self._drawn, strict=True)
        ]
        taken = [Taken(tuple(sorted(_faces(hand))), card.face) for hand, card in self._taken]
        return DeckHistory(tuple(shuffles), tuple(taken))

    def _out(self, place: int, before: Holdings, after: Holdings) -> _Card:
        """The card that leaves a place: a known one, or at random one of those whose faces are not decided."""
        for pool, (count, left) in enumerate(zip(before.places[place].unseen, after.places[place].unseen, strict=True)):
            if left < count:
                there = self._unseen[place, pool]
                card = there.pop(self._rng.randrange(len(there)))
                if place == PILE:
                    self._shuffles[-1][1].append(card)
                return card
        known = [*before.places[place].known]
        for face in after.places[place].known:
            known.remove(face)
        return _Card(known[0])

    def _pass(self, place: int, to: int, before: Holdings, after: Holdings) -> None:
        if place != PILE:
            hand = [*map(_Card, before.places[place].known)]
            hand += [card for (where, _), cards in self._unseen.items() if where == place for card in cards]
        card = self._out(place, before, after)
        if place != PILE:
            self._taken.append((hand, card))
        if not card.face:
            pool = next(pool for pool, cards in enumerate(self._every) if card in cards)
            self._unseen.setdefault((to, pool), []).append(card)

    def _shuffle(self, cards: Cards) -> None:
        left = self._end_of_pile()
        new = [_Card() for _ in cards]
        self._unseen[PILE, len(self._every)] = new
        self._every.append(new.copy())
        self._shuffles.append(([*left[::-1], *map(_Card, cards)], []))

    def _end_of_pile(self) -> list[_Card]:
        """The cards that are left on the draw pile, in a random order; they end the last shuffle."""
        left = [card for (place, _), cards in self._unseen.items() if place == PILE for card in cards]
        self._rng.shuffle(left)
        self._drawn.append(len(self._shuffles[-1][1]))
        self._shuffles[-1][1].extend(left)
        return left

    def _mixed(self, faces: Cards) -> list[int]:
        return self._rng.sample(faces, len(faces))


def _faces(cards: Iterable[_Card]) -> Cards:
    return tuple([card.face for card in cards])
