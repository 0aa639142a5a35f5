"""How Python's garbage collector runs while the service serves."""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 10_000, 4, 250
"""Thresholds: allocated objects until a collection of the young ones, and of younger generations' collections until the next."""


def settle() -> None:
    """Leave all that exists out of collections from now on: the schema, the games and all modules live until the end.

    A full collection would walk them each time, while every request waits. Call it once, when the application is made.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
