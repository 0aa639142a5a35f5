"""How much is tried, and how long a test waits for it. `make soak` tries ten times as much as `make test`."""

from __future__ import annotations

import os

EFFORT = int(os.environ.get("TAPHOUSE_TEST_EFFORT", "1"))
BOUND = 60.0
"""Seconds after which a test takes what it waits for as stuck: many, for a busy machine. No test that passes waits so long."""


def many(count: int) -> int:
    """So many cases, games or pairs of worlds; more in `make soak`."""
    return count * EFFORT
