"""The store in Redis or Valkey, a single server or a cluster. See docs/design.md, section 4."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from taphouse.schema.failures import Unreadable
from taphouse.service.runtime.redis_urls import parsed
from taphouse.service.store import layout
from taphouse.service.store.failures import Failure, StoreUnavailable
from taphouse.service.store.feed import KEPT, MOST_EVENTS, StoredEvent
from taphouse.service.store.health import Health, Reminders
from taphouse.service.store.owed_writes import OwedWrites, reminding, reminding_later
from taphouse.service.store.protocol import (
    BOTS,
    CLOCKS,
    NOTICE_LEASE,
    NOTICES,
    Amendment,
    Brief,
    Commit,
    Committed,
    Due,
    Heard,
    Hold,
    Key,
    Listener,
    Loaded,
    Repeated,
    Result,
    StoredEntry,
    StoredGame,
    StoredNews,
    Take,
    TakeResult,
    Woken,
)
from taphouse.service.store.rooms import KeyUsed, LineRefused, Said, Saying
from taphouse.service.store.scripts import (
    AMEND,
    ATTEND,
    COMMIT,
    DROP,
    FEED,
    FORGET,
    HOLD,
    ITEM,
    ORDERS,
    SAY,
    SCRIPTS,
    TAKE,
    WATCH,
    Script,
)
from taphouse.service.store.servers.attendance import Attendance
from taphouse.service.store.servers.discovery import Discovery, judged
from taphouse.service.store.servers.pipelined_connection import Command, ErrorReply
from taphouse.service.store.servers.reasons import NO_RIGHT
from taphouse.service.store.servers.replication import ERA, Replicas
from taphouse.service.store.servers.routing import Router
from taphouse.service.store.wakeups import Wakeups

T = TypeVar("T")


class RedisStore(Attendance):
    """A `Store` for one event loop, shared by all its requests. Create it with `connect`."""

    def __init__(self, url: str, timeout: float, max_waiting: int, replicas: Replicas) -> None:
        self._discovery = Discovery(parsed(url), timeout)
        self._router = Router(self._discovery, timeout, max_waiting, SCRIPTS, replicas)
        super().__init__(self._router, ATTEND.digest)
        self._commits: dict[asyncio.Future[Any], str] = {}  # those under way, with their games
        self._owed = OwedWrites(partial(self._router.ask_each, spare=True, change=True))
        self._wakeups = Wakeups(self._discovery.dial, timeout, self._router.histories)

    @classmethod
    def connect(
        cls, url: str, *, timeout: float = 2.0, max_waiting: int = 4096, replicas: Replicas | None = None
    ) -> RedisStore:
        """A store at a URL of a server, of any node of a cluster, or of sentinels; see `runtime.redis_urls`.

        Connects at the first call, which also detects a cluster: the server may be started later.

        Args:
            url: A URL with user, password and database number.
            timeout: Seconds within which every call returns or raises `StoreUnavailable`.
            max_waiting: The most calls that may wait for one server; more are refused with `StoreBusy`.
            replicas: The replicas that must have a change. By default one, if there are any.

        Raises:
            ValueError: The URL is invalid.
        """
        return cls(url, timeout, max_waiting, replicas or Replicas())

    async def load(self, game: str, key: Key | None = None, takes: Sequence[Take] = ()) -> Loaded:
        """See `Store.load`."""
        used = () if key is None else (layout.used_field(key),)
        asked = ("HMGET", layout.game_key(game), *used, layout.FIELDS)
        (found,), taken = await self._ask_and_take([asked], takes)
        if key is None:
            return Loaded(layout.record(found), None, taken)
        record, earlier = layout.record(found[1:]), layout.earlier(found[0], key)
        if isinstance(earlier, Repeated):
            await self._confirm(game)
        return Loaded(record, earlier, taken)

    async def take(self, takes: Sequence[Take]) -> tuple[TakeResult, ...]:
        """See `Store.take`."""
        _, taken = await self._ask_and_take((), takes)
        return taken

    async def commit(self, commit: Commit) -> Result:
        """See `Store.commit`. Runs to completion even if the caller is cancelled."""
        ended = asyncio.get_running_loop().create_future()
        self._commits[ended] = commit.game
        try:
            return await self._commit(commit)
        except asyncio.CancelledError:  # it may not have been made yet; its key makes it safe to repeat
            again = asyncio.create_task(self._commit(commit))
            self._commits[again] = commit.game
            again.add_done_callback(self._committed)
            raise
        finally:
            del self._commits[ended]
            ended.set_result(None)

    def takes_with_commits(self) -> bool:
        """See `Store.takes_with_commits`. In a cluster, the buckets are in different slots."""
        return self._router.single

    async def amend(self, amendment: Amendment) -> bool:
        """See `Store.amend`."""
        keys = [layout.game_key(amendment.game), layout.log_key(amendment.game)]
        return bool(await self._run(AMEND, keys, layout.amending(amendment)))

    async def entries(self, game: str, after: int, count: int) -> tuple[StoredEntry, ...]:
        """See `Store.entries`."""
        after = max(after, 0)
        if count < 1:
            return ()
        _, found, _ = await self._log(game, ("version",), after + 1, after + count)
        return found

    async def news(self, game: str, after: int, count: int, takes: Sequence[Take] = ()) -> StoredNews:
        """See `Store.news`."""
        if count < 1:
            loaded = await self.load(game, None, takes)
            return StoredNews(loaded.record, (), loaded.taken)
        after = max(after, 0)
        fields, found, taken = await self._log(game, layout.FIELDS, after + 1, after + count, takes)
        return StoredNews(layout.record(fields), found, taken)

    async def own_commits(self, game: str) -> None:
        """See `Store.own_commits`."""
        if own := [task for task, changed in self._commits.items() if changed == game]:
            await asyncio.wait(own)

    def listening(self, game: str) -> Woken:
        """See `Store.listening`."""
        return self._wakeups.listening(layout.game_key(game).encode())

    def hearing(self, *lists: str) -> Listener:
        """See `Store.hearing`."""

        def channel(heard: str) -> bytes:
            return (layout.list_key(heard) if heard in lists else layout.game_key(heard)).encode()

        return self._wakeups.hearing(lists, channel)

    async def say(self, saying: Saying) -> Said | KeyUsed | LineRefused | None:
        """See `Store.say`."""
        keys = [layout.game_key(saying.game), layout.room_key(saying.game, saying.room), layout.talk_key(saying.game)]
        command = ("EVALSHA", SAY.digest, len(keys), *keys, *layout.saying(saying), ERA)
        (answer,) = await self._router.ask([command], change=True)
        if answer[0] == 1:
            await self._confirm(saying.game)
        return layout.said(answer)

    async def heard(self, game: str, rooms: Sequence[str], count: int) -> Heard:
        """See `Store.heard`."""
        asked: list[Command] = [("HMGET", layout.game_key(game), layout.FIELDS), ("HGETALL", layout.talk_key(game))]
        asked += [("LRANGE", layout.room_key(game, room), -count, -1) for room in rooms]
        fields, settings, *found = await self._router.ask(asked)
        names = [one.decode(errors="replace") for one in settings]
        lines = {room: tuple(map(layout.line, items)) for room, items in zip(rooms, found, strict=True)}
        return Heard(layout.record(fields), lines, dict(zip(names[::2], names[1::2], strict=True)))

    async def set_talk(self, game: str, name: str, value: str, expires: int) -> None:
        """See `Store.set_talk`."""
        key = layout.talk_key(game)
        asked = [("HSET", key, name, value), ("PEXPIREAT", key, expires + layout.LATER)]
        await self._router.ask(asked, [("PUBLISH", key, "")], change=True)

    async def forget_lines(self, game: str, account: str) -> None:
        """See `Store.forget_lines`."""
        rooms = [layout.room_key(game, room) for room in layout.ROOMS]
        await self._run(FORGET, [layout.talk_key(game), *rooms], [account])

    def listening_to_talk(self, game: str) -> Woken:
        """See `Store.listening_to_talk`."""
        return self._wakeups.listening(layout.talk_key(game).encode())

    async def put_orders(self, game: str, orders: bytes, was: bytes) -> bool:
        """See `Store.put_orders`."""
        return bool(await self._run(ORDERS, [layout.game_key(game)], [orders, was]))

    async def tell(self, id_: str, body: bytes) -> None:
        """See `Store.tell`."""
        event = id_.encode() + b" " + body
        asked = ("EVALSHA", FEED.digest, 1, layout.FEED_KEY, event, MOST_EVENTS, KEPT, ERA)
        await self._router.ask([asked], change=True)

    async def told(self, number: int, count: int, *, back: bool = False) -> tuple[StoredEvent, ...]:
        """See `Store.told`."""
        span: Command = (number, "-inf", "BYSCORE", "REV") if back else (f"({number}", "+inf", "BYSCORE")
        (found,) = await self._router.ask([("ZRANGE", layout.FEED_KEY, *span, "LIMIT", 0, count, "WITHSCORES")])
        return layout.told(found)

    def listening_to_feed(self) -> Woken:
        """See `Store.listening_to_feed`."""
        return self._wakeups.listening(layout.FEED_KEY.encode())

    async def remind(self, member: str, after: float, queue: str = BOTS) -> Due:
        """See `Store.remind`."""
        try:
            (score,) = await self._router.spare([reminding(queue, "remind", member, int(after * 1000))], change=True)
        except StoreUnavailable:
            self._owe(queue, "remind", member, after)
            raise
        self._owed.paid(layout.due_key(queue), member)
        return Due(member, score.decode(), queue)

    async def claim(self, lease: float, count: int, queue: str = BOTS) -> tuple[Due, ...]:
        """See `Store.claim`."""
        (found,) = await self._router.ask([reminding(queue, "claim", count, int(lease * 1000))])
        names = [name.decode(errors="replace") for name in found]
        return tuple([Due(*pair, queue) for pair in zip(names[::2], names[1::2], strict=True)])

    async def settle(self, due: Due) -> None:
        """See `Store.settle`."""
        await self._router.spare([reminding(due.queue, "settle", due.member, due.score)])

    async def postpone(self, due: Due, after: float) -> None:
        """See `Store.postpone`."""
        await self._router.ask([reminding(due.queue, "postpone", due.member, due.score, int(after * 1000))])

    async def reminders(self, queues: Sequence[str]) -> tuple[Reminders | StoreUnavailable, ...]:
        """See `Store.reminders`."""
        found = await self._router.ask_each([reminding(queue, "look") for queue in queues], spare=True)
        return tuple([one if isinstance(one, StoreUnavailable) else Reminders(one[0], one[1] / 1000) for one in found])

    async def now(self, game: str) -> int:
        """See `Store.now`."""
        return await self._router.now(layout.game_key(game))

    async def watch(self, games: Sequence[str]) -> None:
        """See `Store.watch`."""
        if games:
            asked = [("EVALSHA", WATCH.digest, 1, layout.game_key(game)) for game in games]
            await self._router.ask_each(asked, change=True)

    async def notices(self, game: str) -> tuple[bytes, ...]:
        """See `Store.notices`."""
        (found,) = await self._router.ask([("LRANGE", layout.notices_key(game), 0, -1)])
        return tuple(found)

    async def drop_notices(self, game: str, notices: Sequence[bytes]) -> None:
        """See `Store.drop_notices`."""
        await self._router.ask([("LREM", layout.notices_key(game), 1, notice) for notice in notices])

    async def items(self, names: Sequence[str]) -> tuple[dict[str, bytes], ...]:
        """See `Store.items`."""
        if not names:
            return ()
        found = await self._router.ask_each([("HGETALL", layout.items_key(name)) for name in names])
        return tuple(
            [
                {key.decode(errors="replace"): one for key, one in zip(all_[::2], all_[1::2], strict=True)}
                for all_ in found
            ]
        )

    async def put_item(self, name: str, item: str, value: bytes, was: bytes | None, expires: int) -> bool:
        """See `Store.put_item`."""
        return bool(await self._run(ITEM, [layout.items_key(name)], [item, value, was or b"", expires]))

    async def drop_items(self, name: str, items: Sequence[str], *, told: bool = False) -> None:
        """See `Store.drop_items`."""
        if items and told:
            await self._run(DROP, [layout.items_key(name)], items)
        elif items:
            await self._router.ask([("HDEL", layout.items_key(name), *items)])

    async def enlist(self, name: str, entry: str, oldest: str, expires: int) -> None:
        """See `Store.enlist`."""
        key, owed = layout.list_key(name), True
        adding, lasting = ("ZADD", key, 0, entry), ("PEXPIRE", key, expires)
        try:
            await self._router.spare(
                [adding, ("ZREMRANGEBYLEX", key, "-", f"({oldest}"), lasting],
                [("PUBLISH", key, "")],  # only a wake-up: a server may forbid it
            )
            owed = self._router.waits(adding)  # a game does not wait for the replicas of its lists
        finally:
            if owed:
                self._owed.owe(key, entry, lambda _: adding)
                self._owed.owe(key, "", lambda _: lasting)

    async def strike(self, name: str, entries: Sequence[str]) -> None:
        """See `Store.strike`."""
        if entries:
            self._owed.paid(layout.list_key(name), *entries)
            await self._router.spare(
                [("ZREM", layout.list_key(name), *(one.encode(errors=layout.RAW) for one in entries))]
            )

    async def listed(self, names: Sequence[str], below: str | None, count: int) -> tuple[str, ...]:
        """See `Store.listed`."""
        top = b"+" if below is None else f"({below}".encode(errors=layout.RAW)
        if count < 1 or not names:
            return ()
        span = (top, "-", "BYLEX", "REV", "LIMIT", 0, count)
        asked = [("ZRANGE", layout.list_key(name), *span) for name in names]
        found = await self._router.ask_each(asked, spare=len(names) > 1)
        pages = [page for page in found if not isinstance(page, StoreUnavailable)]
        if not pages:
            raise StoreUnavailable(str(found[0]))
        entries = {entry.decode(errors=layout.RAW) for page in pages for entry in page}
        return tuple(sorted(entries, reverse=True)[:count])

    async def lengths(self, names: Sequence[str]) -> tuple[int | Failure, ...]:
        """See `Store.lengths`."""
        return tuple(await self._router.ask_each([("ZCARD", layout.list_key(name)) for name in names], spare=True))

    async def records(self, games: Sequence[str]) -> tuple[StoredGame | Failure | None, ...]:
        """See `Store.records`."""
        return await self._of_each(games, layout.FIELDS, layout.record)

    async def briefs(self, games: Sequence[str]) -> tuple[Brief | Failure | None, ...]:
        """See `Store.briefs`."""
        return await self._of_each(games, layout.BRIEF, layout.brief)

    async def hold(self, holds: Sequence[Hold]) -> tuple[float, ...]:
        """See `Store.hold`."""
        if not holds:
            return ()
        waits = await self._router.ask_each(
            [("EVALSHA", HOLD.digest, 1, layout.hold_key(one.name), one.member, one.most, one.lease) for one in holds],
            spare=True,
        )
        return tuple([0.0 if isinstance(wait, StoreUnavailable) else int(wait) / 1000 for wait in waits])

    async def held(self, names: Sequence[str]) -> tuple[int | Failure, ...]:
        """See `Store.held`."""
        keys = [layout.hold_key(name) for name in names]
        asked = [("ZCOUNT", key, f"({await self._router.now(key)}", "+inf") for key in keys]
        return tuple(await self._router.ask_each(asked, spare=True))

    async def release(self, names: Sequence[str], member: str) -> None:
        """See `Store.release`."""
        if names:
            await self._router.ask_each([("ZREM", layout.hold_key(name), member) for name in names], spare=True)

    async def games(self) -> AsyncIterator[str]:
        """The ids of all games, in no order. One that is created meanwhile may be missing. It reads all keys: only for tools."""
        async for key in self._router.scan(layout.game_key("*"), "hash"):
            yield key.decode(errors="replace").partition("{")[2].removesuffix("}")

    async def put_edition(self, digest: str, source: bytes, lease: int | None = None) -> None:
        """See `Store.put_edition`."""
        key = layout.edition_key(digest)
        if lease is None:
            await self._router.ask([("SET", key, source, "NX"), ("PERSIST", key)], change=True)
        else:  # GT: a key without a time to live stays one
            await self._router.ask(
                [("SET", key, source, "NX", "PX", lease), ("PEXPIRE", key, lease, "GT")], change=True
            )

    async def edition(self, digest: str) -> bytes | None:
        """See `Store.edition`."""
        source: bytes | None
        (source,) = await self._router.ask([("GET", layout.edition_key(digest))])
        return source

    async def put_file(self, name: str, content: bytes, lease: int) -> None:
        """See `Store.put_file`."""
        key = layout.file_key(name)
        (there,) = await self._router.ask([("PEXPIRE", key, lease)])
        if not there:
            await self._router.ask([("SET", key, content, "PX", lease)])

    async def file(self, name: str) -> bytes | None:
        """See `Store.file`."""
        content: bytes | None
        (content,) = await self._router.ask([("GET", layout.file_key(name))])
        return content

    async def health(self) -> Health:
        """See `Store.health`. Answers within a second once the servers are known."""
        try:
            return judged(await self._router.states())
        except StoreUnavailable as error:
            unmet = (NO_RIGHT,) if str(error) == NO_RIGHT else ()
            return Health(ready=False, reason=str(error), reachable=0.0, unmet=unmet)

    async def close(self) -> None:
        """See `Store.close`. Waits for running commits."""
        while self._commits:  # one whose caller is cancelled now goes on
            await asyncio.wait(self._commits)
        self._owed.cancel()
        await self._wakeups.close()
        await self._router.close()
        await self._discovery.close()

    async def _commit(self, commit: Commit) -> Result:
        layout.check(commit)
        command = ("EVALSHA", COMMIT.digest, *layout.committing(commit), ERA)
        reminders = []
        if commit.alarm is not None:
            reminders.append((CLOCKS, "hasten", commit.game, commit.alarm))
        if commit.notices:
            reminders.append((NOTICES, "remind", commit.game, NOTICE_LEASE))
        before = []
        for queue, how, member, after in reminders:
            before.append(reminding(queue, how, member, int(after * 1000)))
        if before and await self._router.clustered():  # they are in other slots, and must be written first
            reminded = await self._router.ask_each(before, spare=True, change=True)
            for one, reply in zip(reminders, reminded, strict=True):
                if isinstance(reply, StoreUnavailable):
                    self._owe(*one)
            (answer,) = await self._router.ask([command], change=True)
            if commit.alarm is not None:  # somebody may have put it off in between, since the game had not changed
                (again,) = await self._router.ask_each(before[:1], spare=True, change=True)
                if isinstance(again, StoreUnavailable):
                    self._owe(*reminders[0])
        else:
            *reminded, answer = await self._router.ask([*before, command], change=True)
        result = layout.result(answer)
        if isinstance(result, Repeated):
            await self._confirm(commit.game)
        if commit.notices and isinstance(result, Committed):
            score = reminded[-1]
            reminder = Due(commit.game, "" if isinstance(score, StoreUnavailable) else score.decode(), NOTICES)
            return Committed(reminder, result.epochs)
        return result

    def _owe(self, queue: str, how: str, member: str, after: float) -> None:
        self._owed.owe(layout.due_key(queue), member, reminding_later(queue, how, member, after))

    async def _confirm(self, game: str) -> None:
        """Return when enough replicas have the earlier writes to a game, perhaps over a connection that is gone.

        WAIT only covers the writes of its own connection, so write something.
        """
        touch = ("SET", layout.touched_key(game), "", "PX", 1000)
        if self._router.waits(touch):
            await self._router.ask([touch], change=True)

    async def _run(self, script: Script, keys: Sequence[str], given: Sequence[str | int | bytes]) -> Any:
        (answer,) = await self._router.ask([("EVALSHA", script.digest, len(keys), *keys, *given)], change=True)
        return answer

    def _committed(self, task: asyncio.Task[Result]) -> None:
        del self._commits[task]
        if not task.cancelled():
            task.exception()  # so that asyncio does not report it: nobody waits for it

    async def _of_each(
        self, games: Sequence[str], fields: tuple[str, ...], read: Callable[[Sequence[bytes | None]], T | None]
    ) -> tuple[T | Failure | None, ...]:
        """The value that `read` makes of fields of each game, or the failure."""
        made: list[T | Failure | None] = []
        asked = [("HMGET", layout.game_key(game), fields) for game in games]
        for found in await self._router.ask_each(asked, spare=True):
            try:
                made.append(found if isinstance(found, Failure) else read(found))
            except Unreadable as error:
                made.append(error)
        return tuple(made)

    async def _take_apart(self, take: Take) -> TakeResult:
        """Take from a bucket in another slot. A bucket that cannot be asked counts as full, like one that was lost."""
        with suppress(StoreUnavailable):
            keys, takes = layout.taking([take])
            (reply,) = await self._router.spare([("EVALSHA", TAKE.digest, len(keys), *keys, takes)])
            return layout.taken(reply)[0]
        return TakeResult(True, take.capacity - take.cost, 0.0)

    async def _log(
        self, game: str, fields: tuple[str, ...], first: int, last: int, takes: Sequence[Take] = ()
    ) -> tuple[list[bytes | None], tuple[StoredEntry, ...], tuple[TakeResult, ...]]:
        """Fields of a game, which begin with its version, the entries between two versions, and the results of the takes."""
        (values, items), taken = await self._ask_and_take(
            [("HMGET", layout.game_key(game), fields), ("LRANGE", layout.log_key(game), first - 1, last - 1)], takes
        )
        return values, layout.entries(first, items, layout.version_of(values[0])), taken

    async def _ask_and_take(
        self, commands: Sequence[Command], takes: Sequence[Take]
    ) -> tuple[list[Any], tuple[TakeResult, ...]]:
        """The answers to these commands, and the results of the takes; these are empty if the server cannot take."""
        keys, taking = layout.taking(takes)
        if await self._router.clustered():  # the buckets are in different slots
            apart = [asyncio.create_task(self._take_apart(take)) for take in takes]
            answers = await self._router.ask(commands)
            return answers, tuple(await asyncio.gather(*apart))
        replies = await self._router.ask(
            commands, [("EVALSHA", TAKE.digest, len(keys), *keys, taking)] if takes else ()
        )
        if not takes:
            return replies, ()
        *answers, taken = replies
        if isinstance(taken, ErrorReply):
            return answers, ()  # a server that is out of memory still serves reads
        return answers, tuple(layout.taken(taken))
