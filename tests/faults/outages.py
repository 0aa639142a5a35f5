"""A store that is killed again and again, and clients that repeat each request until it is answered."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from taphouse.schema.failures import Unavailable
from tests.effort import BOUND, EFFORT
from tests.servers import RedisServer

KILLS = 3 * EFFORT
T = TypeVar("T")


class Outages:
    """Clients of a store, and the times that a request found it away.

    Args:
        server: The store.
        rng: Draws when clients come and when the store is killed.
    """

    def __init__(self, server: RedisServer, rng: random.Random) -> None:
        self._server, self._rng = server, rng
        self._met = 0

    async def repeated(self, request: Callable[[], Awaitable[T]]) -> T:
        """The answer to a request that is sent until it is answered."""
        while True:
            try:
                return await request()
            except Unavailable:
                self._met += 1
                await asyncio.sleep(0.05)

    async def lived_through(self, client: Callable[[int], Coroutine[Any, Any, T]], count: int) -> list[T]:
        """The results of clients, of whom `count` come shortly before each kill, and as many after it.

        The store stays away until one of them has met that. Each client is called with its number.
        """
        tasks: list[asyncio.Task[T]] = []

        async def come_by_and_by(number: int) -> T:
            await asyncio.sleep(0.4 * self._rng.random())
            return await client(number)

        def come() -> None:
            tasks.extend(asyncio.create_task(come_by_and_by(len(tasks) + one)) for one in range(count))

        for _ in range(KILLS):
            come()
            await asyncio.sleep(0.4 * self._rng.random())
            await asyncio.to_thread(self._server.kill)
            met = self._met
            come()
            async with asyncio.timeout(BOUND):
                while self._met == met:  # noqa: ASYNC110 nothing tells when
                    await asyncio.sleep(0.02)
            await asyncio.to_thread(self._server.start)
        return await asyncio.gather(*tasks)
