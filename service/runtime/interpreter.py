"""How Python runs while the service serves: its garbage collector, its memory, and its threads."""

from __future__ import annotations

import ctypes
import gc
import sys
from pathlib import Path

YOUNG, MIDDLE, OLD = 1_500, 1, 3_300
"""Thresholds: allocated objects until a collection of the young ones, and of younger generations' collections until the next.

A collection is one piece of work. It walks more objects than these numbers say where older ones were freed since the last one.
"""
HANDOVER = 0.0005
"""Seconds that a thread computes while the event loop waits to go on. It waits at every read, write and call of the system."""

_LARGE = 2 << 20
_MADV_COLLAPSE = 25


def settle() -> None:
    """Leave all that exists out of collections from now on: the schema, the games and all modules live until the end.

    A full collection would walk them each time, while every request waits. Call it once, when the application is made.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    sys.setswitchinterval(HANDOVER)


def use_large_pages() -> int:
    """Move what is in memory to large pages, as far as it fills them: the processor finds it faster (Linux 6.1 and up).

    Call it in each process that serves, after a fork: the first write to a large page that processes share would split it.
    Returns the bytes that were moved. Where the system cannot or may not, nothing changes. What is allocated later is not
    moved, so no request waits for the system to make a large page.
    """
    if sys.platform != "linux":
        return 0
    try:
        maps = Path("/proc/self/maps").read_text(errors="replace").splitlines()
    except OSError:  # a sandbox may hide it
        return 0
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    moved = 0
    for line in maps:
        where, mode, _, _, inode, *_ = line.split()
        first, last = (int(end, 16) for end in where.split("-"))
        first = -(-first // _LARGE) * _LARGE
        size = last // _LARGE * _LARGE - first
        if mode == "rw-p" and inode == "0" and size > 0 and madvise(first, size, _MADV_COLLAPSE) == 0:
            moved += size
    return moved
