"""The presence of players at their tables, and its streams.

A seat is there while a stream of its game is open, in any process: each holds a lease in the store, which one task renews for all
seats of the process. Another lease, which lasts longer, shows who was there lately. No request waits for either: the seats that
come and go within a moment are noted together. What is followed is read in rounds, so a seat changes at most once in a round.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

from taphouse.schema.concepts.presence import (
    LATELY_MINUTES,
    PresenceOff,
    PresenceState,
    SeatPresence,
    TablePresence,
)
from taphouse.schema.execution.shared_values import Events, SharedValue
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.values.seats import Viewer
from taphouse.service.access.tokens import Identity
from taphouse.service.games.kernel.checks import why_lost
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.streams.admission import Admission
from taphouse.service.runtime import telemetry
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Hold

ROUND = 10.0
"""Seconds between two looks at the presence of those who are followed."""
RENEWED_EVERY = 3
"""The rounds after which a lease is renewed."""
_LEASE = int(ROUND * 1000) * 2 * RENEWED_EVERY
"""Milliseconds for which a seat counts as there after its process was last heard of."""
_LATELY, _SEEN = LATELY_MINUTES * 60_000, "seen"
AT_ONCE, TABLES_AT_ONCE = 500, 50
"""The most seats whose leases are set, and the most tables that are looked at, in one round trip."""
TOGETHER = 0.05
"""Seconds in which the seats that come and go are collected, to be noted together."""
There = Callable[[LoadedGame, Viewer], Callable[[], None]]
"""Notes that a viewer has a stream open. Call what it returns when the stream closes."""
Hiding = Callable[[Sequence[str]], Awaitable[frozenset[str]]]
"""Returns those of some accounts that do not show their presence."""


class Attending:
    """Knows who is at their tables.

    Args:
        reader: Loads games, and identifies callers.
        admission: Admits followers.
        hiding: Returns those of some accounts that do not show their presence.
        on: False if the operator has turned presence off.
    """

    def __init__(self, reader: Reader, admission: Admission, hiding: Hiding, *, on: bool) -> None:
        self._reader, self._store, self._admission, self._hiding, self._on = reader, reader.store, admission, hiding, on
        self._instance = secrets.token_hex(8)
        self._here = Counter[str]()
        """The streams in this process that each seat has open, by the name of its lease."""
        self._accounts = dict[str, str | None]()
        """The accounts of these seats."""
        self._leased = set[str]()
        """The leases that this process holds."""
        self._changed: dict[str, None] = {}
        """The leases of the seats that have come or gone since the last were noted."""
        self._touched, self._noting = asyncio.Event(), asyncio.Lock()
        self._followed: dict[str, FollowedTable] = {}

    def there(self, loaded: LoadedGame, viewer: Viewer) -> Callable[[], None]:
        """Note that a viewer has a stream open. Call what it returns when the stream closes."""
        if not self._on or viewer.seat is None or viewer.read_only:
            return _nothing
        name = _name(loaded, viewer.seat)
        self._here[name] += 1
        self._accounts[name] = loaded.seats[viewer.seat - 1].player
        self._change(name)
        return partial(self._left, name)

    def _left(self, name: str) -> None:
        self._here[name] -= 1
        if not self._here[name]:
            del self._here[name], self._accounts[name]
            self._change(name)

    async def presence(self, caller: Caller, game: str) -> TablePresence:
        """The presence of the players of a game."""
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        self._check(loaded, identity)
        return (await self._seen([loaded]))[0]

    async def follow_presence(self, caller: Caller, game: str) -> Events:
        """A `TablePresence` now and after each change."""
        identity = await self._admission.admit(caller, game)
        loaded = await self._reader.now(game)
        viewer = self._check(loaded, identity)
        return self._stream(loaded, viewer, identity, caller.language)

    async def run(self) -> None:
        """Note who comes and goes, renew leases, and look at those who are followed, until cancelled."""
        looking = asyncio.create_task(self._look_in_rounds())
        try:
            while True:
                await self._touched.wait()
                await asyncio.sleep(TOGETHER)
                self._touched.clear()
                await self._note()
        finally:
            looking.cancel()
            await asyncio.wait([looking])
            await self._note()

    async def _look_in_rounds(self) -> None:
        number = 0
        while True:
            await asyncio.sleep(ROUND)
            number += 1
            try:
                await self._note()  # what the store did not take before
                due = [name for at, name in enumerate(self._here) if (at + number) % RENEWED_EVERY == 0]
                for first in range(0, len(due), AT_ONCE):
                    async with self._noting:
                        await self._show(due[first : first + AT_ONCE])
                followed = [*self._followed.values()]
                for first in range(0, len(followed), TABLES_AT_ONCE):
                    await self._look(followed[first : first + TABLES_AT_ONCE])
            except StoreUnavailable:
                continue  # it may be back the next time
            except Exception as error:
                telemetry.bug(error)

    async def _look(self, tables: Sequence[FollowedTable]) -> None:
        """Look at some tables, and read the games of those that have changed: a follower may have lost their seat."""
        seen = await self._seen([table.loaded for table in tables])
        changed = [(table, now) for table, now in zip(tables, seen, strict=True) if table.event.value != now]
        records = await self._store.records([table.loaded.id for table, _ in changed])
        for (table, now), record in zip(changed, records, strict=True):
            if record is not None and record != table.loaded.record:
                table.loaded = await self._reader.readable(table.loaded.id, record) or table.loaded
            table.update(now)

    async def _stream(
        self, loaded: LoadedGame, viewer: Viewer, identity: Identity, language: str
    ) -> AsyncGenerator[Any, Any]:
        leave = self.there(loaded, viewer)
        table = self._followed.setdefault(loaded.id, FollowedTable(loaded))
        table.followers += 1
        table.loaded = loaded
        try:
            if not table.number:
                table.update((await self._seen([loaded]))[0])
            number = 0
            while True:
                await self._reader.in_time(identity, partial(table.beyond, number))
                self._check(table.loaded, identity)
                number, event = table.number, table.event
                while (yield event) is True and not event.outdated:
                    self._reader.check_time(identity)
        except Refused as refused:
            yield SharedValue(refused.told(language))
        finally:
            table.followers -= 1
            if not table.followers:
                self._followed.pop(loaded.id, None)
            leave()

    def _check(self, loaded: LoadedGame, identity: Identity) -> Viewer:
        """Refuse those who are no players of a game."""
        if not self._on:
            raise Refused(PresenceOff())
        viewer = self._reader.viewer(loaded, identity)
        if viewer.seat is None and not viewer.host:
            raise Refused(NotSeated(), why_lost(viewer))
        return viewer

    def _change(self, name: str) -> None:
        self._changed[name] = None
        self._touched.set()

    async def _note(self) -> None:
        """Set the leases of the seats that have come, and release those of the seats that have gone."""
        async with self._noting:
            with suppress(StoreUnavailable):
                while changed := dict(islice(self._changed.items(), AT_ONCE)):
                    for name in changed:
                        del self._changed[name]
                    try:
                        await self._note_some(changed)
                    except (StoreUnavailable, asyncio.CancelledError):
                        self._changed = changed | self._changed
                        raise

    async def _note_some(self, changed: Iterable[str]) -> None:
        gone = [name for name in changed if name not in self._here and name in self._leased]
        await self._store.release(gone, self._instance)
        self._leased.difference_update(gone)
        await self._show([name for name in changed if name in self._here and name not in self._leased])

    async def _show(self, names: Sequence[str]) -> None:
        """Set or renew the leases of seats. Of players who hide their presence by now, nothing is left."""
        accounts = {name: account for name in names if (account := self._accounts.get(name)) is not None}
        hiding = await self._hiding([*accounts.values()]) if accounts else ()
        hidden = [name for name, account in accounts.items() if account in hiding and name in self._leased]
        await self._store.release(hidden, self._instance)
        await self._store.release([*map(_lately, hidden)], _SEEN)
        self._leased.difference_update(hidden)
        shown = [name for name in names if name in self._here and accounts.get(name) not in hiding]
        self._leased.update(shown)
        await self._renew(shown)

    async def _renew(self, names: Sequence[str]) -> None:
        holds = [Hold(name, self._instance, AT_ONCE, _LEASE) for name in names]
        holds += [Hold(_lately(name), _SEEN, 1, _LATELY) for name in names]
        with suppress(StoreUnavailable):
            await self._store.hold(holds)

    async def _seen(self, tables: Sequence[LoadedGame]) -> list[TablePresence]:
        """The presence of the players of some games, read now in one round trip."""
        await self._note()
        seats = [[seat for seat, one in enumerate(loaded.seats, 1) if one.held] for loaded in tables]
        names = [_name(loaded, seat) for loaded, held in zip(tables, seats, strict=True) for seat in held]
        counts = await self._store.held([one for name in names for one in (name, _lately(name))])
        there = iter([isinstance(count, int) and count > 0 for count in counts])
        return [
            TablePresence(tuple([SeatPresence(seat, _state(next(there), next(there))) for seat in held]))
            for held in seats
        ]


class FollowedTable:
    """The presence at a table that is followed in this process."""

    def __init__(self, loaded: LoadedGame) -> None:
        self.loaded, self.followers, self.number = loaded, 0, 0
        self.event = SharedValue(None)
        self._changed = asyncio.Event()

    def update(self, now: TablePresence) -> None:
        """Take over what was read."""
        if self.event.value != now:
            self.event.outdated = True
            self.event = SharedValue(now)
            self.number += 1
            changed, self._changed = self._changed, asyncio.Event()
            changed.set()

    async def beyond(self, number: int) -> None:
        """Wait for a change after this number of changes."""
        while self.number <= number:
            await self._changed.wait()


def _nothing() -> None:
    """Stand for the end of a stream that is not noted."""


def _name(loaded: LoadedGame, seat: int) -> str:
    """The name of a seat's lease. That of a seat that changes hands is another one."""
    return f"there:{loaded.id}:{seat}.{loaded.seats[seat - 1].generation}"


def _lately(name: str) -> str:
    """The name of the longer lease of a seat."""
    return f"{name}:lately"


def _state(here: bool, lately: bool) -> PresenceState:
    """The presence of a seat, by its two leases."""
    if here:
        return PresenceState.HERE
    return PresenceState.LATELY if lately else PresenceState.AWAY
