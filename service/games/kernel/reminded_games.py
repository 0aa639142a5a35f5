"""Does what follows from a commit, on whichever instance.

Before an instance commits a version from which something follows, it sets a reminder; after the commit it does what is due. If it
dies in between, another instance claims the reminder. What was interrupted is done again, so doing it twice must change nothing.
"""

from __future__ import annotations

import asyncio

from taphouse.schema.failures import Busy, Unavailable, Unreadable
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Due

LEASE = 10.0
"""Seconds after a commit within which the instance that made it should have done what is due."""
POLL = 2.0
"""Seconds between two polls for what another instance did not do."""
MOST_CLAIMED = 16
"""The most games that are claimed at once."""


class RemindedGames:
    """The games of a queue of reminders for which this instance does something.

    Args:
        reader: Loads games.
        queue: The queue.
        workers: The number of games that it does something for at once.
    """

    def __init__(self, reader: Reader, queue: str, workers: int) -> None:
        self._reader, self._store, self._queue, self._workers = reader, reader.store, queue, workers
        self._waiting: asyncio.Queue[Due] = asyncio.Queue()
        self._owed = set[str]()
        """The games for which it was not done, and which have no reminder."""

    async def remind(self, game: str) -> Due:
        """Set a reminder. Call it before the commit.

        It does not fail: if the reminder cannot be set, this instance does what is due, and owes the reminder until then.
        """
        try:
            return await self._store.remind(game, LEASE, self._queue)
        except StoreUnavailable:
            return Due(game, "", self._queue)

    def expect(self, due: Due) -> None:
        """Do it soon. Call it after the commit."""
        self._waiting.put_nowait(due)

    async def run(self) -> None:
        """Do what is due until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._poll())
            for _ in range(self._workers):
                group.create_task(self._work())

    async def do(self, due: Due) -> None:
        """Do what is due in the game of a reminder, and then remove the reminder.

        Raises:
            Unavailable: The store does not answer. What was done is not done again.
            Busy: Others changed the same every time.
            Unreadable: Something stored cannot be read here.
        """
        raise NotImplementedError

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(around(POLL))
            try:
                for game in [*self._owed]:
                    self.expect(await self._store.remind(game, LEASE, self._queue))
                    self._owed.discard(game)
                if self._waiting.empty():
                    for due in await self._store.claim(LEASE, MOST_CLAIMED, self._queue):
                        self.expect(due)
            except StoreUnavailable:
                continue
            except Exception as error:
                telemetry.bug(error)

    async def _work(self) -> None:
        while True:
            due = await self._waiting.get()
            try:
                try:
                    await self.do(due)
                except Unreadable as error:
                    await self._reader.put_off(due, error)
            except (Unavailable, Busy):
                if not due.score:
                    self._owed.add(due.member)
            except Exception as error:
                telemetry.bug(error, game=due.member)
