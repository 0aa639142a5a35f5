"""Results as numbers, for programs that learn, search or compare."""

from __future__ import annotations

from taphouse.engine.contract import Outcome, Victory
from taphouse.engine.game import About


def results_of(outcome: Outcome, about: About) -> list[float]:
    """The result of each seat, in seat order: from -1 to 1, times the stake. Better places have higher numbers.

    Where places count, it goes from 1 for the first to -1 for the last, tied seats get the mean of their places, and the sum is
    0. For teams it is stretched until a team has 1 or -1. A draw is 0. If all have won it is 1, and -1 if all have lost; a score
    that all share goes from -1 for no points to 1 for `About.most_points`.
    """
    seats = len(outcome.standings)
    match outcome.victory:
        case Victory.ALL_WON | Victory.ALL_LOST:
            return [outcome.stake * (1.0 if outcome.victory is Victory.ALL_WON else -1.0)] * seats
        case Victory.ALL_SCORED:
            return [2 * outcome.points / about.most_points - 1] * seats
    places = [one.place for one in sorted(outcome.standings, key=lambda one: one.seat)]
    last = max(1, seats - 1)
    results = [1 - 2 * (place - 1 + (places.count(place) - 1) / 2) / last for place in places]
    if outcome.victory is Victory.TEAM:
        most = max(map(abs, results)) or 1.0
        results = [result / most for result in results]
    return [outcome.stake * result for result in results]
