"""The effort of the tests, and the time that they wait. `make soak` tries ten times as much as `make test`."""

from __future__ import annotations

import os

EFFORT = int(os.environ.get("TAPHOUSE_TEST_EFFORT", "1"))
BOUND = 20.0
"""Seconds after which something that should have happened has not, on a busy machine.

Fewer than those after which the service looks by itself (`shared_reading.RECHECK`), which would hide a lost wake-up.
"""


def many(count: int) -> int:
    """So many cases, games or pairs of worlds; more in `make soak`."""
    return count * EFFORT
