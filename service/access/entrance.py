"""Lets requests of an address in a few at a time, so that many connections of one address do not fill the event loop."""

from __future__ import annotations

import asyncio
from collections import Counter, deque

AT_ONCE = 8
"""The most requests of an address that are being read or await their charge."""


class Entrance:
    """Counts the requests of each address that have not been charged. More of them wait, in order; other addresses do not."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def enter(self, address: str) -> None:
        """Wait for a place. Give it back with `leave`."""
        if self._inside[address] < AT_ONCE:
            self._inside[address] += 1
            return
        place = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave(address)
            raise

    def leave(self, address: str) -> None:
        """Give a place to the next request of the address."""
        queue = self._waiting.get(address)
        while queue:
            place = queue.popleft()
            if not place.done():
                place.set_result(None)
                return
        self._waiting.pop(address, None)
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]
