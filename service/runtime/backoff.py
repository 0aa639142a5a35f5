"""Seconds to wait, never the same for all who wait for the same thing."""

from __future__ import annotations

import random
from collections.abc import Iterator

# Of its own: whoever seeds or watches the generator that a process shares is not disturbed.
_chance = random.Random()


def around(seconds: float) -> float:
    """From half of these seconds to half as much again."""
    return _chance.uniform(0.5, 1.5) * seconds


def pauses(first: float, longest: float) -> Iterator[float]:
    """Between tries, longer and longer: at most `first` seconds, then twice that, and so on up to `longest`."""
    most = min(first, longest)
    while True:
        yield _chance.uniform(0.5, 1.0) * most
        most = min(longest, most * 2)
