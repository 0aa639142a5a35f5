"""Settings of the Python interpreter for a running service: its garbage collector and its threads."""

from __future__ import annotations

import asyncio
import gc
import sys
import time

YOUNG, NEVER = 6_000, 1 << 30
"""Thresholds: allocated objects until a collection of the young ones, and of younger generations' collections until the next.

Python counts objects that are made less those that are freed, including old ones. So the count says little about the work of a
collection, and none of what has lived through one is left to it: see `tend`. To walk that twice took a sixth of the CPU of
opening a stream. A request in progress has a hundred objects: with a threshold of 1,500, those of 24 connections were walked
again and again, for 3 % of the CPU of a move. A collection takes up to 1.5 ms.
"""
SLICE = 0.5
"""Seconds between collections of the objects that were made since the last one."""
MUCH_GARBAGE = 1_000_000
"""The number of objects freed by collections after which everything is walked again, if the service is idle."""
MOST_GARBAGE = 10_000_000
"""The same for a service that is never idle."""
IDLE = 0.1
"""The share of a processor below which the service is idle."""
HANDOVER = 0.0005
"""Seconds that a thread may compute while the event loop waits for the interpreter, as it does after every system call."""


def settle() -> None:
    """Exclude everything that exists from collections from now on: the schema, the games and all modules live until the end.

    Call it once, when the application is made. A few thousand objects are garbage by then: to find them would take a twelfth of
    the CPU of a start.
    """
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    sys.setswitchinterval(HANDOVER)


def keep() -> None:
    """Exclude what exists now from collections, if `settle` was called: a slice would walk all of it at once."""
    if gc.get_threshold()[2] == NEVER:
        gc.freeze()


async def tend() -> None:
    """Collect garbage in slices until cancelled, if `settle` was called. All requests wait while a collection walks objects.

    A slice walks the objects that were made since the last collection, and excludes those that live from later collections. What
    Python's own collections have walked in the slice is walked again only if something was freed: requests leave no cycles, and
    another walk of all that their streams hold would take longer than the first. What is excluded is freed when nothing refers to
    it any more, as always. Only cycles would stay, such as objects that a thread was making meanwhile: after much garbage,
    everything is walked once.
    """
    before, used = _collected(), time.thread_time()
    freed = before
    while gc.get_threshold()[2] == NEVER:
        await asyncio.sleep(SLICE)
        gc.collect(0)
        if _collected() > freed:
            gc.collect(1)
        idle = time.thread_time() - used < IDLE * SLICE
        if _collected() - before > (MUCH_GARBAGE if idle else MOST_GARBAGE):
            gc.unfreeze()
            gc.collect()
            before = _collected()
        gc.freeze()
        freed, used = _collected(), time.thread_time()


def _collected() -> int:
    """The objects that collections have freed."""
    return sum(generation["collected"] for generation in gc.get_stats())
