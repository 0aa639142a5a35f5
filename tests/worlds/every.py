"""Every way in which chance can fall, each with its probability: what a function of a chance leads to, counted exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any

from taphouse.engine.chance import SEED_BYTES, Chance
from taphouse.engine.dank_and_draft.sampling import COPIES


class _Again(Exception):
    """Draw everything again, from the beginning: earlier draws do not count."""


class _Told(Chance):
    """Draws as it is told; where it was told nothing, the first way, and it says how many there are."""

    __slots__ = ("likely", "told", "ways")

    def __init__(self, told: Sequence[int]) -> None:
        super().__init__(bytes(SEED_BYTES))
        self.told, self.ways, self.likely = told, [], Fraction(1)  # type: ignore[var-annotated]

    def _way(self, shares: Sequence[Fraction]) -> int:
        at = len(self.ways)
        way = self.told[at] if at < len(self.told) else 0
        self.ways.append(len(shares))
        self.likely *= shares[way]
        return way

    def order(self, draw: int, n: int) -> tuple[int, ...]:
        ways = factorial(n)
        return list(permutations(range(n)))[self._way([Fraction(1, ways)] * ways)]

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...]:
        ways = comb(n, k)
        return list(combinations(range(n), k))[self._way([Fraction(1, ways)] * ways)]

    def weighted(self, draw: int, weights: Sequence[float]) -> tuple[int]:
        exact = [Fraction(weight).limit_denominator(10**9) for weight in weights]
        way = self._way([one / sum(exact) for one in exact])
        if draw >= COPIES and not way:
            raise _Again
        return (way,)


def distribution(drawn: Callable[[Chance], Hashable]) -> dict[Any, Fraction]:
    """The probability of each result, over everything that chance can do."""
    found: Counter[Any] = Counter()
    told: list[int] = []
    while True:
        chance = _Told(told)
        with suppress(_Again):
            found[drawn(chance)] += chance.likely  # type: ignore[assignment]
        told = [*told, *[0] * (len(chance.ways) - len(told))]
        while told and told[-1] + 1 == chance.ways[len(told) - 1]:
            told.pop()
        if not told:
            return {one: share / sum(found.values()) for one, share in found.items()}
        told[-1] += 1


def shares(counted: Counter[Any]) -> dict[Any, Fraction]:
    """Counts as probabilities."""
    return {one: Fraction(count, counted.total()) for one, count in counted.items()}
