"""Delays with jitter, so that waiters do not all retry at once."""

from __future__ import annotations

import random
from collections.abc import Iterator

# Separate from the shared generator, so that code that seeds that one is not disturbed.
_jitter = random.Random()


def around(seconds: float) -> float:
    """A random delay between 0.5 and 1.5 times `seconds`."""
    return _jitter.uniform(0.5, 1.5) * seconds


def pauses(first: float, longest: float) -> Iterator[float]:
    """Delays between retries, in seconds: exponential backoff with jitter, from at most `first` to at most `longest`."""
    most = min(first, longest)
    while True:
        yield _jitter.uniform(0.5, 1.0) * most
        most = min(longest, most * 2)
