"""Channels: games that are followed in this process, and their newest versions, which all followers share.

The log in the store is the truth; messages are only wake-ups. See docs/design.md, section 5.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.execution.shared_values import SharedValue
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.results import pending
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import Happening
from taphouse.schema.values.seats import Viewer
from taphouse.schema.values.versions import epoch_at
from taphouse.service.games.kernel.loaded_game import MINUTE, LoadedGame
from taphouse.service.games.kernel.loading import Reader, not_found
from taphouse.service.games.kernel.replaying import LogReplay, check_history
from taphouse.service.games.kernel.steps import Step, happened
from taphouse.service.games.streams.shared_reading import SharedReading
from taphouse.service.store.protocol import REWRITTEN, StoredEntry, Take, TakeResult, Woken

if TYPE_CHECKING:
    from taphouse.schema.game_patches import GameDocument

KEPT = 256
"""The versions buffered for slow followers; followers further behind must subscribe again."""
FRESH = 16
"""The number of newest versions whose answers are cached, and shared by followers that ask the same."""
RECENT = 32
"""The number of newest versions that are read once for all clients that reconnect and have missed some of them."""
PAGE = 100
"""The versions read at once."""

Notice = Callable[[LoadedGame], None]


class BufferedVersion:
    """A buffered version, and its entries as seen by each kind of viewer."""

    __slots__ = ("_entries", "_fresh", "happening")

    def __init__(self, happening: Happening) -> None:
        self.happening = happening
        self._entries: dict[GameView, SharedValue] = {}
        self._fresh = True

    def forget(self) -> None:
        """Drop the cached entries for good; slow followers get uncached ones."""
        self._fresh = False
        self._entries.clear()
        self.happening.told.clear()

    def entry(self, teller: GameView) -> SharedValue:
        """The log entry as the viewer sees it."""
        shared = self._entries.get(teller)
        if shared is None:
            (entry,) = teller.entries([self.happening])
            shared = next((one for one in self._entries.values() if one.value is entry), None) or SharedValue(entry)
            if self._fresh:
                self._entries[teller] = shared
            else:
                self.happening.told.clear()
        return shared


class Channel(SharedReading):
    """A game that is followed in this process.

    Args:
        game: The game's id.
        reader: Loads it.
        notice: Called with the game whenever it is read.
        after: The version after which the first follower reads the log; None if they do not read it.
        takes: What the first follower pays, taken with the first read; `taken` has the results.
    """

    def __init__(
        self, game: str, reader: Reader, notice: Notice, after: int | None = None, takes: Sequence[Take] = ()
    ) -> None:
        self._id, self._reader, self._notice = game, reader, notice
        self._after, self._takes = after, takes
        self.taken: Sequence[TakeResult] = ()
        self._log: Sequence[StoredEntry] = ()
        """Entries that were read with the game, as long as they may serve the first follower."""
        self._now: LoadedGame | None = None
        self._delayed: LoadedGame | None = None
        """The game as viewers without a seat see it, if that is an earlier version and was read."""
        self._newest = 0
        self._buffered: list[BufferedVersion] = []
        self._rewritten = False
        """True if the store may have buffered versions as they were not read: they have forgotten an account."""
        self._game_views: dict[tuple[Viewer, str], SharedValue] = {}
        self.tellers: dict[tuple[Viewer, str], GameView] = {}
        """The views by which entries are shown, by viewer and language. Replaced when something changes that entries show."""
        self._pending: dict[tuple[Viewer, str], SharedValue] = {}
        self._documents: dict[tuple[Viewer, str, tuple[str, ...] | None], GameDocument] = {}
        self._before = 0
        self.parts: object = None
        """The seats, the host and the status: what each caller is in the game follows from them. Replaced when they change."""
        self._reading = asyncio.Lock()
        super().__init__()

    @property
    def now(self) -> LoadedGame:
        """The game as last read.

        Raises:
            Refused: The game does not exist any more.
            StoreUnavailable: The first read failed.
        """
        if self._now is None or self._failure is not None:
            self.check()
            raise RuntimeError("the game has not been read yet")
        return self._now

    @property
    def begun(self) -> bool:
        """See `SharedReading.begun`."""
        return self._now is not None

    def epoch(self, version: int) -> str | None:
        """The epoch of a version, by the game as last read, even if that has failed since."""
        return None if self._now is None else epoch_at(self._now.record.epochs, version)

    @property
    def delayed(self) -> bool:
        """True if some viewers may see many versions at once, long after they were made."""
        return self.now.terms.spectator_delay_minutes > 0

    @property
    def gives(self) -> bool:
        """See `SharedReading.gives`. Before and after a game, followers do more than read."""
        return self._failure is None and self._now is not None and self._now.status is Status.RUNNING

    def newest(self, viewer: Viewer) -> int:
        """The newest version that a viewer sees, by the game as last read."""
        now = self._now
        return self._newest if now is None or now.delayed_to is None else now.newest(viewer)

    async def beyond(self, version: int, viewer: Callable[[], Viewer] | None = None) -> None:
        """Wait until the game is past this version, as a viewer sees it; with version 0, until it has been read."""
        while self._failure is None:
            if (now := self._now) is not None:
                newest = now.record.version if viewer is None or now.delayed_to is None else now.newest(viewer())
                if newest > version:
                    return
            await self.change()

    async def seen(self, viewer: Viewer) -> LoadedGame:
        """The game as a viewer sees it now."""
        if self.now.newest(viewer) == self.now.version:
            return self.now
        while (delayed := self._delayed) is None:
            now = self.now
            found = await self._reader.seen(now, viewer)
            if self.now is now:
                self._delayed = found
        return delayed

    def subscribed(self) -> Woken:
        """See `SharedReading.subscribed`."""
        return self._reader.store.listening(self._id)

    async def changed(self) -> bool:
        """See `SharedReading.changed`. Messages about commits of this process are none: `advance` has taken them over."""
        version: int | None = self.woken.take()
        self._rewritten = self._rewritten or version == REWRITTEN
        if version is None or self._now is None:
            return True
        await self._reader.store.own_commits(self._id)
        return version > self._now.record.version

    def advance(self, before: LoadedGame, steps: Sequence[Step], after: LoadedGame) -> None:
        """Take over a commit of this process, so that the store need not be read. See `FollowedGame`.

        A commit to another version than the newest here, or during a read, is left to the message about it.
        """
        now = None if self._reading.locked() else self._now
        if now is not None and (now.version, now.record.epochs) == (before.version, before.record.epochs):
            self._turn(after, happened(steps, before, after.record.updated))

    def pause(self) -> float:
        """See `SharedReading.pause`. At each full minute, spectators may see a version that was made some minutes ago."""
        pause = super().pause()
        if self.now.delayed_to is None or not self.delayed:
            return pause
        return min(pause, (MINUTE - self._reader.now_ms() % MINUTE) / 1000)

    async def catch_up(self) -> None:
        """Read new entries, also without a message: a client may know a newer version than this process.

        Raises:
            Refused: The game does not exist any more, or versions were lost. It has failed then.
            StoreUnavailable: The store is away.
        """
        async with self._reading:
            try:
                await self._read()
            except Refused as refused:
                self.fail(refused)
        self._notice(self.now)

    def next(self, version: int) -> BufferedVersion | None:
        """The next buffered version after this one; None if it is not buffered."""
        missed = self._newest - version
        return self._buffered[-missed] if missed <= len(self._buffered) else None

    async def recalled(self, version: int) -> BufferedVersion | None:
        """The next version after this one, from the store if it is recent; None if it is not."""
        async with self._reading:
            now = self.now
            first = now.version - len(self._buffered)
            if version < first and now.version - version <= RECENT:
                log, self._log = self._log, ()
                earlier = await self._reader.happenings(now, version, first - version, log)
                self._buffered[:0] = map(BufferedVersion, earlier)
        return self.next(version)

    def left_behind(self, version: int) -> bool:
        """Return whether a follower at this version had not caught up before the latest read."""
        return version < self._before

    def game_view(self, viewer: Viewer, language: str) -> SharedValue | None:
        """The game as a viewer sees it now, in a language. None if that is an earlier version which must be `seen` before."""
        if (found := self._game_views.get(key := (viewer, language))) is None:
            loaded = self.now if self.now.newest(viewer) == self.now.version else self._delayed
            if loaded is not None:
                found = self._game_views[key] = SharedValue(self._reader.game_view(loaded, viewer, language))
        return found

    async def shown(self, viewer: Viewer, language: str) -> SharedValue:
        """The game as a viewer sees it now, in a language."""
        while (found := self.game_view(viewer, language)) is None:
            await self.seen(viewer)
        return found

    async def teller(self, viewer: Viewer, language: str) -> GameView:
        """A view that shows entries as the view of the game now does. It may be of an earlier version."""
        if (found := self.tellers.get(key := (viewer, language))) is None:
            found = self.tellers[key] = (await self.shown(viewer, language)).value
        return found

    def pending(self, viewer: Viewer, language: str) -> SharedValue | None:
        """The decision of a viewer now, in a language. None as for `game_view`."""
        found = self._pending.get(key := (viewer, language))
        if found is None and (shown := self.game_view(viewer, language)) is not None:
            found = self._pending[key] = SharedValue(pending(shown.value, shown.value.awaited))
        return found

    def document(self, viewer: Viewer, language: str, fields: tuple[str, ...] | None) -> GameDocument | None:
        """The game as JSON, as a viewer sees it now, in a language, with these members. None as for `game_view`."""
        found = self._documents.get(key := (viewer, language, fields))
        if found is None and (shown := self.game_view(viewer, language)) is not None:
            from taphouse.schema.game_patches import GameDocument  # with a library that few services need

            found = self._documents[key] = GameDocument(shown.value, fields)
        return found

    async def _read(self) -> None:
        store = self._reader.store
        if self._now is None:
            after = self._after
            first = await self._reader.with_log(self._id, after or 0, 0 if after is None else RECENT, self._takes)
            self.taken = first.taken
            self._turn(now := await self._reader.open(self._id, first.record))
            if after is not None and after < now.version:
                self._log = first.entries
            return
        if self._rewritten:
            await self._read_again(self._now)
        last = self._now.version
        fresh: list[Happening] = []
        now = self._now
        replay = LogReplay(now.codec, now.versions, now.terms, now.rules, now.state, now.agreements.undos)
        while True:
            news = await store.news(self._id, last, PAGE)
            if news.record is None:
                not_found()
            check_history(now.record, news.record)
            fresh += replay.read(news.entries)
            last += len(news.entries)
            if last >= news.record.version:
                break
            if not news.entries:
                await self._reader.explain_gap(self._id, news.record.version, news.record.epochs)
        if fresh:
            self._turn(await self._reader.open(self._id, news.record, now, replay.state), fresh)
        elif now.delayed_to is not None and (shown := now.shown_at(await store.now(self._id))) is not now:
            self._turn(shown)

    async def _read_again(self, now: LoadedGame) -> None:
        """Read all buffered versions as the store has them now, in slices."""
        count = len(self._buffered)
        anew = await RequestScheduler().collect(await self._reader.happenings(now, now.version - count, count))
        self._buffered[:] = map(BufferedVersion, anew)
        for heard in self._buffered:
            heard.forget()
        self._rewritten = False
        self._turn(now)  # viewers without a seat may have been shown an earlier version

    def _turn(self, loaded: LoadedGame, fresh: Sequence[Happening] = ()) -> None:
        """Make this the game as it is now, after these new versions."""
        self._buffered += map(BufferedVersion, fresh)
        for heard in self._buffered[-FRESH - len(fresh) : -FRESH]:
            heard.forget()
        del self._buffered[:-KEPT]
        before, parts = self._now, (loaded.seats, loaded.host, loaded.status)
        if parts != self.parts:
            self.parts = parts
            self.tellers = {}
        elif before is None or before.record.epochs != loaded.record.epochs or loaded.delayed_to is not None:
            self.tellers = {}
        self._before = 0 if before is None else before.version
        self._now, self._delayed, self._log = loaded, None, ()
        self._newest = self.woken.known = loaded.record.version
        for shown in self._game_views.values():
            shown.outdated = True
        self._game_views.clear()
        self._pending.clear()
        self._documents.clear()
        self.wake()
