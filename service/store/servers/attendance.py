"""Notes on each server that an instance can take moves, and reads the absences of all instances that the servers know.

Each server that holds games has a key of its own for that, in one of its own slots. So it also knows when only it was away.
"""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec import Struct

from taphouse.service.runtime import telemetry
from taphouse.service.store import layout
from taphouse.service.store.absences import EVERY, GAP, MOST, Absences
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.servers.pipelined_connection import Command
from taphouse.service.store.servers.routing import Router

WRITTEN_EVERY = 500
"""Milliseconds within which one note suffices for several instances."""
LIVES = 40 * 86_400_000
"""Milliseconds for which a server remembers the last note: longer than the longest outage that a clock can survive."""


class ServerReply(Struct, frozen=True):
    """The reply of a server, and the time of the event loop at which it was asked."""

    at: float
    absences: Absences


class Attendance:
    """The part of a store that knows when instances are present.

    Args:
        router: The servers.
        script: The digest of attend.lua.
    """

    def __init__(self, router: Router, script: str) -> None:
        self._servers, self._script = router, script
        self._heard: dict[str, ServerReply] = {}

    async def attend(self) -> None:
        """See `Attended.attend`. A server that does not answer holds up none of the others."""
        while True:
            try:
                await self._note_everywhere()
            except StoreUnavailable:
                pass  # it may be back the next time
            except Exception as error:
                telemetry.bug(error)
            await asyncio.sleep(EVERY)

    def remembered(self, game: str) -> Absences | None:
        """See `Attended.remembered`. An absence still unknown would be longer than the time since the server was asked."""
        tag = self._servers.tag(layout.game_key(game))
        heard = None if tag is None else self._heard.get(tag)
        if heard is None or asyncio.get_running_loop().time() - heard.at >= GAP / 1000:
            return None
        return heard.absences

    async def absences(self, game: str) -> Absences:
        """See `Attended.absences`."""
        await self._servers.clustered()  # it knows the servers then
        self._servers.tags()  # a slot may have moved since
        tag, asked = self._servers.tag(layout.game_key(game)), asyncio.get_running_loop().time()
        if tag is None:
            raise StoreUnavailable("The server of the game is not known.")
        (said,) = await self._servers.ask([self._note(tag)])
        return self._learned(tag, asked, said)

    async def _note_everywhere(self) -> None:
        await self._servers.clustered()
        tags, asked = self._servers.tags(), asyncio.get_running_loop().time()
        answers = await self._servers.ask_each([self._note(tag) for tag in tags], spare=True)
        for tag, said in zip(tags, answers, strict=True):
            if not isinstance(said, StoreUnavailable):
                self._learned(tag, asked, said)
        # A server that has given its first slot away notes elsewhere. What is left would look like an absence one day.
        if gone := [tag for tag in self._heard if tag not in tags]:
            await self._servers.ask_each([("UNLINK", layout.attended_key(tag)) for tag in gone], spare=True)
            for tag in gone:
                del self._heard[tag]

    def _note(self, tag: str) -> Command:
        return ("EVALSHA", self._script, 1, layout.attended_key(tag), GAP, MOST, WRITTEN_EVERY, LIVES)

    def _learned(self, tag: str, asked: float, said: Any) -> Absences:
        now, gaps = said
        spans = [one.partition("-") for one in gaps.decode().split()]
        absences = Absences(now, tuple([(int(since), int(until)) for since, _, until in spans]))
        self._heard[tag] = ServerReply(asked, absences)
        return absences
