"""Absences: times at which no instance could take moves, as each server of a store knows them. See docs/decisions/0031."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

from msgspec import Struct

EVERY = 1.0
"""Seconds between two notes by an instance that it can take moves."""
GAP = 2_000
"""Milliseconds without a note after which no instance counts as present. A shorter gap may have been a busy moment."""
MOST = 64
"""The most absences that a server remembers, the newest."""


class Absences(Struct, frozen=True):
    """The times at which no instance could take moves, in milliseconds of the clock of a game's server."""

    now: int
    """The time of the server's reply."""
    gaps: tuple[tuple[int, int], ...] = ()
    """The beginning and the end of each absence, in order."""

    def within(self, begin: int, end: int) -> int:
        """The milliseconds between two times during which no instance was present."""
        return sum([max(0, min(end, until) - max(begin, since)) for since, until in self.gaps])


class Attended(Protocol):
    """A store that knows when instances are present."""

    async def attend(self) -> None:
        """Note on every server, again and again until cancelled, that an instance can take moves."""

    def remembered(self, game: str) -> Absences | None:
        """The absences at the server of a game, as last heard; None if there may be others."""

    def absences(self, game: str) -> Awaitable[Absences]:
        """All absences at the server of a game, asked now. It notes that this instance is present."""
