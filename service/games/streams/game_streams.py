"""Streams and long polls of games.

The log in the store is the truth; messages are only wake-ups. Each followed game has one `Channel` per process: one
subscription to the store, one read of new entries, and one view per kind of viewer, shared by all followers. Followers pull at
their own pace from the last version they got, so that no entry is repeated or lost. See docs/design.md, section 5.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.execution.shared_values import Events, SharedValue
from taphouse.schema.failures import Refused
from taphouse.schema.game_patches import GameDocument
from taphouse.schema.game_view import GameView
from taphouse.schema.partial_answers import GAME_FIELDS, check_fields
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.problems.games import FellBehind, VersionNotFound
from taphouse.schema.values.games import EventPage, LogEntry, Status
from taphouse.schema.values.seats import Viewer
from taphouse.schema.values.versions import epoch_at
from taphouse.service.access.tokens import Claims, Identity
from taphouse.service.games.kernel.checks import why_lost
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.presence import Presence
from taphouse.service.games.kernel.replaying import check_known, known
from taphouse.service.games.streams.admission import Admission
from taphouse.service.games.streams.attending import There
from taphouse.service.games.streams.channel import KEPT, PAGE, Channel, Notice
from taphouse.service.games.streams.long_polls import polled
from taphouse.service.games.streams.shared_reading import FIRST_PAUSE, LONGEST_PAUSE, Place
from taphouse.service.runtime.backoff import around, pauses
from taphouse.service.runtime.shutdown import Stopping
from taphouse.service.store.failures import LogShortened, StoreUnavailable

T = TypeVar("T")


class GameStreams:
    """The streams and long polls of games in this process.

    Args:
        reader: Loads games, and verifies tokens.
        longest_wait: The longest that a long poll waits, in seconds.
        notice: Called with every followed game whenever it is read.
        stopping: Set when the service is stopping, which ends long polls.
        admission: Admits followers.
        presence: Notes who follows games that wait.
        channels: Takes the channels of the games that are followed, by game.
        there: Notes that a viewer has a stream open, while its body runs.
    """

    def __init__(
        self,
        reader: Reader,
        longest_wait: float,
        notice: Notice,
        stopping: Stopping,
        admission: Admission,
        presence: Presence,
        channels: dict[str, Channel],
        there: There,
    ) -> None:
        self._reader, self._longest_wait, self._notice, self._stopping = reader, longest_wait, notice, stopping
        self._admission, self._presence, self._channels = admission, presence, channels
        self._there = there

    @property
    def followed(self) -> dict[str, int]:
        """The number of followers of each game."""
        return {game: channel.followers for game, channel in self._channels.items()}

    async def page(
        self, caller: Caller, game: str, after: int, wait: float, first: int, epoch: str | None = None
    ) -> EventPage:
        """The log entries after a version. Waits up to `wait` seconds for an entry if there is none.

        The request is refused if the version was lost with a server of the store, as far as its epoch shows.
        """
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        viewer = self._reader.viewer(loaded, identity)
        self._presence.seen(loaded, viewer)
        newest, loaded = loaded, await self._reader.seen(loaded, viewer)
        check_known(loaded.record, after, epoch)
        epoch = epoch_at(loaded.record.epochs, after)
        if after == loaded.version and wait and loaded.status not in ENDED:
            loaded = await self._changed(newest, after, wait, caller, identity)
            viewer = self._reader.viewer(loaded, identity)
            loaded = await self._reader.seen(loaded, viewer)
            check_known(loaded.record, after, epoch)
        game_view = self._reader.game_view(loaded, viewer, caller.language)
        try:
            entries = await self._reader.entries(game_view, after, first, caller.scheduler)
        except LogShortened:
            loaded = await self._reader.seen(await self._reader.now(game), viewer)
            check_known(loaded.record, after, epoch)
            game_view = self._reader.game_view(loaded, viewer, caller.language)
            entries = await self._reader.entries(game_view, after, first, caller.scheduler)
        ended = loaded.status in ENDED
        version = entries[-1].version if entries else after
        return EventPage(version, epoch_at(game_view.epochs, version), game_view.version, entries, ended)

    async def _changed(
        self, loaded: LoadedGame, after: int, wait: float, caller: Caller, identity: Identity
    ) -> LoadedGame:
        """The game once its viewer sees it past a version, or after so many seconds, or when nobody waits any more."""
        with Place(self._channels, loaded.id) as place:
            channel = await self._followed_at(place, loaded.id, lambda now: now.record != loaded.record)
            beyond = channel.beyond(after, lambda: self._reader.viewer(channel.now, identity))
            await polled(beyond, min(wait, self._longest_wait), self._stopping, caller)
            return await self._reader.now(loaded.id) if channel.failed else channel.now

    async def entries(self, caller: Caller, game: str, after: int, epoch: str | None = None) -> Events:
        """A `LogEntry` for each version after this one, until the game has ended."""
        identity = await self._admission.identify(caller, game)
        page: list[LogEntry] = []
        kept_up, source = False, None
        tellers: dict[tuple[Viewer, str], GameView] | None = None
        teller: GameView | None = None

        async def pull(channel: Channel, viewer: Viewer, last: int) -> tuple[int, SharedValue]:
            nonlocal kept_up, source, tellers, teller
            if teller is None or channel.tellers is not tellers:
                if (channel, viewer) != source:
                    page.clear()  # a failover may have taken back what was read ahead, or a seat may be lost
                    kept_up, source = False, (channel, viewer)
                tellers = channel.tellers
                teller = await channel.teller(viewer, caller.language)
            if not page:
                heard = channel.next(last)
                if heard is None and not kept_up:
                    heard = await _patiently(channel, lambda: channel.recalled(last))
                if heard is not None:
                    kept_up = True
                    return last + 1, heard.entry(teller)
                if kept_up and not channel.delayed and channel.left_behind(last):
                    why = f"This stream fell more than {KEPT} versions behind; subscribe again after version {last}."
                    raise Refused(FellBehind(message=why, version=last))
                kept_up = False
                game_view: GameView = (await channel.game_view(viewer, caller.language)).value
                page.extend(
                    await _patiently(channel, lambda: self._reader.entries(game_view, last, PAGE, RequestScheduler()))
                )
            return last + 1, SharedValue(page.pop(0))

        return await begun(self._stream(caller, identity, game, after, pull, epoch, reads=True))

    async def tables(self, caller: Caller, game: str) -> Events:
        """A `GameView` of the game now and whenever it changes, until it has ended."""
        identity = await self._admission.identify(caller, game)

        async def pull(channel: Channel, viewer: Viewer, _last: int) -> tuple[int, SharedValue]:
            shown = await channel.game_view(viewer, caller.language)
            return shown.value.version, shown

        return await begun(self._stream(caller, identity, game, 0, pull))

    async def patches(self, caller: Caller, game: str, fields: Sequence[str] | None) -> Events:
        """A `GamePatch` of the game now and whenever it changes, until it has ended."""
        members = check_fields(fields, GAME_FIELDS)
        identity = await self._admission.identify(caller, game)
        sent: GameDocument | None = None

        async def pull(channel: Channel, viewer: Viewer, last: int) -> tuple[int, SharedValue]:
            nonlocal sent
            now, before = await channel.document(viewer, caller.language, members), sent
            # `last` differs if the follower did not get what was pulled, as its rights had changed meanwhile.
            if before is not None and (before.version, before.viewer, before.epochs) != (last, viewer, now.epochs):
                before = None
            sent = now
            return now.version, now.since(before, channel.epoch(now.version))

        return await begun(self._stream(caller, identity, game, 0, pull))

    async def decisions_of(self, caller: Caller, identity: Identity, game: str | None) -> Events:
        """A `PendingDecision` of a seat now and whenever it changes, until the game has ended."""
        if game is None:
            if not isinstance(identity, Claims):
                raise Refused(NotSeated())
            game = identity.game
        waiting = True

        async def pull(channel: Channel, viewer: Viewer, _last: int) -> tuple[int, SharedValue | None]:
            nonlocal waiting
            pending = await channel.pending(viewer, caller.language)
            before, waiting = waiting, pending.value.decision is not None
            news = before or waiting or channel.now.status in ENDED
            return channel.now.version, pending if news else None

        return await begun(self._stream(caller, identity, game, 0, pull, seats_only=True))

    async def _stream(
        self,
        caller: Caller,
        identity: Identity,
        game: str,
        last: int,
        pull: Callable[[Channel, Viewer, int], Awaitable[tuple[int, SharedValue | None]]],
        epoch: str | None = None,
        *,
        reads: bool = False,
        seats_only: bool = False,
    ) -> AsyncGenerator[Any, bool | None]:
        """Yield what `pull` returns after version `last`, repeatedly. The first item is None: access is checked and paid then.

        If a failover has taken back only what this follower has not got yet, it goes on.
        """

        def viewer() -> Viewer:
            found = self._reader.viewer(channel.now, identity)
            if seats_only and found.seat is None:
                raise Refused(NotSeated(), why_lost(found))
            return found

        def outdated(now: LoadedGame) -> bool:
            return known(now.record, last, epoch) < last

        waits: Iterator[float] | None = None
        left: Callable[[], None] | None = None
        try:
            while True:
                try:
                    with Place(self._channels, game) as place:
                        channel = await self._followed_at(
                            place, game, outdated, caller if left is None else None, last if reads else None
                        )
                        sees, parts = viewer(), channel.parts
                        shown = channel.now.newest(sees)
                        if left is None and shown < min(last, channel.now.version):  # later ones are not for them yet
                            raise Refused(VersionNotFound(version=shown))
                        check_known(channel.now.record, last, epoch)
                        if left is None:
                            left = self._there(channel.now, sees)
                            yield None
                        while True:
                            at = channel.now
                            if parts is not channel.parts:
                                sees, parts = viewer(), channel.parts
                            if at.newest(sees) <= last:
                                if at.status in ENDED:
                                    return
                                wait = (
                                    partial(self._staying, channel, last, viewer)
                                    if at.status is Status.WAITING
                                    else channel.change
                                )
                                await self._reader.in_time(identity, wait)
                                continue
                            now, event = await pull(channel, sees, last)
                            self._reader.check_time(identity)  # pulling may have taken long
                            if channel.now is not at and viewer() != sees:  # this is not for those who lost their seat
                                continue
                            before, last = last, now
                            if event is not None:
                                while (yield event) and not event.outdated:
                                    if viewer() != sees:
                                        last = before
                                        break
                except (Refused, StoreUnavailable) as error:
                    if left is None:
                        raise
                    if isinstance(error, StoreUnavailable):
                        waits = pauses(FIRST_PAUSE, LONGEST_PAUSE) if waits is None else waits
                        await asyncio.sleep(next(waits))
                    elif _keeps(error, last):
                        epoch = channel.epoch(last)
                    else:
                        yield SharedValue(error.told(caller.language))
                        return
        finally:
            if left is not None:
                left()

    async def _staying(self, channel: Channel, version: int, viewer: Callable[[], Viewer]) -> None:
        """Wait until a game is past a version. As long as it waits, its follower is at the table."""
        while channel.now.status is Status.WAITING:
            self._presence.seen(channel.now, viewer())
            with suppress(TimeoutError):
                async with asyncio.timeout(around(self._presence.renewed_after(channel.now))):
                    return await channel.beyond(version, viewer)
        return await channel.beyond(version, viewer)

    async def _followed_at(
        self,
        place: Place[Channel],
        game: str,
        outdated: Callable[[LoadedGame], bool],
        new: Caller | None = None,
        after: int | None = None,
    ) -> Channel:
        """The channel of a game, once it has been read. It reads the game again if that is `outdated` for this follower.

        Args:
            place: Joins it.
            game: The game's id.
            outdated: Returns whether the follower knows a newer version.
            new: The follower, if they have not paid yet.
            after: The version after which they read the log, if they do.

        Raises:
            RateLimited: They are over a limit.
            Refused: There is no such game.
            StoreUnavailable: It could not be read.
        """
        self._reader.check(game)
        takes = () if new is None else await self._admission.due(new, reads=game not in self._channels)
        channel = place.join(partial(Channel, game, self._reader, self._notice, after, takes))
        await channel.beyond(0)
        if new is not None and takes:
            await self._admission.settle(new, channel.taken)
        if outdated(channel.now):
            with suppress(Refused):  # what its followers knew was lost, but not what this one knows
                await channel.catch_up()
            if channel.failed:
                channel = place.join(partial(Channel, game, self._reader, self._notice))
                await channel.beyond(0)
        return channel


async def begun(stream: AsyncGenerator[Any, bool | None]) -> Events:
    """Start a stream, which checks access. Once started, it releases its channel when it is closed."""
    await anext(stream)
    return stream


async def _patiently(channel: Channel, read: Callable[[], Awaitable[T]]) -> T:
    """Read what a follower has missed, retrying until the store is available.

    Raises:
        Refused: It was lost, or the game does not exist any more.
    """
    for pause in pauses(FIRST_PAUSE, LONGEST_PAUSE):
        with suppress(StoreUnavailable):
            try:
                return await read()
            except LogShortened:
                await channel.catch_up()
        await asyncio.sleep(pause)
    raise AssertionError("the pauses never end")


def _keeps(refused: Refused, version: int) -> bool:
    """Return whether all is there that a follower at a version has."""
    return isinstance(refused.problem, VersionNotFound) and refused.problem.version >= version
