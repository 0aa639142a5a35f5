"""The streams of rooms: all followers of a game's talk in this process share one reading, apart from the game's own streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from functools import partial
from typing import Any

from taphouse.schema.concepts.talk import NEWEST, TalkRoom
from taphouse.schema.execution.shared_values import Events, SharedValue
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.service.access.tokens import Identity
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader, not_found
from taphouse.service.games.streams.admission import Admission
from taphouse.service.games.streams.attending import There
from taphouse.service.games.streams.game_streams import begun
from taphouse.service.games.streams.long_polls import polled
from taphouse.service.games.streams.shared_reading import FIRST_PAUSE, Place, SharedReading
from taphouse.service.runtime.shutdown import Stopping
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.layout import ROOMS
from taphouse.service.store.protocol import Woken
from taphouse.service.store.rooms import MOST_LINES, StoredLine
from taphouse.service.talk.rooms import (
    FindBlocked,
    Listener,
    check_cursor,
    name_of,
    place_of,
    readable,
    shown,
    since,
)

RECENT = 16
"""The newest lines that are read at first when something was said."""


class Rooms(SharedReading):
    """The rooms of a game that are followed in this process.

    Args:
        game: The game's id.
        reader: Loads it.
    """

    def __init__(self, game: str, reader: Reader) -> None:
        self._id, self._reader = game, reader
        self._now: LoadedGame | None = None
        self._shown: dict[tuple[TalkRoom, int, str], SharedValue] = {}
        self.lines: dict[str, tuple[StoredLine, ...]] = {}
        """The lines by the name of the room."""
        self.settings: dict[str, str] = {}
        """The settings of the talk."""
        self.number = 0
        """The number of changes so far; the first read is one."""
        self._whole = True
        """True if more may have changed than that there are new lines."""
        super().__init__()

    @property
    def begun(self) -> bool:
        """See `SharedReading.begun`."""
        return self._now is not None

    @property
    def now(self) -> LoadedGame:
        """The game as last read."""
        self.check()
        if self._now is None:
            raise RuntimeError("the rooms have not been read yet")
        return self._now

    def subscribed(self) -> Woken:
        """See `SharedReading.subscribed`."""
        self._whole = True
        return self._reader.store.listening_to_talk(self._id)

    async def changed(self) -> bool:
        """See `SharedReading.changed`."""
        self._whole = self.woken.take() is None or self._whole
        return True

    async def catch_up(self) -> None:
        """See `SharedReading.catch_up`."""
        heard = None if self._whole else await self._reader.store.heard(self._id, ROOMS, RECENT)
        new = {} if heard is None else heard.rooms
        lines = {name: _merged(self.lines.get(name, ()), newest) for name, newest in new.items()}
        if heard is None or None in lines.values():
            heard = await self._reader.store.heard(self._id, ROOMS, MOST_LINES)
            lines = {**heard.rooms}
        if heard.record is None:
            not_found()
        before = None if self._now is None else self._now.record
        if heard.record != before:
            self._now = await self._reader.open(self._id, heard.record)
        if heard.record != before or lines != self.lines or heard.settings != self.settings:
            self.lines, self.settings = {name: one or () for name, one in lines.items()}, {**heard.settings}
            self._shown.clear()
            self.number += 1
            self.wake()
        self._whole = False

    async def beyond(self, number: int) -> None:
        """Wait for a change after this number of changes."""
        while not self.failed and self.number <= number:
            await self.change()
        self.check()

    def event(self, room: TalkRoom, line: StoredLine, language: str) -> SharedValue:
        """A line as an event, which its followers share."""
        if (key := (room, line.number, language)) not in self._shown:
            self._shown[key] = SharedValue(shown(room, line, language))
        return self._shown[key]


class TalkStreams:
    """The streams and long polls of rooms in this process.

    Args:
        reader: Loads games, and verifies tokens.
        admission: Admits followers.
        longest_wait: The longest that a long poll waits, in seconds.
        stopping: Set when the service is stopping, which ends long polls.
        find_blocked: Finds whom an account has blocked.
        there: Notes that a viewer has a stream open, while its body runs.
    """

    def __init__(
        self,
        reader: Reader,
        admission: Admission,
        longest_wait: float,
        stopping: Stopping,
        find_blocked: FindBlocked,
        there: There,
    ) -> None:
        self._reader, self._admission, self._longest_wait = reader, admission, longest_wait
        self._stopping, self._find_blocked, self._there = stopping, find_blocked, there
        self._followed: dict[str, Rooms] = {}

    async def follow_talk(self, caller: Caller, game: str, room: TalkRoom | None, after: str | None) -> Events:
        """A `TalkLine` for each line after a cursor."""
        check_cursor(after)
        self._reader.check(game)
        identity = await self._admission.admit(caller, game)
        place = None if after is None else place_of(after)
        return await begun(self._stream(identity, game, room, place, caller.language))

    async def wait(self, game: str, room: TalkRoom, place: tuple[int, str], wait: int, caller: Caller) -> None:
        """Wait up to some seconds for a line of a room after a place."""

        async def new() -> None:
            number = 0
            while not since(rooms.lines.get(name_of(room), ()), place)[0]:
                await rooms.beyond(number)
                number = rooms.number

        with Place(self._followed, game) as here:
            rooms = here.join(partial(Rooms, game, self._reader))
            await polled(new(), min(wait, self._longest_wait), self._stopping, caller)

    async def _stream(
        self, identity: Identity, game: str, wanted: TalkRoom | None, place: tuple[int, str] | None, language: str
    ) -> AsyncGenerator[Any, bool | None]:
        with Place(self._followed, game) as here:
            rooms = here.join(partial(Rooms, game, self._reader))
            await rooms.beyond(0)
            _reads(self._reader, rooms, identity, wanted)
            leave = self._there(rooms.now, self._reader.viewer(rooms.now, identity))
            try:
                yield None
                while True:
                    number = rooms.number
                    room, listener = _reads(self._reader, rooms, identity, wanted)
                    lines, gap = rooms.lines[name_of(room)], False
                    if place is not None:
                        fresh, gap = since(lines, place)
                    else:
                        fresh = lines[-NEWEST:]
                    try:
                        heeded = await listener.hears(fresh, self._find_blocked)
                    except StoreUnavailable:
                        await asyncio.sleep(FIRST_PAUSE)
                        continue
                    for line, heard in zip(fresh, heeded, strict=True):
                        if (room, listener) != _reads(self._reader, rooms, identity, wanted):
                            break  # they lost their seat, or muted somebody: look again
                        if heard:
                            shared = rooms.event(room, line, language)
                            event = SharedValue(shown(room, line, language, gap=True)) if gap else shared
                            gap = False
                            while (yield event) is True:
                                _reads(self._reader, rooms, identity, wanted)
                        place = line.number, line.epoch
                    else:
                        await self._reader.in_time(identity, partial(rooms.beyond, number))
            except Refused as refused:
                yield SharedValue(refused.told(language))
            finally:
                leave()


def _reads(reader: Reader, rooms: Rooms, identity: Identity, wanted: TalkRoom | None) -> tuple[TalkRoom, Listener]:
    """The room that a follower reads now, and what they hide in it."""
    viewer = reader.viewer(rooms.now, identity)
    return readable(rooms.now, viewer, wanted), Listener.of(rooms.now, viewer, identity, rooms.settings)


def _merged(known: tuple[StoredLine, ...], newest: tuple[StoredLine, ...]) -> tuple[StoredLine, ...] | None:
    """All lines of a room, from those that are known and the newest ones; None if they do not join."""
    if len(newest) < RECENT:
        return newest  # the whole room
    first = newest[0].number
    kept = [line for line in known if line.number < first]
    there = known[len(kept) :]
    if there == newest[: len(there)] and (there or (kept and kept[-1].number == first - 1)):
        return (*kept, *newest)[-MOST_LINES:]
    return None
