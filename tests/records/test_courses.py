"""The course of hidden cards: the ways that are laid out are those that are possible, each as often as in a fair shuffle."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from taphouse.engine.worlds.beliefs import Contradiction
from taphouse.engine.worlds.hidden_cards import (
    PILE,
    Arrival,
    DeckHistory,
    Departure,
    HiddenCards,
    Lesson,
    Reshuffle,
    Transfer,
)

A, B, C = 1, 2, 3
DEALT = [Transfer(PILE, 1), Transfer(PILE, 2)]


def laid(cards: tuple[int, ...], lessons: list[Lesson], seed: int = 0) -> DeckHistory:
    course = HiddenCards(cards, 2)
    course.learn(lessons)
    return course.laid(random.Random(seed))


def test_each_order_is_as_likely_as_in_a_fair_shuffle() -> None:
    """Of the orders of A, A, B, C, those in which one of the first two cards is an A."""
    lessons = [Transfer(PILE, 1), Transfer(PILE, 1), Departure(1, A)]
    right = {order: 0 for order in permutations((A, A, B, C)) if A in order[:2]}
    weights = Counter(order for order in permutations((A, A, B, C)) for card in order[:2] if card == A)
    course = HiddenCards((A, A, B, C), 1)
    course.learn(lessons)
    rng = random.Random(1)
    found = Counter(course.laid(rng).shuffles[0].after for _ in range(2000))
    assert found.keys() == right.keys()
    total = weights.total()
    for order, count in found.items():
        expected = 2000 * weights[order] / total
        assert abs(count - expected) < 5 * expected**0.5


def test_a_card_is_taken_from_the_shuffle_that_leaves_enough_for_others() -> None:
    """Both players show an A. Seat 2 has no card but from the first shuffle, so that the A of seat 1 is from the second."""
    lessons = [
        *DEALT,
        Transfer(PILE, 1),
        Departure(1, B),
        Reshuffle((A, B)),
        Transfer(PILE, 1),
        Departure(1, A),
        Departure(2, A),
    ]
    for seed in range(50):
        first, second = laid((A, B, C), lessons, seed).shuffles
        assert first.after[1] == A
        assert second.after[0] == A
        assert first.seen == ((first.after[0] == B), True, (first.after[2] == B))


def test_what_cannot_be_is_a_contradiction_and_what_was_learnt_before_stays() -> None:
    course = HiddenCards((A, B), 2)
    course.learn(DEALT)
    with pytest.raises(Contradiction):
        course.learn([*DEALT, Departure(1, C)])
    course.learn([*DEALT, Departure(1, A)])
    with pytest.raises(Contradiction):
        course.learn([*DEALT, Departure(1, A), Departure(2, A)])
    course.learn([*DEALT, Departure(1, B)])
    assert course.laid(random.Random(0)).shuffles[0].after == (B, A)


def test_a_card_that_goes_from_hand_to_hand_is_one_of_the_hand() -> None:
    lessons = [*DEALT, Arrival(1, (C,)), Transfer(1, 2), Departure(2, C), Departure(2, A)]
    for seed in range(20):
        way = laid((A, B), lessons, seed)
        assert way.shuffles[0].after == (B, A)
        assert [(one.hand, one.card) for one in way.taken] == [((B, C), C)]


def test_what_was_drawn_leads_to_the_cards() -> None:
    """A draw pile whose top is at the end of its row is drawn from the end."""
    (shuffle,) = laid((B, A, C, A), [Departure(PILE, A), Departure(PILE, C)]).shuffles
    for upwards in (False, True):
        drawn = shuffle.drawn(random.Random(0), upwards=upwards)
        cards = [(B, A, C, A)[place] for place in drawn.places]
        assert (cards[::-1] if upwards else cards) == [*shuffle.after]
        assert cards[-1 if upwards else 0] == A
        assert drawn.assumed == ((0, 1) if upwards else (2, 3))
