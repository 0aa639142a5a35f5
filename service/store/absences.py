"""When no instance could take moves: what each server of a store knows of that. See docs/decisions/0031."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

from msgspec import Struct

EVERY = 1.0
"""Seconds between two notes of an instance that it can take moves."""
GAP = 2_000
"""Milliseconds without a note from which on no instance was there. Anything shorter may have been a busy moment."""
MOST = 64
"""The most absences that a server remembers, the newest."""


class Absences(Struct, frozen=True):
    """When no instance could take moves. All times are in milliseconds of the clock of a game's server."""

    now: int
    """When the server said this."""
    gaps: tuple[tuple[int, int], ...] = ()
    """The beginning and the end of each absence, in order."""

    def within(self, begin: int, end: int) -> int:
        """How many milliseconds of a time there was no instance."""
        return sum([max(0, min(end, until) - max(begin, since)) for since, until in self.gaps])


class Attended(Protocol):
    """A store that knows when instances are there."""

    async def attend(self) -> None:
        """Note on every server, again and again until cancelled, that an instance can take moves."""

    def remembered(self, game: str) -> Absences | None:
        """What was last heard of the absences at the server of a game; None if that may not be all of them."""

    def absences(self, game: str) -> Awaitable[Absences]:
        """All absences at the server of a game, asked now. It notes that this instance is there."""
