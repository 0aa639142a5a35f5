"""How Python runs while the service serves: its garbage collector, and its threads."""

from __future__ import annotations

import gc
import sys

YOUNG, MIDDLE, OLD = 2_000, 4, 1_250
"""Thresholds: allocated objects until a collection of the young ones, and of younger generations' collections until the next.

A collection is one piece of work: one of the middle generation walks at most `YOUNG * (MIDDLE + 1)` objects.
"""
HANDOVER = 0.0005
"""Seconds that a thread computes while the event loop waits to go on. It waits at every read, write and call of the system."""


def settle() -> None:
    """Leave all that exists out of collections from now on: the schema, the games and all modules live until the end.

    A full collection would walk them each time, while every request waits. Call it once, when the application is made.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    sys.setswitchinterval(HANDOVER)
