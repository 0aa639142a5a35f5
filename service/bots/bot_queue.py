"""A line of games in which a bot must decide, and of clients that ask for advice, before a pool of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from taphouse.schema.execution.fair_queue import FairSemaphore
from taphouse.schema.failures import Busy
from taphouse.service.bots.process_pool import BotProcesses, BotRunner
from taphouse.service.runtime.job_queue import JobQueue
from taphouse.service.store.protocol import Due


class BotQueue:
    """A line before processes of its own. Creators of games and addresses of clients take turns.

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
        self._queue, self._places = JobQueue(), FairSemaphore(processes)
        self._asking, self._most_asking, self._most_of_one = Counter[str](), most_asking, most_of_one

    def put(self, due: Due, creator: str, *, alone: bool) -> None:
        """Add a game. One that waits already keeps its place, with the new reminder."""
        if due.member not in self.due:
            self._queue.put(due.member, creator, later=alone)
        self.due[due.member] = due

    async def get(self) -> Due:
        """Take the next game, and wait until there is one."""
        return self.due.pop(await self._queue.get())

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for the turn of a client; limits how many clients' questions come before bots' own moves.

        Raises:
            Busy: Too many answers are waited for.
        """
        if self._asking.total() >= self._most_asking or self._asking[address] >= self._most_of_one:
            raise Busy
        self._asking[address] += 1
        try:
            await self._places.acquire(address)
            try:
                yield
            finally:
                self._places.release(address)
        finally:
            self._asking[address] -= 1
            if not self._asking[address]:
                del self._asking[address]
