"""The order in which waiting work is done: what is urgent first, and among owners in turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class FairQueue:
    """Things that wait, such as games in which a bot must decide. Each owner's are taken in order, one at each of their turns."""

    def __init__(self) -> None:
        self._urgent: OrderedDict[str, deque[str]] = OrderedDict()
        self._later: OrderedDict[str, deque[str]] = OrderedDict()
        self._count = asyncio.Semaphore(0)

    def put(self, thing: str, owner: str, *, later: bool) -> None:
        """Add a thing.

        Args:
            thing: The thing.
            owner: Whose it is.
            later: Whether it comes only after all that is urgent.
        """
        things = self._later if later else self._urgent
        things.setdefault(owner, deque()).append(thing)
        self._count.release()

    async def get(self) -> str:
        """Take the next thing, and wait until there is one."""
        await self._count.acquire()
        things = self._urgent or self._later
        owner, own = things.popitem(last=False)
        thing = own.popleft()
        if own:
            things[owner] = own  # behind all other owners
        return thing
