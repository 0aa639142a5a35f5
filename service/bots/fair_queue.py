"""The order in which games get the bots' attention: where people wait first, and among creators in turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class FairQueue:
    """Games in which a bot must decide. A creator's games are taken in order, one for each turn of that creator."""

    def __init__(self) -> None:
        self._with_people: OrderedDict[str, deque[str]] = OrderedDict()
        self._alone: OrderedDict[str, deque[str]] = OrderedDict()
        self._count = asyncio.Semaphore(0)

    def put(self, game: str, creator: str, *, alone: bool) -> None:
        """Add a game.

        Args:
            game: The game.
            creator: Who created it.
            alone: Whether no person plays in it, or all have resigned.
        """
        games = self._alone if alone else self._with_people
        games.setdefault(creator, deque()).append(game)
        self._count.release()

    async def get(self) -> str:
        """Take the next game, and wait until there is one."""
        await self._count.acquire()
        games = self._with_people or self._alone
        creator, own = games.popitem(last=False)
        game = own.popleft()
        if own:
            games[creator] = own  # behind all other creators
        return game
