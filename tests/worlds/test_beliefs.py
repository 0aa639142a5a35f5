"""Beliefs against counting: every deal and every draw of a small game, kept where they show what the seat saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from taphouse.engine.dank_and_draft.memory import counts, on_backs
from taphouse.engine.worlds.beliefs import (
    Contradiction,
    Holding,
    Holdings,
    chosen,
    draws,
    followed,
    gains,
    passes,
    reveals,
    shuffles,
)
from tests.worlds.every import distribution

POOL = (1, 1, 2, 3)
"""A draw pile of four cards; card 4 is seen by all."""
Places = tuple[tuple[int, ...], ...]
"""The draw pile, its top at the end, and two hands, in the order in which the cards came."""

STORIES: dict[str, list[tuple[Any, ...]]] = {
    "a card is drawn": [("draw", 1)],
    "a card of two is shown": [("draw", 1), ("draw", 1), ("show", 1, 1)],
    "a card comes later": [("draw", 1), ("draw", 1), ("show", 1, 1), ("draw", 1), ("show", 1, 2)],
    "a card goes on": [("draw", 1), ("draw", 1), ("draw", 2), ("pass", 1, 2), ("show", 2, 1)],
    "a known card goes on": [("draw", 1), ("gain", 1, 4), ("draw", 2), ("pass", 1, 2), ("show", 2, 2)],
    "a second draw pile": [
        ("draw", 1), ("draw", 1), ("draw", 2), ("draw", 2), ("show", 1, 1), ("make", 4, 1),
        ("draw", 1), ("show", 1, 1), ("draw", 2), ("show", 2, 1),
    ],
    "what is drawn last lies in the old pile": [("gain", 2, 4), ("draw", 2), ("pass", 2, 1), ("pass", 1, 2)],
}  # fmt: skip


def told(story: list[tuple[Any, ...]]) -> Iterator[tuple[Places, Fraction]]:
    """Every course of things that shows the story, with its probability."""

    def go_on(places: Places, at: int, likely: Fraction) -> Iterator[tuple[Places, Fraction]]:
        if at == len(story):
            yield places, likely
            return
        what, *how = story[at]
        pile, *hands = places
        if what == "draw":
            hands[how[0] - 1] += pile[-1:]
            yield from go_on((pile[:-1], *hands), at + 1, likely)
        elif what == "gain":
            hands[how[0] - 1] += (how[1],)
            yield from go_on((pile, *hands), at + 1, likely)
        elif what == "make":
            assert not pile
            orders = list(permutations(how))
            for order in orders:
                yield from go_on((order, *hands), at + 1, likely / len(orders))
        else:
            hand = hands[how[0] - 1]
            for i, card in enumerate(hand):
                after = list(hands)
                after[how[0] - 1] = hand[:i] + hand[i + 1 :]
                if what == "pass":
                    after[how[1] - 1] += (card,)
                if what == "pass" or card == how[1]:
                    yield from go_on((pile, *after), at + 1, likely / len(hand))

    for pile in permutations(POOL):
        yield from go_on((pile, (), ()), 0, Fraction(1))


def seen(places: Places) -> Places:
    """Without the order of a hand, which nobody sees."""
    return (places[0], *(tuple(sorted(hand)) for hand in places[1:]))


LESSONS = {
    "draw": lambda place: draws(place, 1),
    "gain": lambda place, card: gains(place, [card]),
    "show": reveals,
    "pass": passes,
    "make": lambda *cards: shuffles(cards),
}


@pytest.mark.parametrize("story", STORIES)
def test_beliefs_are_what_counting_gives(story: str) -> None:
    counted: Counter[Places] = Counter()
    for places, likely in told(STORIES[story]):
        counted[seen(places)] += likely  # type: ignore[assignment]
    nothing = Holding((), (0,))
    begins = Holdings((POOL,), (Holding((), (len(POOL),)), nothing, nothing))
    beliefs = followed({begins: 1.0}, [LESSONS[what](*how) for what, *how in STORIES[story]])

    def dealt(chance: Any) -> Places:
        kept, unseen = chosen(beliefs, chance, 9).dealt(chance, 0)
        return seen(tuple((*a, *b) for a, b in zip(kept, unseen, strict=True)))

    found = distribution(dealt)
    total = sum(counted.values())
    assert found.keys() == counted.keys()
    assert all(abs(found[places] - Fraction(counted[places]) / total) < Fraction(1, 10**6) for places in found)


BACKS = (1, 1, 2, 2, 3, 4)
SIGHTINGS = {
    "nothing": [],
    "a hand": [((10, 20, 30), (1, 1, 2))],
    "a part of it": [((10, 20, 30), (1, 2, 3)), ((10,), (2,))],
    "parts of two": [((10, 20, 30), (1, 1, 2)), ((40, 50), (2, 3)), ((10, 40), (1, 2))],
    "parts of two that are known later": [
        ((10, 20), (1, 2)),
        ((30, 40), (1, 2)),
        ((10, 30), (1, 2)),
        ((20, 50), (1, 4)),
    ],
    "a part of what is not known": [((10, 20), (1, 2)), ((20, 30, 40), (1, 2, 3))],
}


@pytest.mark.parametrize("sighting", SIGHTINGS)
def test_beliefs_on_backs_are_what_counting_gives(sighting: str) -> None:
    """Six cards, 10 to 60, with these actions on their backs; of some the actions are seen, but not on which card."""
    cards, counted = (10, 20, 30, 40, 50, 60), Counter[tuple[int, ...]]()
    for order in permutations(BACKS):
        back = dict(zip(cards, order, strict=True))
        if all(sorted(back[card] for card in some) == sorted(actions) for some, actions in SIGHTINGS[sighting]):
            counted[order] += 1
    lessons = [on_backs(some, counts(actions), counts(BACKS)) for some, actions in SIGHTINGS[sighting]]
    beliefs = followed({(): 1.0}, lessons)
    found: Counter[tuple[int, ...]] = Counter()
    for backs, weight in beliefs.items():
        left = Counter(BACKS)
        groups = [
            (list(block.cards), [n for n, count in enumerate(block.actions, 1) for _ in range(count)])
            for block in backs
        ]
        for _, actions in groups:
            left.subtract(actions)
        groups.append(([card for card in cards if not any(card in some for some, _ in groups)], [*left.elements()]))
        _spread(groups, {}, weight, cards, found)
    assert found.keys() == counted.keys()
    assert all(abs(share - counted[order] / counted.total()) < 1e-9 for order, share in found.items())


def _spread(groups: Any, back: dict[int, int], weight: float, cards: Any, found: Counter[tuple[int, ...]]) -> None:
    """Every order of the actions of each group on its cards, equally likely."""
    if not groups:
        found[tuple(back[card] for card in cards)] += weight  # type: ignore[assignment]
        return
    (some, actions), *others = groups
    orders = list(permutations(actions))
    for order in orders:
        _spread(others, back | dict(zip(some, order, strict=True)), weight / len(orders), cards, found)


def test_beliefs_that_were_let_go_are_taken_up_again() -> None:
    """The least likely belief of ten thousand is the true one; none but the most likely 256 are followed at first."""
    begins, worth = 0, [1.0] * 9_999 + [1e-9]
    spread = lambda _: enumerate(worth)  # noqa: E731
    assert followed({begins: 1.0}, [spread, lambda belief: [(belief, 1.0)] if belief == 9_999 else []]) == {9_999: 1.0}


def test_what_cannot_have_been_seen_is_refused() -> None:
    begins = Holdings(((1, 2),), (Holding((), (1,)), Holding((), (1,))))
    with pytest.raises(Contradiction, match="fits no position"):
        followed({begins: 1.0}, [reveals(1, 3)])
