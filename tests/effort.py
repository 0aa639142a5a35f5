"""How much is tried: `make test` tries enough to notice, and `make soak` ten times as much of what is counted here."""

from __future__ import annotations

import os

EFFORT = int(os.environ.get("TAPHOUSE_TEST_EFFORT", "1"))


def many(count: int) -> int:
    """So many cases, games or pairs of worlds; more in `make soak`."""
    return count * EFFORT
