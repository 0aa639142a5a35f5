"""Intervals of tournaments between simulated bots of known strength have the coverage that they name."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

import pytest

from taphouse.lab.arena.elo import elo
from taphouse.lab.matches.playing import MatchResult
from taphouse.lab.matches.report import CONFIDENCE, Estimate, Sampled, mean, share

STRENGTHS = (0.0, 0.5, 1.2)
TOURNAMENTS = 1_000
SHUFFLES = 12
LUCK = 1.0
"""The spread of the luck of a shuffle, which stays with the seat that has it; that of a bot in a game is 1."""

Figures = Callable[[Sequence[MatchResult]], list[Estimate]]


def tournament(shuffles: int, rng: random.Random) -> list[MatchResult]:
    """Each pair of bots plays each shuffle from both seats; the points decide."""
    played = []
    for number in range(shuffles):
        for pair in combinations(range(len(STRENGTHS)), 2):
            luck = [rng.gauss(0, LUCK), rng.gauss(0, LUCK)]
            for seats in (pair, pair[::-1]):
                points = [
                    round(100 * (STRENGTHS[bot] + own + rng.gauss(0, 1))) for bot, own in zip(seats, luck, strict=True)
                ]
                places = [1 + sum(other > one for other in points) for one in points]
                won = [(place == 1) / places.count(1) for place in places]
                played.append(_result(seats, places, points, won, f"{number} {pair}"))
    return played


def _result(
    seats: Sequence[int], places: Sequence[int], points: Sequence[int], won: Sequence[float], shuffle: str
) -> MatchResult:
    return MatchResult(
        number=0,
        seats=tuple(seats),
        places=tuple(places),
        points=tuple(points),
        categories=({},) * len(seats),
        victory=tuple(won),
        first=1,
        decisions=1,
        reason="END",
        faults=(0,) * len(seats),
        seed=shuffle,
    )


def of_each_bot(
    values: Callable[[MatchResult], Sequence[float]], figure: Callable[[list[Sampled]], Estimate]
) -> Figures:
    def figures(results: Sequence[MatchResult]) -> list[Estimate]:
        return [
            figure([(one.shuffle, values(one)[one.seats.index(bot)]) for one in results if bot in one.seats])
            for bot in range(len(STRENGTHS))
        ]

    return figures


@cache
def tournaments() -> list[list[MatchResult]]:
    return [tournament(SHUFFLES, random.Random(number)) for number in range(TOURNAMENTS)]


@cache
def endless() -> list[MatchResult]:
    return tournament(20_000, random.Random("the truth"))


@pytest.mark.parametrize(
    "figures",
    [
        pytest.param(lambda results: elo(len(STRENGTHS), results), id="ratings"),
        pytest.param(of_each_bot(lambda one: one.victory, share), id="wins"),
        pytest.param(of_each_bot(lambda one: one.points, mean), id="points"),
    ],
)
def test_an_interval_covers_the_truth_as_often_as_it_says(figures: Figures) -> None:
    truth = [one.value for one in figures(endless())]
    found = [figures(results) for results in tournaments()]
    for bot, value in enumerate(truth):
        covered = sum(one[bot].low <= value <= one[bot].high for one in found) / TOURNAMENTS
        assert CONFIDENCE - 0.02 <= covered <= CONFIDENCE + 0.03, f"bot {bot}: {covered:.1%}"


def test_shuffles_that_both_bots_win_once_leave_no_doubt_that_they_are_equal() -> None:
    pairs = [_result(seats, (1, 2), (1, 0), (1.0, 0.0), str(n)) for n in range(200) for seats in ((0, 1), (1, 0))]
    apart = [_result((0, 1), (1 + n % 2, 2 - n % 2), (1, 0), (n % 2, 1 - n % 2), str(n)) for n in range(400)]
    for one, other in zip(elo(2, pairs), elo(2, apart), strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-6) == pytest.approx(0, abs=1e-6)
        assert one.high - one.low < (other.high - other.low) / 5


def test_a_bot_that_wins_all_its_games_has_a_rating_and_one_that_never_played_is_at_the_mean() -> None:
    best, worst, absent = elo(3, [_result((0, 1), (1, 2), (1, 0), (1.0, 0.0), str(n)) for n in range(20)])
    assert 200 < best.value < 1000
    assert best.value == pytest.approx(-worst.value)
    assert best.low < best.value < best.high
    assert absent.value == pytest.approx(0, abs=1e-6)
    assert absent.high - absent.low > best.high - best.value
