"""Does some work on many things, on some of them at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AT_ONCE = 8
"""The most things that are worked on at once."""


async def each(things: AsyncIterator[T], work: Callable[[T], Awaitable[R]]) -> AsyncIterator[R]:
    """The results of some work on all things, as they come. The first error ends all, and is the only one told."""
    running: set[asyncio.Task[R]] = set()
    try:
        async for thing in things:
            running.add(asyncio.create_task(_run(work, thing)))
            if len(running) >= AT_ONCE:
                yield (await _ended(running)).result()
        while running:
            yield (await _ended(running)).result()
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _ended(running: set[asyncio.Task[R]]) -> asyncio.Task[R]:
    """Take one that has ended; wait for it."""
    done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
    task = done.pop()
    running.remove(task)
    return task


async def _run(work: Callable[[Any], Awaitable[R]], thing: Any) -> R:
    return await work(thing)
