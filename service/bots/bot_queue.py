"""A line of games in which a bot must decide, and of clients that ask for advice, before a pool of processes."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from taphouse.schema.execution.fair_queue import FairQueue
from taphouse.schema.failures import Busy
from taphouse.service.bots.process_pool import BotProcesses, BotRunner
from taphouse.service.store.protocol import Due

MOST_IN_A_ROW = 3
"""The most games that come one after the other while a client waits, so that many games of one creator cannot starve advice."""


class LineFull(Busy):
    """Too many clients wait for bots' answers. The reason includes the client's place in the line, if it has one."""

    def __init__(self, waiting: int, own: int, place: int) -> None:
        self.why = f"The service is busy: {waiting} answers of bots are awaited."
        if own:
            being = f"the next is at place {place} of the line" if place else "all of them are being worked out"
            self.why += f" You await {own} of them, and {being}."
        super().__init__(self.why)


class BotQueue:
    """A line before processes of its own: first games that people play, then clients, then games of bots alone.

    Creators of games and addresses of clients take turns.

    Args:
        processes: The number of bots that think at once.
        bot_runner: Chooses moves. If None, a pool of `processes` processes.
        most_asking: The most answers that clients may wait for at once.
        most_of_one: And those from one address.
    """

    def __init__(self, processes: int, bot_runner: BotRunner | None, most_asking: int, most_of_one: int) -> None:
        self.processes = processes
        self.bot_runner: BotRunner = BotProcesses(processes) if bot_runner is None else bot_runner
        self.due: dict[str, Due] = {}
        """The reminders of the games that wait, by the games' ids."""
        self._played, self._alone = FairQueue[str](), FairQueue[str]()
        self._clients = FairQueue[asyncio.Future[str]]()
        self._workers = deque[asyncio.Future[str]]()  # those without a game
        self._free, self._in_a_row = processes, 0
        self._asking, self._most_asking, self._most_of_one = Counter[str](), most_asking, most_of_one

    def put(self, due: Due, creator: str, *, alone: bool) -> None:
        """Add a game. One that waits already keeps its place, with the new reminder.

        Args:
            due: The reminder.
            creator: The creator of the game.
            alone: True if no person plays in it.
        """
        if due.member not in self.due:
            (self._alone if alone else self._played).put(due.member, creator)
        self.due[due.member] = due
        self._serve()

    def place(self, address: str) -> int:
        """The place of the oldest question of a client among those of clients: 1 if it is next, 0 if none waits."""
        return self._clients.place(address)

    def place_of_game(self, game: str, creator: str) -> int:
        """The place of a game among the games: 1 if it is next, 0 if it does not wait."""
        if (place := self._played.place(creator, game)) or not (place := self._alone.place(creator, game)):
            return place
        return len(self._played) + place

    @asynccontextmanager
    async def game(self) -> AsyncIterator[Due]:
        """Take the next game, and keep a process for it. Waits until there are both."""
        waiter = asyncio.get_running_loop().create_future()
        self._workers.append(waiter)
        async with self._place(waiter) as game:
            yield self.due.pop(game)

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a process for the question of a client, and keep it.

        Raises:
            LineFull: Too many answers are awaited.
        """
        own = self._asking[address]
        if self._asking.total() >= self._most_asking or own >= self._most_of_one:
            raise LineFull(self._asking.total(), own, self.place(address))
        self._asking[address] += 1
        waiter = asyncio.get_running_loop().create_future()
        self._clients.put(waiter, address)
        try:
            async with self._place(waiter):
                yield
        finally:
            self._clients.discard(waiter, address)
            self._asking[address] -= 1
            if not self._asking[address]:
                del self._asking[address]

    @asynccontextmanager
    async def _place(self, waiter: asyncio.Future[str]) -> AsyncIterator[str]:
        """Wait for a place, and release it afterwards. Yields the game that comes with it, if any."""
        self._serve()
        try:
            yield await waiter
        finally:
            if not waiter.cancelled():  # it may have got the place when it was cancelled
                self._free += 1
                asyncio.get_running_loop().call_soon(self._serve)  # once the worker that leaves can take a game again

    def _serve(self) -> None:
        """Give the free places to those who come next."""
        while self._free:
            while self._workers and self._workers[0].done():  # it was cancelled
                self._workers.popleft()
            played = bool(self._workers and self._played)
            if self._clients and not (played and self._in_a_row < MOST_IN_A_ROW):
                waiter, game, self._in_a_row = self._clients.pop(), "", 0
            elif played or (self._workers and self._alone):
                waiter, game = self._workers.popleft(), self._played.pop() or self._alone.pop() or ""
                self._in_a_row = self._in_a_row + 1 if self._clients else 0
            else:
                return
            if waiter is not None and not waiter.done():
                waiter.set_result(game)
                self._free -= 1
