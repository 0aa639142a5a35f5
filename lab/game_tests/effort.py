"""The effort of the tests. `make soak` tries ten times as much as `make test`."""

from __future__ import annotations

import os

import pytest

EFFORT = int(os.environ.get("TAPHOUSE_TEST_EFFORT", "1"))
WHOLE = 1.0
some_or_all = pytest.mark.parametrize(
    "share", [pytest.param(0.1, id="some"), pytest.param(WHOLE, id="all", marks=pytest.mark.ecosystem)]
)
"""A test that tries a tenth of its cases in `make test`, and all of them in `make ecosystem` and `taphouse test-game`."""
thorough = pytest.mark.thorough
"""A test that takes long, or many tables; `taphouse test-game --fast` leaves it out."""


def many(count: int, share: float = WHOLE) -> int:
    """So many cases, games or pairs of worlds, or a share of them; more in `make soak`."""
    return max(1, round(count * share)) * EFFORT


def each(count: int) -> int:
    """The step of a sample, one in so many; a smaller one in `make soak`."""
    return max(1, count // EFFORT)
