"""How Python runs while the service serves: its garbage collector and its threads."""

from __future__ import annotations

import asyncio
import gc
import sys
import time

YOUNG, MIDDLE, NEVER = 1_500, 1, 1 << 30
"""Thresholds: allocated objects until a collection of the young ones, and of younger generations' collections until the next.

Python counts objects that are made less those that are freed, also old ones. So they say little of what a collection walks,
and none is left to them that walks old objects: see `tend`.
"""
SLICE = 0.5
"""Seconds between collections of what was made since the last one."""
MUCH_GARBAGE = 1_000_000
"""The objects that collections freed since everything was walked, after which it is again, if the service is idle."""
MOST_GARBAGE = 10_000_000
"""The same for a service that never is."""
IDLE = 0.1
"""The share of a processor below which the service is idle."""
HANDOVER = 0.0005
"""Seconds that a thread computes while the event loop waits to go on. It waits at every read, write and call of the system."""


def settle() -> None:
    """Leave all that exists out of collections from now on: the schema, the games and all modules live until the end.

    Call it once, when the application is made.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    sys.setswitchinterval(HANDOVER)


async def tend() -> None:
    """Collect garbage in slices until cancelled, if `settle` was called. All requests wait while a collection walks objects.

    A slice walks what was made since the last one, and leaves what lives out of later collections. It is freed when nothing
    refers to it any more, as always. Only what refers to itself would stay, such as what a thread was making meanwhile: after
    much garbage, everything is walked once.
    """
    before, used = _collected(), time.thread_time()
    while gc.get_threshold()[2] == NEVER:
        await asyncio.sleep(SLICE)
        gc.collect()
        idle = time.thread_time() - used < IDLE * SLICE
        if _collected() - before > (MUCH_GARBAGE if idle else MOST_GARBAGE):
            gc.unfreeze()
            gc.collect()
            before = _collected()
        gc.freeze()
        used = time.thread_time()


def _collected() -> int:
    """The objects that collections have freed."""
    return sum(generation["collected"] for generation in gc.get_stats())
