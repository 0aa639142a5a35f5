"""Streams and long polls of games.

The log in the store is the truth; messages are only wake-ups. Each followed game has one `Channel` per process: one
subscription to the store, one read of new entries, and one view per kind of viewer, shared by all followers. Followers pull at
their own pace from the last version they got, so that no entry is repeated or lost. See docs/design.md, section 5.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.execution.shared_values import Events, SharedValue, Take
from taphouse.schema.failures import Refused
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

if TYPE_CHECKING:
    from taphouse.schema.game_patches import GameDocument

T = TypeVar("T")
AtHand = Callable[[Channel, Viewer, int], tuple[int, SharedValue | None] | None]
"""Returns the next version that a viewer gets after one, with its event, if it has one. None if it must be fetched."""
Fetch = Callable[[Channel, Viewer, int], Awaitable[Any]]


class Follower:
    """A follower of a game: what they have got, and what they get next.

    Args:
        reader: Verifies tokens.
        caller: The client.
        identity: Their identity.
        game: The game's id.
        at_hand: What they get next.
        last: The version that they have.
        epoch: Its epoch, if they know it.
        seats_only: True if only players may follow.
    """

    channel: Channel
    sees: Viewer
    """The viewer that they are, by the game as they last looked at it."""

    def __init__(
        self,
        reader: Reader,
        caller: Caller,
        identity: Identity,
        game: str,
        at_hand: AtHand,
        last: int = 0,
        epoch: str | None = None,
        *,
        seats_only: bool = False,
    ) -> None:
        self._reader, self.caller, self.identity, self.game = reader, caller, identity, game
        self.at_hand, self.last, self.epoch, self._seats_only = at_hand, last, epoch, seats_only
        self._expires = identity is not None and identity.until is not None
        self.take: Take | None = None
        """Takes events at once; None if that is not possible."""
        self._parts: object = None
        self._context = copy_context()

    def viewer(self) -> Viewer:
        """The viewer that they are now.

        Raises:
            Refused: They may see nothing any more.
        """
        found = self._reader.viewer(self.channel.now, self.identity)
        if self._seats_only and found.seat is None:
            raise Refused(NotSeated(), why_lost(found))
        return found

    def is_ahead_of(self, now: LoadedGame) -> bool:
        """Return whether they have a version that a game does not have yet, or no more."""
        return known(now.record, self.last, self.epoch) < self.last

    def join(self, channel: Channel, *, ready: bool) -> None:
        """Follow a channel.

        Args:
            channel: The channel.
            ready: False if they have not followed the game until now.

        Raises:
            Refused: They may not follow it, or do not know its history.
        """
        self.channel, self._parts = channel, None
        self.look()
        shown = channel.now.newest(self.sees)
        if not ready and shown < min(self.last, channel.now.version):  # later ones are not for them yet
            raise Refused(VersionNotFound(version=shown))
        check_known(channel.now.record, self.last, self.epoch)

    def look(self) -> None:
        """Find out as whom they see the game, if that may have changed."""
        if self._parts is not self.channel.parts:
            self.sees, self._parts = self.viewer(), self.channel.parts

    async def fetch(self, channel: Channel, viewer: Viewer, _: int) -> None:
        """Have the channel read what they see, if that is an earlier version."""
        await channel.shown(viewer, self.caller.language)

    async def change(self) -> None:
        """Wait for a change that could not be given to them at once."""
        await self.channel.change(partial(self._context.run, self._give))

    def _give(self) -> bool:
        """See `shared_reading.Give`."""
        channel, take = self.channel, self.take
        if take is None or self._parts is not channel.parts:
            return False
        if self._expires:
            self._reader.check_time(self.identity)
        sees, last = self.sees, self.last
        newest = channel.newest(sees)
        while last < newest:
            found = self.at_hand(channel, sees, last)
            if found is None:
                return False
            last, event = found
            if event is not None and not take(event):
                return False
            self.last = last
        return True


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
        seen: Viewer | None = None

        def at_hand(channel: Channel, viewer: Viewer, last: int) -> tuple[int, SharedValue] | None:
            nonlocal kept_up
            if channel.tellers is not tellers or viewer is not seen or teller is None:
                return None
            while page and page[0].version <= last:
                del page[0]
            if page:
                return last + 1, SharedValue(page[0])
            heard = channel.next(last)
            kept_up = kept_up or heard is not None
            return None if heard is None else (last + 1, heard.entry(teller))

        async def fetch(channel: Channel, viewer: Viewer, last: int) -> None:
            nonlocal page, kept_up, source, tellers, teller, seen
            if (channel, viewer) != source:
                page.clear()  # a failover may have taken back what was read ahead, or a seat may be lost
                kept_up, source = False, (channel, viewer)
            if viewer is not seen or channel.tellers is not tellers:
                seen = viewer
                teller, tellers = await channel.teller(viewer, caller.language), channel.tellers
            elif kept_up or await _patiently(channel, lambda: channel.recalled(last)) is None:
                if kept_up and not channel.delayed and channel.left_behind(last):
                    why = f"This stream fell more than {KEPT} versions behind; subscribe again after version {last}."
                    raise Refused(FellBehind(message=why, version=last))
                kept_up = False
                shown: GameView = (await channel.shown(viewer, caller.language)).value
                page += await _patiently(channel, lambda: self._reader.entries(shown, last, PAGE, RequestScheduler()))

        return await begun(self._stream(Follower(self._reader, caller, identity, game, at_hand, after, epoch), fetch))

    async def tables(self, caller: Caller, game: str) -> Events:
        """A `GameView` of the game now and whenever it changes, until it has ended."""
        identity = await self._admission.identify(caller, game)

        def at_hand(channel: Channel, viewer: Viewer, _: int) -> tuple[int, SharedValue] | None:
            shown = channel.game_view(viewer, caller.language)
            return None if shown is None else (shown.value.version, shown)

        return await begun(self._stream(Follower(self._reader, caller, identity, game, at_hand)))

    async def patches(self, caller: Caller, game: str, fields: Sequence[str] | None) -> Events:
        """A `GamePatch` of the game now and whenever it changes, until it has ended."""
        members = check_fields(fields, GAME_FIELDS)
        identity = await self._admission.identify(caller, game)
        given: GameDocument | None = None
        sent: GameDocument | None = None

        def at_hand(channel: Channel, viewer: Viewer, last: int) -> tuple[int, SharedValue] | None:
            nonlocal given, sent
            now = channel.document(viewer, caller.language, members)
            if now is None:
                return None
            if given is not None and given.version == last:  # or the follower did not get what was given
                sent = given
            before, given = sent, now
            if before is not None and (before.version, before.viewer, before.epochs) != (last, viewer, now.epochs):
                before = None
            return now.version, now.since(before, channel.epoch(now.version))

        return await begun(self._stream(Follower(self._reader, caller, identity, game, at_hand)))

    async def decisions_of(self, caller: Caller, identity: Identity, game: str | None) -> Events:
        """A `PendingDecision` of a seat now and whenever it changes, until the game has ended."""
        if game is None:
            if not isinstance(identity, Claims):
                raise Refused(NotSeated())
            game = identity.game
        given, waited = (0, True), True

        def at_hand(channel: Channel, viewer: Viewer, last: int) -> tuple[int, SharedValue | None] | None:
            nonlocal given, waited
            if (pending := channel.pending(viewer, caller.language)) is None:
                return None
            if given[0] == last:  # or the follower did not get what was given
                waited = given[1]
            given = channel.now.version, pending.value.decision is not None
            news = waited or given[1] or channel.now.status in ENDED
            return given[0], pending if news else None

        return await begun(self._stream(Follower(self._reader, caller, identity, game, at_hand, seats_only=True)))

    async def _stream(self, follower: Follower, fetch: Fetch | None = None) -> AsyncGenerator[Any, bool | Take | None]:
        """Yield what comes for a follower, repeatedly. The first item is None: access is checked and paid then.

        If a failover has taken back only what this follower has not got yet, it goes on.

        Args:
            follower: The follower.
            fetch: Has the channel read what they get next, if it is not at hand; None if they do not read the log.
        """
        caller, game = follower.caller, follower.game
        waits: Iterator[float] | None = None
        left: Callable[[], None] | None = None
        try:
            while True:
                try:
                    with Place(self._channels, game) as place:
                        last = None if fetch is None else follower.last
                        new = caller if left is None else None
                        channel = await self._followed_at(place, game, follower.is_ahead_of, new, last)
                        follower.join(channel, ready=left is not None)
                        if left is None:
                            left = self._there(channel.now, follower.sees)
                            yield None
                        while True:
                            at = channel.now
                            follower.look()
                            if at.newest(follower.sees) <= follower.last:
                                if at.status in ENDED:
                                    return
                                staying_there = at.status is Status.WAITING
                                wait = partial(self._staying, follower) if staying_there else follower.change
                                await self._reader.in_time(follower.identity, wait)
                                continue
                            if (found := follower.at_hand(channel, follower.sees, follower.last)) is None:
                                await (fetch or follower.fetch)(channel, follower.sees, follower.last)
                                continue  # look again: they may have lost their seat meanwhile
                            self._reader.check_time(follower.identity)  # fetching may have taken long
                            before, (follower.last, event) = follower.last, found
                            if event is None:
                                continue
                            while (sent := (yield event)) is True and not event.outdated:
                                if follower.viewer() != follower.sees:
                                    follower.last = before
                                    break
                            follower.take = sent if callable(sent) else None
                except (Refused, StoreUnavailable) as error:
                    if left is None:
                        raise
                    if isinstance(error, StoreUnavailable):
                        waits = pauses(FIRST_PAUSE, LONGEST_PAUSE) if waits is None else waits
                        await asyncio.sleep(next(waits))
                    elif _keeps(error, follower.last):
                        follower.epoch = channel.epoch(follower.last)
                    else:
                        yield SharedValue(error.told(caller.language))
                        return
        finally:
            if left is not None:
                left()

    async def _staying(self, follower: Follower) -> None:
        """Wait until a game is past the version that its follower has. As long as it waits, they are at the table."""
        channel = follower.channel
        while channel.now.status is Status.WAITING:
            self._presence.seen(channel.now, follower.viewer())
            with suppress(TimeoutError):
                async with asyncio.timeout(around(self._presence.renewed_after(channel.now))):
                    return await channel.beyond(follower.last, follower.viewer)
        return await channel.beyond(follower.last, follower.viewer)

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


async def begun(stream: AsyncGenerator[Any, Any]) -> Events:
    """Start a stream, which checks access. Once started, it releases its channel when it is closed."""
    await anext(stream)
    return stream


async def _patiently(channel: Channel, read: Callable[[], Awaitable[T]]) -> T:
    """Read what a follower has missed, retrying until the store is available.

    Raises:
        Refused: It was lost, or the game does not exist any more.
    """
    waits: Iterator[float] | None = None
    while True:
        try:
            return await read()
        except LogShortened:
            with suppress(StoreUnavailable):
                await channel.catch_up()
        except StoreUnavailable:
            pass
        waits = pauses(FIRST_PAUSE, LONGEST_PAUSE) if waits is None else waits
        await asyncio.sleep(next(waits))


def _keeps(refused: Refused, version: int) -> bool:
    """Return whether all is there that a follower at a version has."""
    return isinstance(refused.problem, VersionNotFound) and refused.problem.version >= version
