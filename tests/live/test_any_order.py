"""A follower that joins, takes, leaves and comes back in any order misses nothing, while moves are made and the store fails."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.schema.execution.shared_values import Events
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import FellBehind
from taphouse.schema.values.games import LogEntry
from taphouse.service.games.streams import channel, game_streams, shared_reading
from taphouse.service.store.failures import StoreUnavailable
from tests.effort import BOUND, many
from tests.live.build import House, Table, settled

KEPT, PAGE = 5, 3
SUBSCRIBERS = 4
ENOUGH = 60
"""Passes that no game of these tests comes to the end of."""


class Subscriber:
    """A client that follows a game. `told` is everything it got, over all its streams. A quick one reads at once."""

    def __init__(self, table: Table, token: str | None, quick: bool) -> None:
        self.table, self.token, self.quick = table, token, quick
        self.after = 0
        self.told: list[LogEntry] = []
        self.stream: Events | None = None
        self.task: asyncio.Task[None] | None = None
        self.complete = False

    @property
    def last(self) -> int:
        return self.told[-1].version if self.told else self.after

    def begin(self, after: int) -> None:
        """Follow after a version, anew."""
        self.told, self.after = [], after
        self.come()

    def come(self) -> None:
        """Resume after the last version received."""
        assert self.task is None
        self.complete = False
        self.task = asyncio.create_task(self._take(1_000_000 if self.quick else 1))

    async def take(self, count: int) -> None:
        """Take some more, without waiting."""
        if self.task is not None and not self.quick:
            if self.task.done():
                self.task = asyncio.create_task(self._take(count))
            await settled()

    async def leave(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.wait([self.task])
            if not self.task.cancelled():
                self.task.result()
        self.task = None
        await self._give_back()

    async def _take(self, count: int) -> None:
        while not self.complete and count:
            try:
                if self.stream is None:
                    self.stream = await self.table.house.streams.entries(Caller(self.token), self.table.id, self.last)
                value = (await anext(self.stream)).value
            except StopAsyncIteration:
                self.complete = True
            except StoreUnavailable:
                await self._give_back()
                await asyncio.sleep(0.001)
            else:
                if isinstance(value, FellBehind):
                    assert value.version == self.last
                    await self._give_back()
                else:
                    assert isinstance(value, LogEntry)
                    assert value.version == self.last + 1
                    self.told.append(value)
                    count -= 1

    async def _give_back(self) -> None:
        stream, self.stream = self.stream, None
        if stream is not None:
            await stream.aclose()


who = st.integers(0, SUBSCRIBERS - 1)
steps = st.one_of(
    st.tuples(st.just("begin"), who, st.integers(0, 12)),
    st.tuples(st.just("come"), who, st.just(0)),
    st.tuples(st.just("come"), who, st.just(0)),
    st.tuples(st.just("leave"), who, st.just(0)),
    st.tuples(st.just("take"), who, st.integers(1, 9)),
    st.tuples(st.just("take"), who, st.integers(1, 9)),
    st.tuples(st.sampled_from(["here", "elsewhere", "elsewhere"]), st.just(0), st.integers(1, 9)),
    st.tuples(st.sampled_from(["away", "back", "deaf", "hears", "cut", "settle", "one round"]), st.just(0), st.just(0)),
)


@settings(max_examples=many(40))
@given(steps=st.lists(steps, min_size=5, max_size=30), quick=st.lists(st.booleans(), min_size=4, max_size=4))
async def test_each_is_told_the_log_from_where_they_began(steps: list[tuple[str, int, int]], quick: list[bool]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for module in (channel, game_streams):
            patch.setattr(module, "PAGE", PAGE)
        for module in (shared_reading, game_streams):
            patch.setattr(module, "LONGEST_PAUSE", 0.002)
        patch.setattr(channel, "KEPT", KEPT)
        patch.setattr(shared_reading, "RECHECK", 0.005)
        await Play(await House().table(turnCap=200), quick).all(steps)


class Play:
    """One run of the steps."""

    def __init__(self, table: Table, quick: list[bool]) -> None:
        self.here, self.elsewhere = table, table.at(table.house.another())
        self.house, self.store = table.house, table.house.store
        tokens = [None, *table.seats, None]
        self.subscribers = [Subscriber(table, *one) for one in zip(tokens, quick, strict=True)]
        self.passes = 0

    async def all(self, steps: list[tuple[str, int, int]]) -> None:
        for name, number, count in steps:
            await self.step(name, self.subscribers[number], count)
        await self.end()

    async def step(self, name: str, subscriber: Subscriber, count: int) -> None:
        match name:
            case "begin" if subscriber.task is None:
                subscriber.begin(min(count, (await self.elsewhere.loaded()).version))
            case "come" if subscriber.task is None:
                subscriber.come()
            case "leave":
                await subscriber.leave()
            case "take":
                await subscriber.take(count)
            case "here" | "elsewhere" if self.passes < ENOUGH:
                self.passes += count
                table = self.elsewhere if name == "elsewhere" or self.store.away else self.here
                await table.passes(count)
            case "away":
                self.store.go()
            case "back":
                self.store.away = False
            case "deaf" | "hears":
                self.store.deaf = name == "deaf"
            case "cut":
                self.store.cut()
            case "settle":
                await settled()
            case "one round":
                await asyncio.sleep(0)
        following = sum(subscriber.stream is not None for subscriber in self.subscribers)
        assert sum(self.house.streams.followed.values()) >= following
        assert len(self.store.ears) <= 1

    async def end(self) -> None:
        """Everything works again, and the game ends: who follows is told all of it."""
        self.store.away = False
        await self.elsewhere.abandon()
        for subscriber in self.subscribers:
            subscriber.quick = True
            if subscriber.task is not None and subscriber.task.done():
                subscriber.task.result()
                subscriber.task = None
                subscriber.come()
        for subscriber in self.subscribers:
            if subscriber.task is not None:
                await self.complete(subscriber)
            log = await self.elsewhere.log(subscriber.token, subscriber.after)
            assert subscriber.told == log[: len(subscriber.told)]
            assert not subscriber.complete or len(subscriber.told) == len(log)
            await subscriber.leave()
        await self.house.check_nothing_is_left()

    @staticmethod
    async def complete(subscriber: Subscriber) -> None:
        """Take what is left; one who had asked for less asks again."""
        async with asyncio.timeout(BOUND):
            while not subscriber.complete:
                assert subscriber.task is not None
                await subscriber.task
                if not subscriber.complete:
                    subscriber.task = None
                    subscriber.come()
