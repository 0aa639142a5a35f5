"""The players, and the host, who are away from a table that waits for its start.

A seat is at the table while a lease in the store lasts. Taking the seat begins it, except at a table of quick play, and so does
every read of the game with the seat's token or account, and its streams renew it; likewise for the host. Seats that the host has
had since the game was created are at the table while the host is, and the reverse, since one client has all their tokens. Once a
game runs, nobody counts.
"""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic

from msgspec import Struct

from taphouse.schema.values.games import Status
from taphouse.schema.values.seats import Viewer
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Hold

QUICK_AFTER = 60
"""The most seconds after which somebody counts as away from a table of quick play."""
_RENEWED = 10
"""The renewals of a lease while it lasts."""
_MOST_KNOWN = 8192
"""The most leases that this process remembers to have renewed lately."""
_MOST_RENEWING = 64
"""The most renewals that it makes at once."""


class Away(Struct, frozen=True):
    """The players who are away from a table, and perhaps its host."""

    host: bool
    seats: frozenset[int]
    """The seats that players hold who are away."""


NOBODY = Away(False, frozenset())


class Presence:
    """Knows who is at the tables that wait.

    Args:
        reader: Knows the time, and the store of the leases.
        after: The seconds after which somebody counts as away from other tables.
    """

    def __init__(self, reader: Reader, after: int) -> None:
        self._store, self._now, self._after = reader.store, reader.now_ms, after
        self._known = OrderedDict[str, float]()
        self._renewing = set[asyncio.Task[None]]()

    def after(self, loaded: LoadedGame) -> int:
        """The seconds after which somebody counts as away from a game that waits."""
        return self._after if loaded.agreements.quick is None else min(self._after, QUICK_AFTER)

    def renewed_after(self, loaded: LoadedGame) -> float:
        """The seconds after which the lease of somebody who follows such a game is renewed."""
        return self.after(loaded) / _RENEWED

    async def began(self, loaded: LoadedGame) -> None:
        """Note that everybody is there when a game is created that waits."""
        if loaded.agreements.quick is None:
            await self._hold(loaded, [_host(loaded), *(_seat(loaded, seat) for seat in _held(loaded))])

    async def sat_down(self, loaded: LoadedGame, seat: int) -> None:
        """Note that a player takes a seat. `loaded` is the game before."""
        if loaded.agreements.quick is None:
            await self._hold(loaded, [_seat(loaded, seat)])

    async def here(self, loaded: LoadedGame, viewer: Viewer) -> None:
        """Note that a player or the host acts."""
        await self._hold(loaded, self._stale(loaded, viewer))

    def seen(self, loaded: LoadedGame, viewer: Viewer) -> None:
        """Note in the background that somebody follows a game. Call it whenever they read it."""
        if len(self._renewing) < _MOST_RENEWING and (stale := self._stale(loaded, viewer)):
            task = asyncio.create_task(self._hold(loaded, stale))
            self._renewing.add(task)
            task.add_done_callback(self._renewing.discard)

    def _stale(self, loaded: LoadedGame, viewer: Viewer) -> list[str]:
        """The leases of a viewer that were not renewed lately, which they are now."""
        if loaded.status is not Status.WAITING or viewer.read_only:
            return []
        names = [_seat(loaded, viewer.seat)] if viewer.seat is not None else []
        names += [_host(loaded)] if viewer.host else []
        now = monotonic()
        stale = [name for name in names if now - self._known.get(name, -math.inf) >= self.renewed_after(loaded)]
        for name in stale:
            self._known[name] = now
            self._known.move_to_end(name)
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        return stale

    async def away(self, loaded: LoadedGame) -> Away:
        """The players and the host who are away from a game that waits. If that cannot be read, nobody is.

        A table of quick play has no host who could be away, and its last version counts as a lease of all its players.
        """
        quick = loaded.agreements.quick is not None
        lasts = quick and self._now() < loaded.record.updated + self.after(loaded) * 1000
        if loaded.status is not Status.WAITING or lasts:
            return NOBODY
        seats, own = tuple(_held(loaded)), frozenset(own_seats(loaded))
        try:
            counts = await self._store.held([_host(loaded), *(_seat(loaded, seat) for seat in seats)])
        except StoreUnavailable:
            return NOBODY
        here = [not isinstance(count, int) or count > 0 for count in counts]
        present = {seat for seat, there in zip(seats, here[1:], strict=True) if there}
        if here[0] or present & own:
            present |= own
        host = not quick and not here[0] and not present & own
        return Away(host, frozenset(seats) - present)

    async def _hold(self, loaded: LoadedGame, names: list[str]) -> None:
        with suppress(StoreUnavailable):
            await self._store.hold([Hold(name, "here", 1, self.after(loaded) * 1000) for name in names])


def own_seats(loaded: LoadedGame) -> Iterator[int]:
    """The seats of the host: those that they have had since the game was created, or sit at by their account."""
    host = loaded.host
    for seat, sitting in enumerate(loaded.seats, 1):
        by_account = host.player is not None and sitting.player == host.player
        if sitting.held and ((seat, sitting.generation) in host.own or by_account):
            yield seat


def _held(loaded: LoadedGame) -> Iterator[int]:
    return (seat for seat, sitting in enumerate(loaded.seats, 1) if sitting.held)


def _seat(loaded: LoadedGame, seat: int) -> str:
    return f"here:{loaded.id}:{seat}.{loaded.seats[seat - 1].generation}"


def _host(loaded: LoadedGame) -> str:
    return f"here:{loaded.id}:host.{loaded.host.generation}"
