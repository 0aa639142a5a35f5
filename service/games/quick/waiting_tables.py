"""The tables of quick play while they wait: on whichever instance, players who are away get up, and bots come if they may.

Each table has a reminder from before it exists until it starts or ends. So whatever a crash has left is put right.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection

from msgspec.structs import replace

from taphouse.engine.contract import Event
from taphouse.schema.failures import Refused, Unavailable, Unreadable
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import BotTakesOver, GameAbandoned, SeatEnded, SeatOpened
from taphouse.schema.values.seats import SeatEnder, SeatEndReason
from taphouse.service.access.tokens import SERVICE
from taphouse.service.games.beginning.new_games import start_or_ask
from taphouse.service.games.encoding.agreements import Wanted
from taphouse.service.games.encoding.seats import with_seat
from taphouse.service.games.kernel.committing import Committer
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.presence import Presence
from taphouse.service.games.kernel.steps import Step
from taphouse.service.games.quick.queue import PlaceQueues
from taphouse.service.games.quick.terms import place_of, resized, settled
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around
from taphouse.service.store.failures import Failure
from taphouse.service.store.protocol import QUICK, Due, Key, StoredGame

POLL = 1.0
"""Seconds between two looks for reminders, on average."""
LEASE = 10.0
"""Seconds after which another instance takes over a reminder that was claimed."""
AGAIN = 15.0
"""The most seconds from one look at a table to the next."""
AT_ONCE = 64
"""The most reminders that are claimed at once."""


class WaitingTables:
    """Looks after the tables of quick play that wait.

    Args:
        reader: Loads games.
        committer: Commits changes.
        presence: Knows who is away.
    """

    def __init__(self, reader: Reader, committer: Committer, presence: Presence) -> None:
        self._reader, self._store, self._committer = reader, reader.store, committer
        self._presence, self.queues = presence, PlaceQueues(reader.store)

    async def remind(self, game: str, bots_at: int) -> None:
        """Set the reminder of a table. Call it before the table is created."""
        await self._store.remind(game, self._next(bots_at), QUICK)

    async def note(self, loaded: LoadedGame) -> None:
        """Note a table in its queue as it is now; a game that is none has no part in it."""
        if (quick := loaded.agreements.quick) is not None:
            await self.queues.put(quick.queue, loaded.id, place_of(loaded))

    async def run(self) -> None:
        """Look after tables until cancelled."""
        while True:
            await asyncio.sleep(around(POLL))
            try:
                await self.look()
            except Unavailable:
                continue  # the reminders remain
            except Exception as error:
                telemetry.bug(error)

    async def look(self) -> None:
        """Look at the tables whose reminders are due."""
        while claimed := await self._store.claim(LEASE, AT_ONCE, QUICK):
            records = await self._store.records([due.member for due in claimed])
            for due, record in zip(claimed, records, strict=True):
                try:
                    await self._look_at(due, record)
                except Unreadable as error:
                    await self._reader.put_off(due, error)
                except Unavailable:
                    continue
            if len(claimed) < AT_ONCE:
                return

    async def cleared(self, loaded: LoadedGame) -> bool:
        """Have the players of a table get up who are away; False if nobody was."""
        away = (await self._presence.away(loaded)).seats
        if away:
            await self._commit(loaded, loaded, [got_up(loaded, away)])
        return bool(away)

    async def _look_at(self, due: Due, record: StoredGame | Failure | None) -> None:
        if isinstance(record, Exception):
            raise record
        if record is None:
            await self._store.settle(due)
            return
        loaded = await self._reader.open(due.member, record)
        place = place_of(loaded)
        if loaded.agreements.quick is None or loaded.status is not Status.WAITING:
            await self.note(loaded)
            await self._store.settle(due)
        elif place is None:
            await self._commit(loaded, loaded, [got_up(loaded, ())])
        elif not await self.cleared(loaded):
            bot, bots_at = place.terms.bot, place.terms.bots_at
            if bot is not None and bots_at <= self._reader.now_ms():
                await self._commit(loaded, *_with_bots(loaded, place.terms, BotKind[bot]))
            else:
                await self.note(loaded)
                await self._store.postpone(due, self._next(bots_at))

    async def _commit(self, before: LoadedGame, table: LoadedGame, steps: list[Step]) -> None:
        """Commit a change, unless somebody was faster; the reminder is due again soon."""
        try:
            written = await self._committer.attempt(table, steps, Key(SERVICE, secrets.token_hex(16), "quick play"))
        except Refused:
            return
        if isinstance(written, LoadedGame) and (quick := before.agreements.quick) is not None:
            await self.queues.put(quick.queue, written.id, place_of(written))

    def _next(self, bots_at: int) -> float:
        """The seconds until the next look at a table."""
        wait = (bots_at - self._reader.now_ms()) / 1000
        return min(AGAIN, wait) if wait > 0 else AGAIN


def got_up(loaded: LoadedGame, seats: Collection[int]) -> Step:
    """The version in which players get up from a table of quick play, which ends if nobody is left."""
    events, left = list[Event](), loaded.seats
    for seat in sorted(seats):
        ended = left[seat - 1].ended(SeatEnder.SELF, SeatEndReason.LEFT)
        left = with_seat(left, seat, ended.empty(ended.closed))
        events += SeatEnded(seat, SeatEnder.SELF, SeatEndReason.LEFT), SeatOpened(seat)
    if any(one.held for one in left):
        return Step(SERVICE, tuple(events), Status.WAITING, left, None)
    return Step(SERVICE, (*events, GameAbandoned("service", True)), Status.ABANDONED, left, None)


def _with_bots(loaded: LoadedGame, terms: Wanted, bot: BotKind) -> tuple[LoadedGame, list[Step]]:
    """A table with the terms of its players, and the versions in which bots take its open seats and it starts."""
    table = settled(resized(loaded, terms.least), terms.timing)
    seats, events = table.seats, list[Event]()
    for seat, one in enumerate(seats, 1):
        if not one.taken:
            seats = with_seat(seats, seat, replace(one, taken=True, bot=bot.value))
            events.append(BotTakesOver(seat, bot))
    return table, [Step(SERVICE, tuple(events), Status.WAITING, seats, None), start_or_ask(table, seats, (), SERVICE)]
