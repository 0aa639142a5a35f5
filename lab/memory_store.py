"""A store in the memory of one process, for tests and audits. Its values expire as in Redis, by a given clock."""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from taphouse.service.store import layout
from taphouse.service.store.absences import GAP, MOST, Absences
from taphouse.service.store.feed import MOST_EVENTS, StoredEvent
from taphouse.service.store.health import Health, Reminders
from taphouse.service.store.protocol import (
    BOTS,
    CLOCKS,
    MOST_NOTICES,
    NOTICE_LEASE,
    NOTICES,
    REWRITTEN,
    Amendment,
    Brief,
    Commit,
    Committed,
    Conflict,
    Due,
    Heard,
    Hold,
    Key,
    KeyTaken,
    Loaded,
    Repeated,
    Result,
    StoredEntry,
    StoredGame,
    StoredNews,
    Take,
    TakeResult,
    Untimely,
)
from taphouse.service.store.rooms import (
    MOST_LINES,
    MOST_OF_ALL,
    MOST_OF_AUTHOR,
    SPAN,
    KeyUsed,
    LineRefused,
    Said,
    Saying,
    StoredLine,
)
from taphouse.service.store.wakeups import ChannelPart, ChannelWaiter, MultiChannelWaiter, Waiter


class MemoryStore:
    """A `Store` for one event loop.

    Args:
        clock: Returns the current time in seconds since the epoch.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._games: dict[str, tuple[float, StoredGame, tuple[StoredEntry, ...]]] = {}
        self._keys: dict[str, dict[tuple[str, str], tuple[str, Repeated]]] = {}
        self._due: defaultdict[str, dict[str, tuple[float, int]]] = defaultdict(dict)
        self._reminders = 0
        self._lists: dict[str, tuple[float, set[str]]] = {}
        self._editions: dict[str, bytes] = {}
        self._files: dict[str, bytes] = {}
        self._buckets: dict[str, tuple[float, float]] = {}
        self._held: dict[str, dict[str, float]] = {}
        self._watched: set[str] = set()
        self._notices: dict[str, tuple[bytes, ...]] = {}
        self._items: dict[str, tuple[float, dict[str, bytes]]] = {}
        self._rooms: dict[tuple[str, str], tuple[StoredLine, ...]] = {}
        self._talk: dict[str, dict[str, str]] = {}
        self._feed: tuple[StoredEvent, ...] = ()
        self._waiters: dict[str, set[Waiter]] = {}
        self._attending = 0
        self._left: int | None = None
        self._absences = Absences(0)

    async def load(self, game: str, key: Key | None = None, takes: Sequence[Take] = ()) -> Loaded:
        """See `Store.load`."""
        earlier = self._earlier(game, key) if key else None
        return Loaded(self._game(game)[0], earlier, tuple([self._take(take) for take in takes]))

    async def take(self, takes: Sequence[Take]) -> tuple[TakeResult, ...]:
        """See `Store.take`."""
        return tuple([self._take(take) for take in takes])

    async def commit(self, commit: Commit) -> Result:
        """See `Store.commit`."""
        layout.check(commit)
        earlier, (record, log) = self._earlier(commit.game, commit.key), self._game(commit.game)
        version, orders = (record.version, record.orders) if record else (0, b"")
        if earlier:
            return earlier
        taken = tuple([self._take(take) for take in commit.takes])
        if commit.ahead is not None and (record != commit.ahead or not all(one.allowed for one in taken)):
            return Conflict(version, taken)
        if version != commit.expected or (orders and not commit.record.orders):
            return Conflict(version)
        time_ = int(self._clock() * 1000)
        if (commit.before is not None and time_ >= commit.before) or time_ < (commit.not_before or 0):
            return Untimely(time_)
        if commit.alarm is not None:
            await self._hasten(commit.game, commit.alarm)
        due = await self.remind(commit.game, NOTICE_LEASE, NOTICES) if commit.notices else None
        now = self._clock()
        setup = commit.record.setup if record is None else record.setup
        changed = msgspec.structs.replace(commit.record, setup=setup, orders=orders)
        self._games[commit.game] = (now + commit.expires / 1000, changed, log + commit.entries)
        if commit.record.watched:
            self._watched.add(commit.game)
        if commit.notices:
            kept = (*self._notices.get(commit.game, ()), *commit.notices)
            self._notices[commit.game] = kept[-MOST_NOTICES:]
        key = commit.key
        self._keys.setdefault(commit.game, {})[key.who, key.key] = (
            key.digest,
            Repeated(version + 1, commit.record.version),
        )
        for woken in self._waiters.get(commit.game, ()):
            woken.wake(commit.record.version)
        return Committed(due, commit.record.epochs, taken)

    def takes_with_commits(self) -> bool:
        """See `Store.takes_with_commits`."""
        return True

    async def amend(self, amendment: Amendment) -> bool:
        """See `Store.amend`."""
        record, log = self._game(amendment.game)
        setup = amendment.setup or (b"", b"")
        fits = record is not None and (amendment.setup is None or record.setup in setup)
        if record is None or not fits or any(log[now.version - 1] not in (was, now) for was, now in amendment.entries):
            return False
        if amendment.setup is not None:
            record = msgspec.structs.replace(record, setup=setup[1])
        anew = {now.version: now for _, now in amendment.entries}
        written = tuple([anew.get(entry.version, entry) for entry in log])
        self._games[amendment.game] = self._games[amendment.game][0], record, written
        for woken in self._waiters.get(amendment.game, ()) if amendment.entries else ():
            woken.wake(REWRITTEN)
        return True

    async def entries(self, game: str, after: int, count: int) -> tuple[StoredEntry, ...]:
        """See `Store.entries`."""
        after = max(after, 0)
        return self._game(game)[1][after : after + max(count, 0)]

    async def news(self, game: str, after: int, count: int, takes: Sequence[Take] = ()) -> StoredNews:
        """See `Store.news`."""
        entries = await self.entries(game, after, count)
        return StoredNews(self._game(game)[0], entries, tuple([self._take(take) for take in takes]))

    async def own_commits(self, game: str) -> None:
        """See `Store.own_commits`."""

    def listening(self, game: str) -> ChannelWaiter:
        """See `Store.listening`."""

        async def enter(waiter: ChannelWaiter) -> None:
            self._waiters.setdefault(game, set()).add(waiter)

        return ChannelWaiter(enter, partial(self._stop_waking, game))

    def hearing(self, *lists: str) -> MultiChannelWaiter:
        """See `Store.hearing`."""

        async def enter(parts: Mapping[str, ChannelPart]) -> None:
            for channel, part in parts.items():
                self._waiters.setdefault(channel, set()).add(part)

        return MultiChannelWaiter(lists, enter, self._stop_waking)

    async def say(self, saying: Saying) -> Said | KeyUsed | LineRefused | None:
        """See `Store.say`."""
        if self._game(saying.game)[0] is None:
            return None
        place, now = (saying.game, saying.room), await self.now(saying.game)
        lines = self._rooms.get(place, ())
        newest = lines[-MOST_OF_ALL:]
        for one in newest:
            if (one.author, one.key) == (saying.author, saying.key):
                return Said(one) if one.body == saying.body else KeyUsed()
        settings = self._talk.get(saying.game, {})
        mode = "OFF" if "ended" in settings else settings.get("mode", saying.mode)
        if mode == "OFF" or (saying.free and mode != "FREE"):
            return LineRefused(mode=mode)
        own = [one.at for one in newest if one.author == saying.author]
        ends = [own[-MOST_OF_AUTHOR]] if len(own) >= MOST_OF_AUTHOR else []
        ends += [newest[0].at] if len(newest) == MOST_OF_ALL else []
        if (wait := max(ends, default=now - SPAN) + SPAN - now) > 0:
            return LineRefused(wait=wait)
        number = lines[-1].number + 1 if lines else 1
        line = StoredLine(number, now, "", saying.key, saying.author, saying.account, saying.body)
        self._rooms[place] = (*lines, line)[-MOST_LINES:]
        self._wake_talk(saying.game, number)
        return Said(line)

    async def heard(self, game: str, rooms: Sequence[str], count: int) -> Heard:
        """See `Store.heard`."""
        record = self._game(game)[0]
        lines = {room: self._rooms.get((game, room), ())[-count:] for room in rooms}
        return Heard(record, lines, {**self._talk.get(game, {})})

    async def set_talk(self, game: str, name: str, value: str, expires: int) -> None:  # noqa: ARG002 -- it ends with the game
        """See `Store.set_talk`."""
        self._talk.setdefault(game, {})[name] = value
        self._wake_talk(game)

    async def forget_lines(self, game: str, account: str) -> None:
        """See `Store.forget_lines`."""
        for place, lines in self._rooms.items():
            if place[0] == game:
                without = [msgspec.structs.replace(one, account=None, body=b"") for one in lines]
                self._rooms[place] = tuple(
                    [new if one.account == account else one for one, new in zip(lines, without, strict=True)]
                )
        self._wake_talk(game)

    def listening_to_talk(self, game: str) -> ChannelWaiter:
        """See `Store.listening_to_talk`."""
        return self.listening(_talk_of(game))

    async def put_orders(self, game: str, orders: bytes, was: bytes) -> bool:
        """See `Store.put_orders`."""
        record, log = self._game(game)
        if record is None or record.orders not in (was, orders):
            return False
        self._games[game] = self._games[game][0], msgspec.structs.replace(record, orders=orders), log
        return True

    async def tell(self, id_: str, body: bytes) -> None:
        """See `Store.tell`."""
        if all((one.id, one.body) != (id_, body) for one in self._feed):
            number = max(int(self._clock() * 1000), self._feed[-1].number + 1 if self._feed else 0)
            self._feed = (*self._feed, StoredEvent(number, "", id_, body))[-MOST_EVENTS:]
        for woken in self._waiters.get(layout.FEED_KEY, ()):
            woken.wake()

    async def told(self, number: int, count: int, *, back: bool = False) -> tuple[StoredEvent, ...]:
        """See `Store.told`."""
        if back:
            return tuple([one for one in reversed(self._feed) if one.number <= number][:count])
        return tuple([one for one in self._feed if one.number > number][:count])

    def listening_to_feed(self) -> ChannelWaiter:
        """See `Store.listening_to_feed`."""
        return self.listening(layout.FEED_KEY)

    async def remind(self, member: str, after: float, queue: str = BOTS) -> Due:
        """See `Store.remind`."""
        self._reminders += 1
        self._due[queue][member] = self._clock() + after, self._reminders
        return Due(member, str(self._reminders), queue)

    async def claim(self, lease: float, count: int, queue: str = BOTS) -> tuple[Due, ...]:
        """See `Store.claim`."""
        now = self._clock()
        ready = sorted((at, member) for member, (at, _) in self._due[queue].items() if at <= now)
        return tuple([await self.remind(member, lease, queue) for _, member in ready[:count]])

    async def settle(self, due: Due) -> None:
        """See `Store.settle`."""
        reminders = self._due[due.queue]
        if due.member in reminders and str(reminders[due.member][1]) == due.score:
            del reminders[due.member]

    async def postpone(self, due: Due, after: float) -> None:
        """See `Store.postpone`."""
        reminders = self._due[due.queue]
        if due.member in reminders and str(reminders[due.member][1]) == due.score:
            await self.remind(due.member, after, due.queue)

    async def reminders(self, queues: Sequence[str]) -> tuple[Reminders, ...]:
        """See `Store.reminders`."""
        now, due = self._clock(), [[at for at, _ in self._due[queue].values()] for queue in queues]
        return tuple([Reminders(len(times), max(0.0, now - min(times, default=now))) for times in due])

    async def now(self, game: str) -> int:  # noqa: ARG002 -- all games have the same clock
        """See `Store.now`."""
        return int(self._clock() * 1000)

    async def attend(self) -> None:
        """See `Attended.attend`. An instance in this process is present as long as it attends, however the clock is moved."""
        now = int(self._clock() * 1000)
        if not self._attending and self._left is not None and now - self._left >= GAP:
            gaps = (*self._absences.gaps, (self._left, now))[-MOST:]
            self._absences = msgspec.structs.replace(self._absences, gaps=gaps)
        self._attending += 1
        try:
            await asyncio.Event().wait()
        finally:
            self._attending -= 1
            self._left = int(self._clock() * 1000)

    def remembered(self, game: str) -> Absences:  # noqa: ARG002 -- all games have the same server
        """See `Attended.remembered`."""
        return msgspec.structs.replace(self._absences, now=int(self._clock() * 1000))

    async def absences(self, game: str) -> Absences:
        """See `Attended.absences`."""
        return self.remembered(game)

    async def watch(self, games: Sequence[str]) -> None:
        """See `Store.watch`."""
        self._watched.update(games)

    async def notices(self, game: str) -> tuple[bytes, ...]:
        """See `Store.notices`."""
        return self._notices.get(game, ()) if self._game(game)[0] is not None else ()

    async def drop_notices(self, game: str, notices: Sequence[bytes]) -> None:
        """See `Store.drop_notices`."""
        left = [notice for notice in self._notices.get(game, ()) if notice not in notices]
        self._notices[game] = tuple(left)

    async def items(self, names: Sequence[str]) -> tuple[dict[str, bytes], ...]:
        """See `Store.items`."""
        return tuple([{**self._items_of(name)} for name in names])

    async def put_item(self, name: str, item: str, value: bytes, was: bytes | None, expires: int) -> bool:
        """See `Store.put_item`."""
        items = self._items_of(name)
        if items.get(item) not in (was, value):
            return False
        self._items[name] = self._clock() + expires / 1000, {**items, item: value}
        return True

    async def drop_items(self, name: str, items: Sequence[str], *, told: bool = False) -> None:  # noqa: ARG002 -- it has no replicas
        """See `Store.drop_items`."""
        for item in items:
            self._items_of(name).pop(item, None)

    async def enlist(self, name: str, entry: str, oldest: str, expires: int) -> None:
        """See `Store.enlist`."""
        kept = {one for one in self._list(name) if one >= oldest}
        self._lists[name] = self._clock() + expires / 1000, kept | {entry}
        for waiter in self._waiters.get(name, ()):
            waiter.wake()

    async def strike(self, name: str, entries: Sequence[str]) -> None:
        """See `Store.strike`."""
        self._list(name).difference_update(entries)

    async def listed(self, names: Sequence[str], below: str | None, count: int) -> tuple[str, ...]:
        """See `Store.listed`."""
        found = {entry for name in names for entry in self._list(name) if below is None or entry < below}
        return tuple(sorted(found, reverse=True)[: max(count, 0)])

    async def lengths(self, names: Sequence[str]) -> tuple[int, ...]:
        """See `Store.lengths`."""
        return tuple([len(self._list(name)) for name in names])

    async def records(self, games: Sequence[str]) -> tuple[StoredGame | None, ...]:
        """See `Store.records`."""
        return tuple([self._game(game)[0] for game in games])

    async def briefs(self, games: Sequence[str]) -> tuple[Brief | None, ...]:
        """See `Store.briefs`."""
        found = [self._game(game)[0] for game in games]
        return tuple(
            [None if one is None else Brief(one.version, one.status, one.updated, one.epochs) for one in found]
        )

    async def hold(self, holds: Sequence[Hold]) -> tuple[float, ...]:
        """See `Store.hold`."""
        return tuple([self._hold(one) for one in holds])

    async def held(self, names: Sequence[str]) -> tuple[int, ...]:
        """See `Store.held`."""
        now = self._clock()
        return tuple([sum(end > now for end in self._held.get(name, {}).values()) for name in names])

    async def release(self, names: Sequence[str], member: str) -> None:
        """See `Store.release`."""
        for name in names:
            self._held.get(name, {}).pop(member, None)

    async def put_edition(self, digest: str, source: bytes, lease: int | None = None) -> None:  # noqa: ARG002 -- it ends soon
        """See `Store.put_edition`."""
        self._editions.setdefault(digest, source)

    async def edition(self, digest: str) -> bytes | None:
        """See `Store.edition`."""
        return self._editions.get(digest)

    async def put_file(self, name: str, content: bytes, lease: int) -> None:  # noqa: ARG002 -- it ends soon
        """See `Store.put_file`."""
        self._files[name] = content

    async def file(self, name: str) -> bytes | None:
        """See `Store.file`."""
        return self._files.get(name)

    async def health(self) -> Health:
        """See `Store.health`."""
        return Health(ready=True, warnings=("games are stored only in memory, and are lost when the process ends",))

    async def close(self) -> None:
        """See `Store.close`."""

    async def _hasten(self, game: str, after: float) -> None:
        """Set a reminder of a game's clocks, unless there is an earlier one. One that was claimed can no longer be settled."""
        known = self._due[CLOCKS].get(game)
        await self.remind(game, after if known is None else min(after, known[0] - self._clock()), CLOCKS)

    def _stop_waking(self, channel: str, waiter: Waiter) -> None:
        waiters = self._waiters[channel]
        waiters.discard(waiter)
        if not waiters:
            del self._waiters[channel]

    def _wake_talk(self, game: str, number: int | None = None) -> None:
        for woken in self._waiters.get(_talk_of(game), ()):
            woken.wake(number)

    def _list(self, name: str) -> set[str]:
        expires, entries = self._lists.get(name, (0.0, set()))
        return entries if expires > self._clock() else set()

    def _items_of(self, name: str) -> dict[str, bytes]:
        expires, items = self._items.get(name, (0.0, {}))
        return items if expires > self._clock() else {}

    def _game(self, game: str) -> tuple[StoredGame | None, tuple[StoredEntry, ...]]:
        expires, record, log = self._games.get(game, (0.0, None, ()))
        if record and expires <= self._clock():
            del self._games[game]
            self._keys.pop(game, None)
            self._notices.pop(game, None)
            self._watched.discard(game)
            self._talk.pop(game, None)
            for room in layout.ROOMS:
                self._rooms.pop((game, room), None)
            return None, ()
        if record and game in self._watched and not record.watched:
            record = msgspec.structs.replace(record, watched=True)
        return record, log

    def _hold(self, hold: Hold) -> float:
        now = self._clock()
        held = {member: end for member, end in self._held.get(hold.name, {}).items() if end > now}
        self._held[hold.name] = held
        if hold.member not in held and len(held) >= hold.most:
            return min(held.values()) - now
        held[hold.member] = now + hold.lease / 1000
        return 0.0

    def _take(self, take: Take) -> TakeResult:
        now = self._clock()
        level, at = self._buckets.get(take.bucket, (float(take.capacity), now))
        level = min(float(take.capacity), level + max(0.0, now - at) * take.flow)
        if level < take.cost:
            return TakeResult(False, int(level), math.ceil((take.cost - level) / take.flow * 1000) / 1000)
        self._buckets[take.bucket] = level - take.cost, now
        return TakeResult(True, int(level - take.cost), 0.0)

    def _earlier(self, game: str, key: Key) -> Repeated | KeyTaken | None:
        self._game(game)  # the keys of an expired game go with it
        digest, repeated = self._keys.get(game, {}).get((key.who, key.key), ("", None))
        return repeated if repeated is None or digest == key.digest else KeyTaken()


def _talk_of(game: str) -> str:
    """The channel for what is said in the rooms of a game."""
    return f"{game}:talk"
