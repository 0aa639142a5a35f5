"""Ends the time of seats when it is over, on whichever instance.

A commit sets an alarm shortly before the next deadline. An instance that claims it waits for the deadline, and commits the
time-out. If several do, or a player moves at the same time, the version and the store's clock decide: one of them commits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from taphouse.engine.clocks import SECOND
from taphouse.schema.failures import Unavailable, Unreadable
from taphouse.service.games.kernel.committing import WebhookNotices
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.running_clocks import AHEAD, deadline, lost, short
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around
from taphouse.service.store.failures import Failure, StoreUnavailable
from taphouse.service.store.protocol import CLOCKS, Due, StoredGame

POLL = 0.5
"""Seconds between two polls for alarms, on average; at most 1.5 times that."""
LEASE = 2.0
"""Seconds after which another instance takes over an alarm that was claimed."""
OVERDUE = 3_000
"""Milliseconds after a deadline from which its alarm counts as lost."""
MOST_CLAIMED = 256
"""The most alarms that wait in this instance; beyond that it claims none."""

TimeLeft = Callable[[LoadedGame], Awaitable[float]]
"""Commits the versions that are due in a game because of the time. Returns the seconds that the running clock has left; 0 if any
were due."""


class Alarms:
    """The alarms of this instance.

    Args:
        reader: Loads games.
        notices: Tells webhooks; None if there are none.
        time_left: Ends the time of a seat, or gives some back.
    """

    def __init__(self, reader: Reader, notices: WebhookNotices | None, time_left: TimeLeft) -> None:
        self._reader, self._store, self._notices, self._time_left = reader, reader.store, notices, time_left
        self._handling: set[asyncio.Task[None]] = set()
        self._late: set[str] = set()

    def notice(self, loaded: LoadedGame) -> None:
        """Serve a game whose clock counted while no instance was there, or ran out long ago, in case its alarm was lost.

        Call it whenever a game is read.
        """
        until = deadline(loaded)
        if until is None or loaded.id in self._late:
            return
        known = self._store.remembered(loaded.id)
        if known is not None and not lost(loaded, known) and self._reader.now_ms() < until + OVERDUE:
            return
        if len(self._handling) < MOST_CLAIMED:
            self._late.add(loaded.id)
            task = self._answering(Due(loaded.id, "", CLOCKS), loaded.record)
            task.add_done_callback(lambda _: self._late.discard(loaded.id))

    async def run(self) -> None:
        """Answer alarms until cancelled."""
        try:
            while True:
                await asyncio.sleep(around(POLL))
                try:
                    await self._claim()
                except StoreUnavailable:
                    continue
                except Exception as error:
                    telemetry.bug(error)
        finally:
            for task in self._handling:
                task.cancel()

    async def _claim(self) -> None:
        """Claim alarms until none is due: there may be many, such as after an hour without the service."""
        while room := max(0, MOST_CLAIMED - len(self._handling)):
            claimed = await self._store.claim(LEASE, room, CLOCKS)
            records = await self._store.records([due.member for due in claimed])
            for due, record in zip(claimed, records, strict=True):
                self._answering(due, record)
            if len(claimed) < room:
                return

    def _answering(self, due: Due, record: StoredGame | Failure | None) -> asyncio.Task[None]:
        task = asyncio.create_task(self._answer(due, record))
        self._handling.add(task)
        task.add_done_callback(self._handling.discard)
        return task

    async def _answer(self, due: Due, record: StoredGame | Failure | None) -> None:
        try:
            try:
                await self._look(due, record)
            except Unreadable as error:
                await self._reader.put_off(due, error)
        except Unavailable:
            pass  # the alarm remains
        except Exception as error:
            telemetry.bug(error, game=due.member)

    async def _look(self, due: Due, record: StoredGame | Failure | None) -> None:
        if isinstance(record, Exception):
            raise record
        while record is not None:
            loaded = await self._reader.open(due.member, record)
            until = deadline(loaded)
            if until is None:
                break
            if left := await self._time_left(loaded):
                if self._notices is not None and loaded.record.watched and left > 2 * AHEAD / SECOND:
                    for soon, seat in short(loaded):
                        if (wait := left - (until - soon) / SECOND) > 0:
                            await self._store.postpone(due, min(wait, left - AHEAD / SECOND))
                            return
                        await self._notices.time_short(loaded, seat)
                if left > LEASE / 2:
                    await self._store.postpone(due, left - AHEAD / SECOND)
                    return
                await asyncio.sleep(left)
            (found,) = await self._store.records([due.member])
            if isinstance(found, Exception):
                raise found
            record = found
        await self._store.settle(due)
