"""Chance, one outcome at a time: each draw of the rules is a sequence of picks, and each pick has outcomes with probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from taphouse.engine.chance import SEED_BYTES, Chance

Drawn = Mapping["Draw", tuple[int, ...]]
"""The results of draws."""


class Draw(NamedTuple):
    """A draw of the rules, as `Chance` has them."""

    number: int
    of: int
    """The number of positions."""
    picks: int
    """The number of picks, one after the other, each among the positions that are left."""
    sample: bool = False
    """True if the result is in ascending order, and has no more than what was picked."""
    weights: tuple[float, ...] = ()
    """The weights of the positions, of a single pick; empty if all are alike."""

    def outcomes(self, picked: Sequence[int]) -> list[tuple[int, float]]:
        """The outcomes of the next pick, with their probabilities: the places among the positions that are left."""
        if self.weights:
            total = sum(self.weights)
            return [(place, weight / total) for place, weight in enumerate(self.weights) if weight]
        left = self.of - len(picked)
        return [(place, 1 / left) for place in range(left)]

    def allows(self, picked: Sequence[int], place: int) -> bool:
        """True if a place is an outcome of the next pick."""
        return 0 <= place < self.of - len(picked) and (not self.weights or self.weights[place] > 0)

    def result(self, picked: Sequence[int]) -> tuple[int, ...]:
        """The result of all picks."""
        left = [*range(self.of)]
        taken = [left.pop(place) for place in picked]
        return tuple(sorted(taken)) if self.sample else (*taken, *left)


class Undrawn(Exception):
    """The rules ask for the result of a draw that has none yet.

    Args:
        draw: the draw.
    """

    def __init__(self, draw: Draw) -> None:
        super().__init__(draw)
        self.draw = draw


class ChosenDraws(Chance):
    """Chance with given results. Any other draw that has more than one possible result raises `Undrawn`.

    Args:
        drawn: the results.
    """

    __slots__ = ("_drawn",)

    def __init__(self, drawn: Drawn) -> None:
        super().__init__(bytes(SEED_BYTES))
        self._drawn = drawn

    def order(self, draw: int, n: int) -> tuple[int, ...]:
        """The chosen order."""
        return self._chosen(Draw(draw, n, n - 1)) if n > 1 else tuple(range(n))

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...]:
        """The chosen sample."""
        return self._chosen(Draw(draw, n, k, sample=True)) if 0 < k < n else tuple(range(k))

    def weighted(self, draw: int, weights: Sequence[float]) -> tuple[int]:
        """The chosen place."""
        possible = [place for place, weight in enumerate(weights) if weight]
        if len(possible) == 1:
            return (possible[0],)
        return (self._chosen(Draw(draw, len(weights), 1, sample=True, weights=tuple(weights)))[0],)

    def _chosen(self, draw: Draw) -> tuple[int, ...]:
        if draw not in self._drawn:
            raise Undrawn(draw)
        return self._drawn[draw]
