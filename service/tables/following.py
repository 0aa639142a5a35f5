"""Who follows which game in this process, and what each is told. Fulfils `schema.ports.Live`.

The log in the store is the truth, and a message only a wake-up. For each game that somebody follows there is one `Channel`:
one subscription, one read for what is new, and one view for each kind of viewer, however many watch. Whoever watches pulls
from it at his own pace and knows what he had last, so nothing comes twice and nothing is left out. See docs/design.md, section 5.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, TypeVar

from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Happening, Sight
from taphouse.schema.ports import Caller, Events, Pending
from taphouse.schema.problems import FellBehind, NotSeated, VersionNotFound
from taphouse.schema.shared_values import SharedValue
from taphouse.schema.values import EventPage, LogEntry, Status, Viewer
from taphouse.service.access.rate_limits import admit
from taphouse.service.access.tokens import Claims
from taphouse.service.runtime.backoff import around, pauses
from taphouse.service.store import StoreUnavailable
from taphouse.service.tables.loading import Identity, Opened, Reader, not_found

KEPT = 256
"""The versions that are kept for those who are slow; who is further behind is told to subscribe again."""
FRESH = 16
"""The versions of which answers are kept, for those who ask the same."""
RECENT = 32
"""The versions that are read when somebody begins to follow a game."""
PAGE = 100
"""The versions that are read at once."""
RECHECK = 30.0
"""Seconds after which, more or less, the store is read although no message came: one may have got lost."""
ENDED = (Status.OVER, Status.ABANDONED)
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between two tries to reach a store that is away: at most, at first and later."""

Notice = Callable[[Opened], None]
T = TypeVar("T")


class Heard:
    """A version that was heard of, and what those who see the same of it are told."""

    __slots__ = ("_fresh", "_told", "happening")

    def __init__(self, happening: Happening) -> None:
        self.happening = happening
        self._told: dict[tuple[int | None, bool], SharedValue] = {}
        self._fresh = True

    def forget(self) -> None:
        """Let go of the answers, for good: who asks yet is slow, and has his own made."""
        self._fresh = False
        self._told.clear()

    def told(self, sight: Sight) -> SharedValue:
        """The log entry, as the viewer of a sight sees it."""
        key = sight.viewer.seat, sight.open_to_all
        told = self._told.get(key)
        if told is None:
            (entry,) = sight.entries([self.happening])
            told = SharedValue(entry)
            if self._fresh:
                self._told[key] = told
        return told


class Channel:
    """A game that somebody follows in this process.

    Args:
        game: its id.
        reader: opens it.
        notice: is shown the game whenever it was read.
    """

    def __init__(self, game: str, reader: Reader, notice: Notice) -> None:
        self.followers = 0
        self._id, self._reader, self._notice = game, reader, notice
        self._now: Opened | None = None
        self._heard: deque[Heard] = deque(maxlen=KEPT)
        self._sights: dict[Viewer, SharedValue] = {}
        self._pending: dict[Viewer, SharedValue] = {}
        self._before = 0
        self._failure: tuple[Exception, TracebackType | None] | None = None
        self._changed = asyncio.Event()
        self._reading = asyncio.Lock()
        self._task = asyncio.create_task(self._follow())

    @property
    def now(self) -> Opened:
        """The game as it was read last.

        Raises:
            Refused: it is gone.
            StoreUnavailable: it could not be read the first time.
        """
        if self._failure is not None:
            error, trace = self._failure
            raise error.with_traceback(trace)  # else it would grow with every follower
        if self._now is None:
            raise RuntimeError("nobody looks at a game before it has been read")
        return self._now

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return self.now.status in ENDED

    async def beyond(self, version: int) -> None:
        """Return when the game is past this version; at once with version 0, once it has been read."""
        while self._failure is None and (self._now is None or self._now.version <= version):
            await self._changed.wait()

    async def catch_up(self) -> None:
        """Read what is new now, without waiting for a message: a client may know more than has been heard."""
        async with self._reading:
            await self._read()
        self._notice(self.now)

    def next(self, version: int) -> Heard | None:
        """What was heard next after a version; None where that is not kept any more, or was never heard."""
        missed = self.now.version - version
        return self._heard[-missed] if missed <= len(self._heard) else None

    def left_behind(self, version: int) -> bool:
        """Whether a follower who had this version had not got all yet when something new was heard."""
        return version < self._before

    def sight(self, viewer: Viewer) -> SharedValue:
        """The game as somebody sees it now."""
        if viewer not in self._sights:
            self._sights[viewer] = SharedValue(self._reader.sight(self.now, viewer))
        return self._sights[viewer]

    def pending(self, viewer: Viewer) -> SharedValue:
        """What somebody must decide now."""
        if viewer not in self._pending:
            sight: Sight = self.sight(viewer).value
            decision = sight.decision
            mine = decision if decision is not None and decision.seat == viewer.seat else None
            self._pending[viewer] = SharedValue(Pending(sight, mine))
        return self._pending[viewer]

    async def close(self) -> None:
        """Give everything back."""
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _follow(self) -> None:
        """Read whatever is new, until nobody follows any more or the game is gone."""
        waits = pauses(FIRST_PAUSE, LONGEST_PAUSE)
        while self._failure is None:
            try:
                async with self._reader.store.listening(self._id) as woken:
                    while True:
                        await self.catch_up()
                        waits = pauses(FIRST_PAUSE, LONGEST_PAUSE)
                        await woken(around(RECHECK))
            except StoreUnavailable as error:
                if self._now is None:
                    self._fail(error)
                await asyncio.sleep(next(waits))
            except Exception as error:  # a refusal, or a bug: those who follow are told, whatever it is
                self._fail(error)

    async def _read(self) -> None:
        store = self._reader.store
        if self._now is None:
            opened = await self._reader.now(self._id)
            # Who comes back after a break has missed little: all who do so share what they missed.
            recent = await store.entries(self._id, opened.version - RECENT, RECENT + min(0, opened.version - RECENT))
            self._heard.extend(Heard(opened.codec.happening(entry)) for entry in recent)
            self._turn(opened)
            return
        last = self._now.version
        fresh: list[Heard] = []
        while True:
            news = await store.news(self._id, last, PAGE)
            if news.record is None or news.record.version < last:
                not_found()
            fresh += [Heard(self._now.codec.happening(entry)) for entry in news.entries]
            last += len(news.entries)
            if last == news.record.version:
                break
            if not news.entries:
                if (await store.news(self._id, last, 1)).record is None:  # it expired between the two
                    not_found()
                raise RuntimeError(f"the log of game {self._id} ends at version {last}")
        if fresh:
            opened = await self._reader.open(self._id, news.record)
            self._heard.extend(fresh)
            for i in range(max(0, len(self._heard) - FRESH - len(fresh)), len(self._heard) - FRESH):
                self._heard[i].forget()
            self._turn(opened)

    def _turn(self, opened: Opened) -> None:
        self._before = self._now.version if self._now else 0
        self._now = opened
        self._sights.clear()
        self._pending.clear()
        self._wake()

    def _fail(self, error: Exception) -> None:
        self._failure = error, error.__traceback__
        self._wake()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


class Live:
    """The streams and the long poll, for all who follow games in this process.

    Args:
        reader: opens games, and reads tokens.
        longest_wait: seconds that a long poll waits at most.
        notice: is shown every game that is followed, whenever it was read.
        stopping: is set when nobody may wait any longer.
    """

    def __init__(self, reader: Reader, longest_wait: float, notice: Notice, stopping: asyncio.Event) -> None:
        self._reader, self._longest_wait, self._notice, self._stopping = reader, longest_wait, notice, stopping
        self._channels: dict[str, Channel] = {}

    @property
    def followed(self) -> dict[str, int]:
        """How many follow each game."""
        return {game: channel.followers for game, channel in self._channels.items()}

    async def page(self, caller: Caller, game: str, after: int, wait: float, first: int) -> EventPage:
        """What happened after a version, waiting for the next one where there is none yet."""
        identity = await self._reader.identify(caller, game)
        opened = await self._reader.now(game, caller)
        viewer = self._reader.viewer(opened, identity)
        _check(after, opened)
        if after == opened.version and wait and opened.status not in ENDED:
            async with self._following(game) as channel:
                waits = [asyncio.ensure_future(one) for one in (channel.beyond(after), self._stopping.wait())]
                try:
                    first_of = asyncio.FIRST_COMPLETED
                    await asyncio.wait(waits, timeout=min(wait, self._longest_wait), return_when=first_of)
                finally:
                    for one in waits:
                        one.cancel()
                opened = channel.now
                viewer = self._reader.viewer(opened, identity)
        sight = self._reader.sight(opened, viewer)
        entries = await self._reader.history(sight, after, first)
        ended = opened.status in ENDED
        return EventPage(entries[-1].version if entries else after, sight.version, entries, ended)

    async def entries(self, caller: Caller, game: str, after: int) -> Events:
        """A `LogEntry` for each version after this one, until the game has ended."""
        identity = await self._admitted(caller, game)
        page: deque[LogEntry] = deque()
        kept_up = False

        async def pull(channel: Channel, viewer: Viewer, last: int) -> tuple[int, SharedValue]:
            nonlocal kept_up
            sight: Sight = channel.sight(viewer).value
            if not page:
                if heard := channel.next(last):
                    kept_up = True
                    return last + 1, heard.told(sight)
                if kept_up and channel.left_behind(last):
                    message = f"{KEPT} versions came while this stream waited to be read; subscribe again after {last}."
                    raise Refused(FellBehind(message=message, version=last))
                kept_up = False
                page.extend(await _patiently(lambda: self._reader.history(sight, last, PAGE)))
                if not page:
                    not_found()  # it expired, which no message tells
            return last + 1, SharedValue(page.popleft())

        return await _begun(self._stream(identity, game, after, pull))

    async def tables(self, caller: Caller, game: str) -> Events:
        """A `Sight` of the game as it is, and again when it has changed, until it has ended."""
        identity = await self._admitted(caller, game)

        async def pull(channel: Channel, viewer: Viewer, _last: int) -> tuple[int, SharedValue]:
            return channel.now.version, channel.sight(viewer)

        return await _begun(self._stream(identity, game, 0, pull))

    async def decisions(self, caller: Caller, game: str | None = None) -> Events:
        """A `Pending` of the caller's seat as it is, and again when it has changed, until the game has ended."""
        identity = await self._admitted(caller, game)
        if game is None:
            if not isinstance(identity, Claims):
                raise Refused(NotSeated(message="Say which game by `gameId`, or send a seat's token as bearer token."))
            game = identity.game
        waiting = True

        async def pull(channel: Channel, viewer: Viewer, _last: int) -> tuple[int, SharedValue | None]:
            nonlocal waiting
            told = channel.pending(viewer)
            before, waiting = waiting, told.value.decision is not None
            news = before or waiting or channel.over
            return channel.now.version, told if news else None

        return await _begun(self._stream(identity, game, 0, pull, seats_only=True))

    async def _admitted(self, caller: Caller, game: str | None) -> Identity:
        """Who begins to follow a game, which is paid for."""
        identity = await self._reader.identify(caller, game)
        await admit(caller)
        return identity

    async def _stream(
        self,
        identity: Identity,
        game: str,
        last: int,
        pull: Callable[[Channel, Viewer, int], Awaitable[tuple[int, SharedValue | None]]],
        seats_only: bool = False,
    ) -> AsyncGenerator[Any, None]:
        """What `pull` gives after version `last`, again and again; first None, once it is clear that it may be told."""

        def viewer() -> Viewer:
            found = self._reader.viewer(channel.now, identity)
            if seats_only and found.seat is None:  # an account may have lost its own
                raise Refused(NotSeated(message="Only a seat has decisions; send a seat's token as bearer token."))
            return found

        async with self._following(game) as channel:
            if last > channel.now.version:
                await channel.catch_up()
            viewer()
            _check(last, channel.now)
            yield None
            try:
                while not (channel.over and last >= channel.now.version):
                    await channel.beyond(last)
                    last, told = await pull(channel, viewer(), last)
                    viewer()  # reading may have taken long
                    if told is not None:
                        yield told
            except Refused as refused:
                yield SharedValue(refused.problem)

    @asynccontextmanager
    async def _following(self, game: str) -> AsyncIterator[Channel]:
        """The channel of a game, which has been read; it is closed when the last one leaves.

        Raises:
            Refused: there is no such game.
            StoreUnavailable: it could not be read.
        """
        self._reader.check(game)
        channel = self._channels.get(game)
        if channel is None:
            channel = self._channels[game] = Channel(game, self._reader, self._notice)
        channel.followers += 1
        try:
            await channel.beyond(0)
            yield channel
        finally:
            channel.followers -= 1
            if not channel.followers:
                del self._channels[game]
                await channel.close()


async def _begun(stream: AsyncGenerator[Any, None]) -> Events:
    """A stream of which it is clear that it may be told; so what it holds is given back when it is closed."""
    await anext(stream)
    return stream


async def _patiently(read: Callable[[], Awaitable[T]]) -> T:
    """Read from a store, however long it is away."""
    for pause in pauses(FIRST_PAUSE, LONGEST_PAUSE):
        try:
            return await read()
        except StoreUnavailable:
            await asyncio.sleep(pause)
    raise AssertionError("the pauses have no end")


def _check(after: int, opened: Opened) -> None:
    """Refuse what nobody can have heard of."""
    version = opened.version
    if after > version:
        message = f"The game is at version {version}; nothing can have happened after version {after} yet."
        raise Refused(VersionNotFound(message=message, version=version))
