"""Does the same work on many things, on several of them at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AT_ONCE = 16
"""The most things that are worked on at once. Their commands in one turn of the event loop share a round trip."""
_ENDED = object()


async def each(things: AsyncIterator[T], work: Callable[[T], Awaitable[R]]) -> AsyncIterator[R]:
    """The results of the work on all things, as they come. The first error stops everything, and is the only one reported."""
    taking, results = asyncio.Lock(), asyncio.Queue[Any]()

    async def worker() -> None:
        try:
            while True:
                async with taking:
                    thing = await anext(things)
                results.put_nowait(await work(thing))
        except StopAsyncIteration:
            pass
        finally:
            results.put_nowait(_ENDED)

    workers = [asyncio.create_task(worker()) for _ in range(AT_ONCE)]
    try:
        running = AT_ONCE
        while running:
            result = await results.get()
            if result is not _ENDED:
                yield result
                continue
            running -= 1
            await asyncio.sleep(0)  # so that the worker is done
            for one in workers:
                if one.done():
                    one.result()
    finally:
        for one in workers:
            one.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
