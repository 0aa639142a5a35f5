"""The number of games by kind and status in the whole store, whether listed or not.

Each game has a hold among those of its kind and status (`Store.hold`), until its status changes or it expires. An instance notes
its own changes in the background, so that no move waits: a game when its status changes, and from time to time while it is
played, because every move extends its expiry. See docs/decisions/0041.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from taphouse.schema.values.games import Status
from taphouse.service.games.encoding.codec import SNAPSHOT_EVERY
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Hold, Store

UNBOUNDED = 10**15
AT_ONCE = 256
"""The most games that are written at once."""
MOST_NOTED = 8192
"""The most games that wait to be written; while there are as many, others are written at a later version."""
RETRY = 1.0
"""Seconds after which the store is tried again."""
_PREFIX = "status:"


class _Noted(NamedTuple):
    hold: Hold
    left: frozenset[str]
    """The holds that the game has left."""


class GameCounts:
    """The changes of the counts that this instance writes.

    Args:
        store: The store.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._noted: dict[str, _Noted] = {}
        self._any = asyncio.Event()

    def note(self, before: LoadedGame, after: LoadedGame, now: int) -> None:
        """Note a change of a game after it was made, if a count changes by it.

        Args:
            before: The game before; its version is 0 if it is new.
            after: The game after.
            now: The time in milliseconds since the epoch.
        """
        moved_on = after.status is not before.status
        if not (
            moved_on
            or not before.version
            or after.status is Status.WAITING  # a seat that is taken puts off when it expires
            or after.played is not before.played
            or after.version // SNAPSHOT_EVERY != before.version // SNAPSHOT_EVERY
        ):
            return
        earlier = self._noted.get(after.id)
        if earlier is None and len(self._noted) >= MOST_NOTED:
            return
        hold = holding(after, now)
        left = frozenset() if earlier is None else earlier.left
        if moved_on and before.version:
            left |= {_name(before.record.kind, before.status)}
        self._noted[after.id] = _Noted(hold, left - {hold.name})
        self._any.set()

    async def run(self) -> None:
        """Write the noted changes until cancelled; then those that are left, for a moment."""
        try:
            while True:
                await self._any.wait()
                await self._write()
        finally:
            await self._write()

    async def _write(self) -> None:
        some = dict(islice(self._noted.items(), AT_ONCE))
        if not some:
            self._any.clear()
            return
        left = [self._store.release(tuple(one.left), game) for game, one in some.items() if one.left]
        try:
            await asyncio.gather(self._store.hold([one.hold for one in some.values()]), *left)
        except StoreUnavailable:
            await asyncio.sleep(RETRY)
            return
        for game, one in some.items():
            if self._noted[game] is one:
                del self._noted[game]


def holding(loaded: LoadedGame, now: int) -> Hold:
    """The hold of a game among those of its kind and status, until it expires.

    Args:
        loaded: The game.
        now: The time in milliseconds since the epoch.
    """
    return Hold(_name(loaded.record.kind, loaded.status), loaded.id, UNBOUNDED, max(1, loaded.expires - now))


async def counted(store: Store, kinds: Iterable[str]) -> Mapping[tuple[str, str], int]:
    """The number of games by kind and status, without counts that cannot be read."""
    keys = [(kind, status) for kind in kinds for status in Status]
    counts = await store.held([_name(kind, status) for kind, status in keys])
    counted = zip(keys, counts, strict=True)
    return {(kind, status.value): count for (kind, status), count in counted if isinstance(count, int)}


def is_game_count(name: str) -> bool:
    """True if holds of this name are counts of games, which follow from the games."""
    return name.startswith(_PREFIX)


def _name(kind: str, status: Status) -> str:
    return f"{_PREFIX}{status.value}:{kind}"
