"""Lists of games: those that wait for players, and those of each account. An index, put right by whoever reads it.

A game is put into its lists before the version is written by which it belongs there, so that none is missing, and again with the
versions that have its position: so a list that was lost fills again as games go on. What does not belong there (any more) is left
out by `service.tables.lobby`, and taken out where it never will again.
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
        store: where they are kept.
        settings: how long games are kept.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        # Whoever joins puts the end of the waiting off.
        self._waiting = 2 * settings.waiting_days * _DAY
        self._longest = (settings.idle_days + settings.over_days) * _DAY

    async def put(self, opened: Opened) -> None:
        """Put a game into the lists where it belongs: that of open games while it waits, and those of its players."""
        if opened.status is Status.WAITING and opened.setup.visibility == Visibility.OPEN.value:
            oldest = f"{max(0, opened.record.created - self._waiting):013d}"
            await self._store.enlist(waiting(opened.record.kind), entry(opened), oldest, self._waiting)
        for player in {opened.host.player, *(sitting.player for sitting in opened.seats)}:
            if player is not None:
                await self._store.enlist(of_player(player), entry(opened), "", self._longest)

    async def drop_open(self, opened: Opened) -> None:
        """The game waits no more."""
        await self._store.strike(waiting(opened.record.kind), [entry(opened)])

    async def page(self, names: Sequence[str], below: str | None, count: int) -> tuple[str, ...]:
        """Entries of some lists below one, the newest first."""
        return await self._store.listed(names, below, count)

    async def forget(self, names: Sequence[str], entries: Sequence[str]) -> None:
        """Take out what never belongs there again."""
        for name in names if entries else ():
            await self._store.strike(name, entries)


def waiting(kind: str) -> str:
    """The list of the games of a kind that wait for players."""
    return f"open:{kind}"


def of_player(player: str) -> str:
    """The list of somebody's games."""
    return f"player:{player}"


def entry(opened: Opened) -> str:
    """A game in a list: sorted as text by the time of its creation."""
    return f"{opened.record.created:013d}:{opened.id}"
