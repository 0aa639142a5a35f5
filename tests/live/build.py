"""The use cases and the live streams in this process, on a store in memory that a test may mistreat; and who follows."""

from __future__ import annotations

import asyncio
import copy
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import msgspec

from taphouse.engine.vocabulary import constant
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.execution.executor import SUBSCRIPTION, Executable, Stream
from taphouse.schema.execution.scheduler import Scheduler
from taphouse.schema.execution.shared_values import Events, SharedValue, Taking
from taphouse.schema.graphql.build import Api
from taphouse.schema.ports import Caller, Context
from taphouse.schema.problems.base import Problem
from taphouse.schema.registry import collected
from taphouse.schema.values.games import GameKind, LogEntry, MoveInputObject, Status, Visibility
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.service.access.operators import OperatorTokens
from taphouse.service.access.tokens import TokenIssuer
from taphouse.service.bots.bot_seats import Bots
from taphouse.service.feed.following import Feed
from taphouse.service.games.catalogue import catalogues
from taphouse.service.games.deleting.deletions import Deletions
from taphouse.service.games.kernel.committing import Committer
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.game_lists import Lists
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader, kept
from taphouse.service.games.kernel.presence import Presence
from taphouse.service.games.lobby import Lobby
from taphouse.service.games.quick.waiting_tables import WaitingTables
from taphouse.service.games.records.signing import RecordKeys
from taphouse.service.games.standing.ordering import Ordering
from taphouse.service.games.streams.account_streams import AccountStreams
from taphouse.service.games.streams.admission import Admission
from taphouse.service.games.streams.attending import Attending
from taphouse.service.games.streams.channel import Channel
from taphouse.service.games.streams.game_streams import GameStreams
from taphouse.service.games.streams.open_games import OpenGameStreams
from taphouse.service.games.streams.tickets import Tickets
from taphouse.service.games.use_cases import use_cases
from taphouse.service.mail.managing import Mailing
from taphouse.service.operating.admitting import Operators
from taphouse.service.operating.use_cases import operating
from taphouse.service.persons.closing import Closing
from taphouse.service.persons.profiles import Profiles
from taphouse.service.persons.rating_games import RatingGames
from taphouse.service.persons.ratings import Ratings
from taphouse.service.persons.sanctions import Sanctions
from taphouse.service.reports.filing import Filing
from taphouse.service.reports.queue import Queue
from taphouse.service.runtime.settings import Settings
from taphouse.service.runtime.shutdown import Stopping
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Commit, Key, Loaded, StoredEntry, StoredGame, StoredNews, Take
from taphouse.service.store.wakeups import ChannelWaiter
from taphouse.service.talk.use_cases import talk
from taphouse.service.webhooks.dispatching import WebhookDispatcher
from taphouse.service.webhooks.managing import Managing
from tests.api.client import new_key
from tests.api.server import SIGNING_KEY
from tests.effort import BOUND
from tests.store.build import Made
from tests.tiny.about import GAME

KIND = GAME.about.kind
GAMES = {KIND: GAME}
A_DAY = 86_400_000


class Ear(ChannelWaiter):
    """A waiter on a store; it is not woken while the store is deaf."""

    def __init__(
        self,
        store: Watched,
        enter: Callable[[ChannelWaiter], Awaitable[None]],
        leave: Callable[[ChannelWaiter], None],
    ) -> None:
        super().__init__(enter, leave)
        self._store = store

    def wake(self, version: int | None = None, /) -> None:
        if not self._store.deaf:
            super().wake(version)


class Watched(MemoryStore):
    """A store in memory that counts what it is asked.

    While it is `deaf` no wake-up reaches who listens on it, and while it is `away` it gives no answer.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self.calls: Counter[str] = Counter()
        self.ears: set[ChannelWaiter] = set()
        self.deaf = self.away = False
        self.open = asyncio.Event()
        self.open.set()

    def twin(self) -> Watched:
        """The same games, as another instance of the service has them."""
        other = copy.copy(self)
        other.calls, other.ears, other.deaf, other.away = Counter(), set(), False, False
        other.open = asyncio.Event()
        other.open.set()
        return other

    def go(self) -> None:
        """Be away from now on: who listens is woken."""
        self.away = True
        self.cut()

    def cut(self) -> None:
        """Break the connection on which wake-ups come, and open it again."""
        for ear in self.ears:
            ChannelWaiter.wake(ear)

    async def load(self, game: str, key: Key | None = None, takes: Sequence[Take] = ()) -> Loaded:
        await self._asked("load")
        return await super().load(game, key, takes)

    async def entries(self, game: str, after: int, count: int) -> tuple[StoredEntry, ...]:
        await self._asked("entries")
        return await super().entries(game, after, count)

    async def news(self, game: str, after: int, count: int, takes: Sequence[Take] = ()) -> StoredNews:
        await self._asked("news")
        return StoredNews((await super().load(game, None, takes)).record, await super().entries(game, after, count))

    def listening(self, game: str) -> Ear:
        async def enter(ear: ChannelWaiter) -> None:
            await self._asked("listening")
            self.ears.add(ear)
            self._waiters.setdefault(game, set()).add(ear)

        def leave(ear: ChannelWaiter) -> None:
            self.ears.discard(ear)
            self._waiters.get(game, set()).discard(ear)

        return Ear(self, enter, leave)

    async def _asked(self, what: str) -> None:
        self.calls[what] += 1
        await self.open.wait()
        if self.away:
            raise StoreUnavailable("The store is away.")


class House:
    """An instance of the service without its transports. With a clock, its time and that of its own store are the same."""

    def __init__(self, store: Watched | None = None, clock: Callable[[], float] | None = None) -> None:
        self.store = store or (Watched() if clock is None else Watched(clock))
        self.access = TokenIssuer([SIGNING_KEY])
        editions = Editions(GAMES, None)
        shown, settings = catalogues(GAMES, editions.offered, ["en"]), Settings(signing_key=SIGNING_KEY)

        def now() -> int:
            return time.time_ns() // 1_000_000 if clock is None else int(clock() * 1000)

        self.reader = Reader(
            GAMES, _api().served.game_types, editions, self.access, None, self.store, kept(settings), now
        )
        lists, tickets = Lists(self.store, settings), Tickets([SIGNING_KEY], self.store, now)
        bots = Bots(self.reader, editions, 1, 1)  # which play nowhere here
        channels: dict[str, Channel] = {}
        self.committer = Committer(self.reader, lists, bots, followed=channels)
        keys = RecordKeys(["k" * 32])
        presence = Presence(self.reader, settings.away_seconds)
        self.waiting = WaitingTables(self.reader, self.committer, presence)
        told = WebhookDispatcher.of(self.reader, settings)
        operators = Operators(self.reader, OperatorTokens(""))
        self.webhooks = Managing(self.reader, told.deliveries, settings, None, operators)
        self.mailing = Mailing(self.reader, told.deliveries, self.webhooks, None, None)
        self.ratings = Ratings(self.reader, on=True)
        self.profiles = Profiles(self.reader, on=True, ratings=self.ratings)
        self.lobby = Lobby(self.reader, lists, self.profiles.friends_of)
        made = use_cases(
            self.committer,
            self.reader,
            lists,
            editions,
            shown,
            self.access,
            bots,
            None,
            lists.notice,
            keys,
            presence,
            self.webhooks.forget,
            self.profiles.introduce,
            self.waiting,
            self.profiles.may_meet,
            quick_play=True,
            find=self.profiles.challenged,
            rating_of=self.ratings.rating_of,
            admits=None,
        )
        self.tables = SimpleNamespace(
            **{name: getattr(one, name) for one in made for name in vars(type(one)) if not name.startswith("_")}
        )
        self.noticed: list[LoadedGame] = []
        self.stopping = Stopping()
        shared = self.reader, 25.0, self.noticed.append, self.stopping, Admission(self.reader, tickets)
        admission = Admission(self.reader, tickets)
        self.attending = Attending(self.reader, admission, self.profiles.hiding_presence, on=True)
        self.streams = GameStreams(*shared, presence, channels, self.attending.there)
        self.accounts = AccountStreams(*shared, lists, tickets, self.streams)
        self.open = OpenGameStreams(self.reader, lists, self.lobby)
        closing = Closing(self.reader, self.committer, self.profiles, Scheduler())
        deletions = Deletions(
            self.reader, self.committer, None, self.webhooks.forget, [self.profiles.forget], Scheduler()
        )
        talked, sanctions = (settings, self.reader, self.profiles), Sanctions(self.reader, on=False)
        operated = self.reader, self.committer, sanctions, self.ratings, RatingGames(self.reader), None, deletions
        talking = (
            self.attending,
            Filing(self.reader, None, settings.report_days),
            *operating(operators, *operated),
            Queue(self.reader, operators, settings.report_days),
            Feed(self.reader, operators, 25.0, self.stopping, on=False),
            *talk(*talked, self.attending, admission, self.stopping, lists.longest, sanctions.check_talk),
        )
        shared_cases = self.streams, self.accounts, self.lobby, self.open, self.webhooks, self.profiles, self.ratings
        ordering = Ordering(self.reader, self.committer, None)
        self._use_cases = collected(*made, deletions, closing, *shared_cases, self.mailing, *talking, ordering)
        self.bugs: list[BaseException] = []
        self._executable = Executable(_api().core, self._on_bug)

    def another(self) -> House:
        """Another instance on the same games."""
        return House(self.store.twin())

    async def table(self, seats: int = 2, delay_minutes: int = 0, **options: Any) -> Table:
        """A game of which all seats are one's own: it runs, at version 2 at once."""
        asked, terms = [SeatAsked(SeatKind.MINE)] * seats, {"spectator_delay_minutes": delay_minutes}
        kind, unlisted = GameKind(constant(KIND)), Visibility.UNLISTED
        made = await self.tables.create(Caller(), kind, options, asked, None, "a seed", unlisted, None, None, **terms)
        return Table(self, made.game.game_id, made.host_token, tuple(seat.token for seat in made.seats))

    async def bodies(self, query: str, token: str | None = None) -> Stream:
        """The answers to a subscription."""

        context = Context(self._use_cases, Caller(token))
        result = await self._executable.execute(query, None, None, context, allow=[SUBSCRIPTION])
        assert isinstance(result, Stream), result
        return result

    def _on_bug(self, error: BaseException) -> str:
        self.bugs.append(error)
        return "an id"

    async def check_nothing_is_left(self) -> None:
        """Nobody follows, nobody listens, and no task goes on."""
        assert self.streams.followed == {}
        await settled()
        assert not self.store.ears
        assert asyncio.all_tasks() == {asyncio.current_task()}


class Table:
    """A game of an instance, and the tokens around it."""

    def __init__(self, house: House, id_: str, host: str, seats: tuple[str, ...]) -> None:
        self.house, self.id, self.host, self.seats = house, id_, host, seats

    def at(self, house: House) -> Table:
        """The same, through another instance."""
        return Table(house, self.id, self.host, self.seats)

    async def loaded(self) -> LoadedGame:
        return await self.house.reader.now(self.id)

    async def play(self, *notation: str) -> int:
        """A move after the other, each by the seat that must decide and in a commit of its own; the last's version."""
        for move in notation or ("pass",):
            loaded = await self.loaded()
            token = self.seats[loaded.rules.deciders(loaded.state)[0] - 1]
            changed = await self.house.tables.play(
                Caller(token), self.id, [MoveInputObject({"notation": move})], None, None
            )
            version = changed.game.version
        return version

    async def passes(self, count: int) -> int:
        return await self.play(*["pass"] * count)

    async def finish(self) -> None:
        """Pass until the game is over."""
        while (await self.loaded()).status is Status.RUNNING:
            await self.play("pass")

    async def abandon(self) -> None:
        await self.house.tables.abandon(Caller(self.host), self.id, None, None)

    async def replace_token(self, seat: int) -> str:
        """An older token of a seat is not worth anything any more; returns the new one."""
        return (await self.house.tables.reissue(Caller(self.host), self.id, seat, None, None)).token

    async def replace_host(self) -> None:
        """The host's token is not worth anything any more."""
        self.host = (await self.house.tables.reissue(Caller(self.host), self.id, None, None, None)).token

    async def write(self, body: bytes, snapshot: bytes | None = None, record: StoredGame | None = None) -> int:
        """Write a version that no use case writes."""
        record = record or (await self.loaded()).record
        version, snapshot = record.version + 1, snapshot or record.snapshot
        record = msgspec.structs.replace(record, version=version, snapshot=snapshot)
        entry = StoredEntry(version, record.updated, "house", body, snapshot)
        commit = Commit(self.id, version - 1, record, (entry,), Key("house", new_key(), "d"), A_DAY)
        assert await self.house.store.commit(commit) == Made()
        return version

    async def log(self, token: str | None = None, after: int = 0) -> list[LogEntry]:
        """The events, as the query `events` shows them."""
        entries: list[LogEntry] = []
        while page := (await self.house.streams.page(Caller(token), self.id, after + len(entries), 0.0, 100)).entries:
            entries += page
        return entries

    async def entries(self, token: str | None = None, after: int = 0) -> Events:
        return await self.house.streams.entries(Caller(token), self.id, after)

    async def tables(self, token: str | None = None) -> Events:
        return await self.house.streams.tables(Caller(token), self.id)


class Follower:
    """Takes whatever a stream tells, as fast as it comes, until it is complete. Of what it may take at once, it leaves some."""

    def __init__(self, begun: Awaitable[Events], *, leaves: int = 3) -> None:
        self.told: list[SharedValue] = []
        self.at_once, self._offered, self._leaves = 0, 0, leaves
        self.task = asyncio.create_task(self._follow(begun))

    async def _follow(self, begun: Awaitable[Events]) -> None:
        stream = await begun
        try:
            async for told in Taking(stream, self._take):
                self.told.append(told)
        finally:
            await stream.aclose()

    def _take(self, told: SharedValue) -> bool:
        self._offered += 1
        if self._offered % self._leaves == 0:
            return False
        self.told.append(told)
        self.at_once += 1
        return True

    @property
    def values(self) -> list[Any]:
        return [told.value for told in self.told]

    async def has(self, count: int) -> list[Any]:
        """Everything, once there is so much."""
        await until(lambda: len(self.told) >= count or self.task.done(), f"{count} events")
        assert len(self.told) >= count
        return self.values

    async def all(self) -> list[Any]:
        """Everything, once the stream is complete."""
        async with asyncio.timeout(BOUND):
            await self.task
        return self.values

    async def leave(self) -> None:
        self.task.cancel()
        await asyncio.wait([self.task])


async def leave_all(followers: list[Follower]) -> None:
    for follower in followers:
        await follower.leave()


async def take(stream: Events, count: int) -> list[Any]:
    """So many events of a stream."""
    async with asyncio.timeout(BOUND):
        return [(await anext(stream)).value for _ in range(count)]


async def rest(stream: Events) -> list[Any]:
    """All that a stream still tells until it is complete."""
    async with asyncio.timeout(BOUND):
        return [told.value async for told in stream]


async def only_problem(stream: Events) -> Problem:
    """The problem that is the only thing which a stream still tells."""
    (problem,) = await rest(stream)
    assert isinstance(problem, Problem)
    return problem


async def until(true: Callable[[], object], what: str) -> None:
    """Let others work until something is true, within the bound."""
    deadline = time.monotonic() + BOUND
    while not true():
        assert time.monotonic() < deadline, f"not within {BOUND:.0f} s: {what}"
        await asyncio.sleep(0.001)


async def settled() -> None:
    """In memory nothing waits for anything but other tasks, so some rounds of the loop bring everything to rest."""
    for _ in range(50):
        await asyncio.sleep(0)


@cache
def _api() -> Api:
    return Api.of(*GAMES.values())
