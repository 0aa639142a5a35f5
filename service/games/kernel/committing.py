"""Changes games: load, judge, commit.

If another change was faster, the change is judged again on the new version, unless the client expects a version. If a client
sends no idempotency key, one is generated, because the store's client resends commands whose reply was lost. See
docs/design.md, sections 4 and 5.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Never, Protocol

import msgspec

from taphouse.engine.clocks import SECOND
from taphouse.engine.contract import Event
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Busy, Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.inputs import KEY, MOST_MOVES
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.games import MOST_ENTRIES, VersionConflict
from taphouse.schema.values.games import RUNNING
from taphouse.schema.values.lifecycle import Happening, HostTokenReplaced, SeatEnded
from taphouse.schema.values.seats import SeatEnder, Viewer
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.rate_limits import RequestBuckets
from taphouse.service.access.tokens import SERVICE, Identity
from taphouse.service.games.encoding.codec import SNAPSHOT_EVERY
from taphouse.service.games.encoding.seats import by_player, changed_hands
from taphouse.service.games.kernel.allowance import counted
from taphouse.service.games.kernel.checks import check_not_lost, refuse, refuse_read_only
from taphouse.service.games.kernel.game_lists import Lists, has_vacancy
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame, delayed_to, timed
from taphouse.service.games.kernel.loading import Kept, Reader, key_reused, owner
from taphouse.service.games.kernel.reminded_games import RemindedGames
from taphouse.service.games.kernel.running_clocks import ClockTracker, Overdue, deadline, lost, timely
from taphouse.service.games.kernel.steps import Step, automatic_moves, happened
from taphouse.service.games.kernel.time_outs import what_is_due
from taphouse.service.store.protocol import (
    Commit,
    Committed,
    Conflict,
    Due,
    Key,
    KeyTaken,
    Repeated,
    StoredEntry,
    StoredGame,
    Untimely,
)

MOST_TRIES = 16
"""The most attempts to commit a change when others are faster."""
_KEY = re.compile(KEY)


Happened = Callable[[], Iterable[Happening]]
"""Returns the log entries of a change."""
Change = Callable[[LoadedGame, Viewer], list[Step]]
"""Judges a request: returns the versions to commit, or raises `Refused`. It is called again if another commit came first."""
SlowChange = Callable[[LoadedGame, Viewer], Awaitable[list[Step]]]
"""A change that reads more of the log, or writes another game first."""
OnCommit = Callable[[LoadedGame, Sequence[Step], LoadedGame], None]
"""Takes the game before a commit, the versions that were committed, and the game after it."""


class BotSeats(Protocol):
    """Plays the seats of bots; implemented by `service.bots.bot_seats`."""

    async def remind(self, game: str) -> Due:
        """Set a reminder. Call it before committing a version after which a bot must decide."""

    def expect(self, due: Due, loaded: LoadedGame) -> None:
        """Have the bot move. Call it after committing the version."""


class WebhookNotices(Protocol):
    """Tells webhooks what happens; implemented by `service.webhooks.notices`."""

    async def noted(self, commit: Commit, before: LoadedGame, after: LoadedGame, steps: Sequence[Step]) -> Commit:
        """The commit with the notices of its versions, if a webhook may be interested in the game."""

    def expect(self, due: Due) -> None:
        """Pass the notices of a commit on. Call it after the commit."""

    async def time_short(self, loaded: LoadedGame, seat: int) -> None:
        """Tell webhooks that the time of the seat that must decide is short, once for each decision."""


class FeedOfGames(Protocol):
    """Reports to the feed games that begin, end or are taken back; implemented by `service.feed.telling`."""

    async def remind_of(self, loaded: LoadedGame, steps: Sequence[Step]) -> Sequence[Due]:
        """Set reminders. Call it before committing versions that change the status of a game."""

    async def remind_of_annulment(self, loaded: LoadedGame) -> Due:
        """Set the reminder that a game is taken back. Call it before that."""

    def expect(self, due: Due) -> None:
        """Report a version soon. Call it after the commit."""


class FollowedGame(Protocol):
    """A game that is followed in this process; implemented by `service.games.streams.channel`."""

    def advance(self, before: LoadedGame, steps: Sequence[Step], after: LoadedGame) -> None:
        """Take over a commit: the game before it, the versions, and the game after it."""


class Committer:
    """Loads games, has changes judged, and commits the versions that they make.

    Args:
        reader: Loads games.
        lists: The lists of games.
        bots: Plays the seats of bots.
        quotas: Counts games and seats; None without limits.
        notices: Tells webhooks; None if there are none.
        on_commit: Called after each commit with the game before it, the versions, and the game after it; None for no call.
        followed: The games that are followed in this process, by id.
        ratings: Rates games that end; None if no games are rated.
        orders: Makes the moves of standing orders; None if there are none.
        feed: Tells the feed of games that begin and end; None if there is none.
    """

    def __init__(
        self,
        reader: Reader,
        lists: Lists,
        bots: BotSeats,
        quotas: Quotas | None = None,
        notices: WebhookNotices | None = None,
        on_commit: OnCommit | None = None,
        followed: Mapping[str, FollowedGame] = MappingProxyType({}),
        ratings: RemindedGames | None = None,
        orders: RemindedGames | None = None,
        feed: FeedOfGames | None = None,
    ) -> None:
        self._reader, self._store, self._now, self._lists = reader, reader.store, reader.now_ms, lists
        self._bots, self._quotas, self._notices, self._on_commit = bots, quotas, notices, on_commit
        self._followed, self._ratings, self._orders, self._feed = followed, ratings, orders, feed

    async def change(
        self,
        caller: Caller,
        game: str,
        expected: int | None,
        key: str | None,
        digest: str,
        change: Change | SlowChange,
        *,
        moves: bool = False,
    ) -> Changed:
        """Change the game, and return what the caller then sees."""
        after, viewer, entries = await self.changed_game(caller, game, expected, key, digest, change, moves=moves)
        if after.delayed_to is not None:
            after = await self._reader.seen(after, viewer)
        return Changed(self._reader.game_view(after, viewer, caller.language), entries)

    async def changed_game(
        self,
        caller: Caller,
        game: str,
        expected: int | None,
        key: str | None,
        digest: str,
        change: Change | SlowChange,
        *,
        moves: bool = False,
    ) -> tuple[LoadedGame, Viewer, Happened]:
        """Load, judge and commit; repeat if another change was faster and the client expects no version.

        Returns:
            The game after the change, the caller as its viewer, and a function that returns the entries that the change made. A
            repeated request gets those of the first time.

        Raises:
            Refused: The change is refused.
            Busy: Other changes were faster every time.
        """
        sent, key = key, checked_key(key)
        identity = await self._reader.identify(caller, game)
        store_key = Key(owner(identity), key, digest)
        ahead = self._reader.ahead(game) if moves else None
        if ahead is not None and expected in (None, ahead.record.version):
            made = await self._ahead(ahead, caller, identity, store_key, change, repeats=sent is not None)
            if made is not None:
                return made
        for tried in range(MOST_TRIES):
            used = store_key if sent or tried or ahead else None  # a generated key was not used before
            stored = await self._reader.load(game, used, caller, moves=moves)
            loaded = await self._reader.open(game, stored.record)
            if isinstance(stored.earlier, Repeated):
                return await self._repeated(loaded, identity, stored.earlier)
            viewer = self._reader.viewer(loaded, identity)
            if viewer.lost is not None:
                check_not_lost(viewer, identity)
            if viewer.read_only:
                refuse_read_only()
            if loaded.clock is not None and not await self.time_left(loaded):
                continue
            if expected is not None and expected != loaded.newest(viewer):
                await self.refuse_conflict(loaded, viewer, caller.language, expected)
            judged = change(loaded, viewer)
            steps = judged if isinstance(judged, list) else await judged
            if steps[-1].move is None:
                steps = counted(loaded, steps)
            if any(sitting.resigned for sitting in steps[-1].seats):
                steps += await automatic_moves(loaded, steps[-1], caller.scheduler)
            match await self.attempt(loaded, steps, store_key):
                case LoadedGame() as after:
                    if isinstance(identity, AccountHolder):  # they may have given up their own seat
                        viewer = after.viewer(identity)
                    return after, viewer, partial(happened, steps, loaded, after.record.updated)
                case Repeated() as earlier:
                    return await self._repeated(await self._reader.now(game), identity, earlier)
        raise Busy

    async def _ahead(
        self,
        kept: LoadedGame,
        caller: Caller,
        identity: Identity,
        key: Key,
        change: Change | SlowChange,
        *,
        repeats: bool,
    ) -> tuple[LoadedGame, Viewer, Happened] | None:
        """Commit moves judged on a game as it was kept. The store checks that it still is the same, and takes the cost.

        None if it must be loaded: then this call has committed nothing, and nothing is refused but a request over the limits.
        `repeats` is true if the client may send the same request again, which it pays for.
        """
        budget = caller.budget if isinstance(caller.budget, RequestBuckets) else None
        if budget is not None and not budget.promised():
            return None
        try:
            viewer = self._reader.viewer(kept, identity)
            if viewer.lost is not None or viewer.read_only:
                return None
            judged = change(kept, viewer)
            steps = judged if isinstance(judged, list) else await judged
        except Refused:  # perhaps it is legal by now
            return None
        commit, after = new_commit(kept, steps, key, self._reader.kept, self._now())
        for entry in commit.entries:
            if entry.snapshot is not None:
                return None
        takes = () if budget is None else budget.due()
        result = await self._store.commit(msgspec.structs.replace(commit, ahead=kept.record, takes=takes))
        if budget is not None and isinstance(result, Committed | Conflict):
            await budget.settle(result.taken, moves=True)
        elif budget is not None and repeats and takes:
            budget.reopen()  # nothing was taken; a generated key was used by this very request, which has paid
        if not isinstance(result, Committed):
            return None
        after = self._written(kept, steps, commit, after, result)
        return after, viewer, partial(happened, steps, kept, after.record.updated)

    async def time_left(self, loaded: LoadedGame) -> float:
        """The seconds that the running clock has left, if one runs. 0 if something was due: then load the game again."""
        until, absences = deadline(loaded), self._store.remembered(loaded.id)
        if until is None:
            return math.inf
        left = until - await self._store.now(loaded.id)
        if absences is not None and left > 0 and not lost(loaded, absences):
            return left / SECOND
        return await self._keep_time(loaded, until)

    async def _keep_time(self, loaded: LoadedGame, until: int) -> float:
        """Commit the versions that are due because of the time, unless the game has changed. Returns the seconds left, or 0."""
        absences = await self._store.absences(loaded.id)
        overdue = await what_is_due(loaded, absences, RequestScheduler())
        if overdue is None:
            return (until - absences.now) / SECOND
        key = Key(SERVICE, f"time-out-{loaded.version}", "time-out")
        written = await self.write(loaded, overdue.steps, key, overdue)
        return (until - written.now) / SECOND if isinstance(written, Untimely) else 0

    async def _repeated(
        self, loaded: LoadedGame, identity: Identity, earlier: Repeated
    ) -> tuple[LoadedGame, Viewer, Happened]:
        count = min(earlier.last - earlier.first + 1, MOST_MOVES)
        happenings = list(await self._reader.happenings(loaded, earlier.first - 1, count))
        if any(map(_ends_own_token, happenings[0].events)):
            loaded = await self._reader.as_of(loaded, earlier.first - 1)
        viewer = self._reader.viewer(loaded, identity)
        check_not_lost(viewer, identity)
        if viewer.read_only:
            refuse_read_only()
        return await self._reader.as_of(loaded, earlier.last), viewer, lambda: happenings

    async def refuse_conflict(self, loaded: LoadedGame, viewer: Viewer, language: str, expected: int) -> Never:
        """Refuse a change that expects an older version, and return the entries since then in the refusal."""
        loaded = await self._reader.seen(loaded, viewer)
        happenings = await self._reader.happenings(loaded, expected, min(MOST_ENTRIES, loaded.version - expected))
        game_view = self._reader.game_view(loaded, viewer, language)
        version = loaded.version
        raise Refused(
            VersionConflict(
                version=version,
                entries=tuple(game_view.entries(happenings)),
            )
        )

    async def attempt(self, loaded: LoadedGame, steps: Sequence[Step], key: Key) -> LoadedGame | Repeated | None:
        """Commit a change that a client asked for. None if the game must be loaded and the change judged again.

        Load it with the key: an earlier attempt of the same request may have been the one that was faster.

        Raises:
            Refused: The key was used for another request.
        """
        match await self.write(loaded, steps, key):
            case LoadedGame() | Repeated() as written:
                return written
            case KeyTaken():
                key_reused()
            case Untimely() if (until := deadline(loaded)) is not None:
                await self._keep_time(loaded, until)
        return None

    async def write(
        self, loaded: LoadedGame, steps: Sequence[Step], key: Key, overdue: Overdue | None = None
    ) -> LoadedGame | Repeated | KeyTaken | Conflict | Untimely:
        """Commit these versions; returns the game after them, or why nothing was committed. Wakes a bot that must decide.

        Only versions with a snapshot refresh the lists of games and look for webhooks of their players, so most moves need no
        round trip for these.

        Args:
            loaded: The game before them.
            steps: The versions.
            key: The idempotency key.
            overdue: Set if the service makes them because of the time. Otherwise they must be in time.
        """
        if not loaded.record.version:
            now = loaded.record.created
        elif loaded.terms.timing is None and not loaded.terms.spectator_delay_minutes:
            now = self._now()
        else:
            now = overdue.at if overdue else await self._store_time(loaded)
        last = steps[-1]
        commit, after = new_commit(loaded, steps, key, self._reader.kept, now)
        if self._quotas is not None and last.seats is not loaded.seats and has_vacancy(after):
            await self._quotas.vacant(loaded.terms.creators, loaded.id)
        for entry in commit.entries:
            if refreshes := entry.snapshot is not None:
                await self._lists.put(after)
                break
        notices = self._notices
        if notices is not None and (loaded.record.watched or refreshes):
            commit = await notices.noted(commit, loaded, after, steps)
        if after.clock is not None:
            after, commit = timely(loaded, after, commit, overdue)
        due = await self._bots.remind(loaded.id) if after.has_bots and after.bot_to_decide() else None
        follows: list[tuple[RemindedGames | FeedOfGames, Due]] = []
        if self._ratings is not None and loaded.terms.rated and loaded.status not in ENDED and after.status in ENDED:
            follows.append((self._ratings, await self._ratings.remind(loaded.id)))
        if loaded.record.orders and self._orders is not None and after.status is RUNNING:
            follows.append((self._orders, await self._orders.remind(loaded.id)))
        if self._feed is not None and (after.status is not loaded.status or not loaded.record.version):
            follows += [(self._feed, due) for due in await self._feed.remind_of(loaded, steps)]
        result = await self._store.commit(commit)
        if due is not None:
            self._bots.expect(due, after)
        if not isinstance(result, Committed):
            return result
        after = self._written(loaded, steps, commit, after, result)
        if notices is not None and result.due is not None:
            notices.expect(result.due)
        for games, reminder in follows:
            games.expect(reminder)
        # A new game was in no list, and counted under no earlier status.
        other = loaded.record.version and (after.status is not loaded.status or last.seats is not loaded.seats)
        if other:
            await self._lists.drop_open(loaded, after)
        if self._quotas is not None and (creators := loaded.terms.creators):
            if other and after.status is not loaded.status:
                await self._quotas.moved_on(creators, loaded.id, loaded.status, after.status)
            if other and has_vacancy(loaded) and not has_vacancy(after):
                await self._quotas.filled(creators, loaded.id)
        return after

    def _written(
        self, loaded: LoadedGame, steps: Sequence[Step], commit: Commit, after: LoadedGame, result: Committed
    ) -> LoadedGame:
        """The game after a commit, which all in this process learn of."""
        if result.epochs != after.record.epochs:
            after = msgspec.structs.replace(after, record=msgspec.structs.replace(after.record, epochs=result.epochs))
        if (followed := self._followed.get(loaded.id)) is not None:
            followed.advance(loaded, steps, after)
        if self._quotas is not None and (creators := loaded.terms.creators):
            self._quotas.wrote(creators, commit)
        if self._on_commit is not None:
            self._on_commit(loaded, steps, after)
        self._reader.keep(after, loaded)
        return after

    async def _store_time(self, loaded: LoadedGame) -> int:
        """The time of a change by the store's clock, as far as it is known here. The store itself judges what is in time."""
        now, until = max(await self._store.now(loaded.id), loaded.record.updated), deadline(loaded)
        return now if until is None else min(now, until)


def new_commit(loaded: LoadedGame, steps: Sequence[Step], key: Key, kept: Kept, now: int) -> tuple[Commit, LoadedGame]:
    """A commit of some versions, and the game after it.

    Args:
        loaded: The game before them.
        steps: The versions.
        key: The idempotency key.
        kept: How long games are kept.
        now: The time of the commit, in milliseconds since the epoch.
    """
    codec, version = loaded.codec, loaded.record.version
    entries, moved, agreements, options = [], loaded.played, loaded.agreements, loaded.options
    terms, clock, seats = loaded.terms, loaded.clock, loaded.seats
    timing, delayed = terms.timing, terms.spectator_delay or terms.spectator_delay_minutes
    tracker = None if timing is None else ClockTracker(loaded, timing, now)
    for number, step in enumerate(steps, version + 1):
        moved, agreements = moved or step.move is not None, step.agreements or agreements
        options = step.options or options
        if step.seats is not seats:
            agreements = agreements.after(moved=False, ended=changed_hands(seats, step.seats))
            seats = step.seats
        if agreements.proposals:
            over = step.status in ENDED and loaded.status not in ENDED
            by = by_player(step.who, step.automatic, step.seats)
            agreements = agreements.after(moved=step.move is not None, ended=over, by=by)
        if delayed and step.status is RUNNING:
            agreements = timed(terms, agreements, number, now)
        # Versions that change more than the state carry a snapshot, so that replaying moves suffices between snapshots.
        full = step.move is None or step.status is not RUNNING or number % SNAPSHOT_EVERY == 0
        rules, host = step.rules or loaded.rules, step.host or loaded.host
        if tracker is not None:
            clock = tracker.after(step, rules)
        other = None if options == loaded.terms.options else options
        position = step.status, step.seats, step.state, host, rules.version, moved, clock, agreements, other
        snapshot = codec.snapshot(*position) if full else None
        body = codec.new_body(step.move, step.automatic, step.events)
        entries.append(StoredEntry(number, now, step.who, body, snapshot))
    last = steps[-1]
    record = StoredGame(
        version=version + len(steps),
        kind=loaded.record.kind,
        status=last.status.value,
        created=loaded.record.created,
        updated=now,
        setup=loaded.record.setup,
        snapshot=entries[-1].snapshot or codec.snapshot(*position),
        epochs=loaded.record.epochs,
        orders=loaded.record.orders,
    )
    commit = Commit(loaded.id, version, record, tuple(entries), key, kept[last.status, moved])
    after = msgspec.structs.replace(
        loaded,
        record=record,
        status=last.status,
        rules=last.rules or loaded.rules,
        host=last.host or loaded.host,
        seats=last.seats,
        state=last.state,
        played=moved,
        has_bots=loaded.has_bots if last.seats is loaded.seats else any(one.bot for one in last.seats),
        options=options,
        agreements=agreements,
        expires=now + commit.expires,
        clock=clock,
        delayed_to=delayed_to(terms, last.status, agreements, record.version, now) if delayed else None,
    )
    return commit, after


def _ends_own_token(event: Event) -> bool:
    """Return whether the request that caused an event ended the token that it was sent with."""
    return (isinstance(event, SeatEnded) and event.ended_by is SeatEnder.SELF) or event == HostTokenReplaced()


def checked_key(key: str | None) -> str:
    """The client's idempotency key, or a generated one."""
    if key is None:
        return os.urandom(16).hex()  # not from `random`: whatever seeds it would make keys come again
    if not _KEY.fullmatch(key):
        refuse(
            "idempotencyKey", "An idempotency key must have 22 to 64 random letters, digits, - or _, such as a UUID."
        )
    return key


def request_digest(*request: Any) -> str:
    """A digest of a request, to recognise the same request with the same idempotency key."""
    return hashlib.sha256(msgspec.json.encode(request, order="sorted")).hexdigest()


def wall_clock() -> int:
    """The current time as games store it: in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
