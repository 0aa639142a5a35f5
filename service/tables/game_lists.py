"""Lists of games that wait for players, and of each account's games. They are an index, and readers repair it.

A game is added to its lists before the commit that makes it belong there, so that none is missing. Versions with a snapshot
add it again, so a list that was lost fills up as games go on. `service.tables.lobby` skips entries that do not belong in a
list, and removes those that never will again.
"""

from __future__ import annotations

from collections.abc import Sequence

from taphouse.schema.values import Status, Visibility
from taphouse.service.runtime.settings import Settings
from taphouse.service.store import Store
from taphouse.service.tables.loading import Opened

_DAY = 86_400_000


class Lists:
    """The lists in a store.

    Args:
        store: The store.
        settings: The expiry times of games.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        # Every join extends the expiry of a waiting game, so allow twice the time.
        self._waiting = 2 * settings.waiting_days * _DAY
        self._longest = (settings.idle_days + settings.over_days) * _DAY

    async def put(self, opened: Opened) -> None:
        """Add a game to its lists: to the list of open games while it waits for players, and to its players' lists."""
        if opened.status is Status.WAITING and opened.setup.visibility == Visibility.OPEN.value:
            oldest = f"{max(0, opened.record.created - self._waiting):013d}"
            await self._store.enlist(waiting(opened.record.kind), entry(opened), oldest, self._waiting)
        for player in {opened.host.player, *(sitting.player for sitting in opened.seats)}:
            if player is not None:
                await self._store.enlist(of_player(player), entry(opened), "", self._longest)

    async def drop_open(self, opened: Opened) -> None:
        """Remove a game that has left the waiting state from the list of open games."""
        await self._store.strike(waiting(opened.record.kind), [entry(opened)])

    async def page(self, names: Sequence[str], below: str | None, count: int) -> tuple[str, ...]:
        """Entries of some lists, newest first, below a given entry."""
        return await self._store.listed(names, below, count)

    async def forget(self, names: Sequence[str], entries: Sequence[str]) -> None:
        """Remove entries."""
        for name in names if entries else ():
            await self._store.strike(name, entries)


def waiting(kind: str) -> str:
    """The name of the list of games of a kind that wait for players."""
    return f"open:{kind}"


def of_player(player: str) -> str:
    """The name of the list of a player's games."""
    return f"player:{player}"


def entry(opened: Opened) -> str:
    """The list entry of a game; sorts as text by time of creation."""
    return f"{opened.record.created:013d}:{opened.id}"
