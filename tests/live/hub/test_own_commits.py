"""Commits of the process in which a game is followed: its followers get them without a read of the store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from taphouse.schema.ports import Caller
from taphouse.schema.values.games import Status
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Commit, Result, StoredNews
from tests.live.build import KIND, Follower, House, Table, Watched, leave_all, settled


class SlowToAnswer(Watched):
    """A store whose messages arrive before the answer to the commit that they are about."""

    def __init__(self) -> None:
        super().__init__()
        self.under_way: set[asyncio.Task[Result]] = set()
        self.begun, self.answering = asyncio.Event(), True

    async def commit(self, commit: Commit) -> Result:
        task = asyncio.create_task(self._commit(commit))
        self.under_way.add(task)
        self.begun.set()
        task.add_done_callback(self.under_way.discard)
        return await asyncio.shield(task)

    async def _commit(self, commit: Commit) -> Result:
        result = await super().commit(commit)
        await settled()
        if not self.answering:
            raise StoreUnavailable("The answer was lost.")
        return result

    async def own_commits(self, game: str) -> None:
        if self.under_way:
            await asyncio.wait(self.under_way)


@asynccontextmanager
async def followed(house: House, table: Table) -> AsyncIterator[Follower]:
    """A follower of a game from its third version on; from then on, requests to the store are counted anew."""
    follower = Follower(table.entries(after=2))
    await settled()
    house.store.calls.clear()
    yield follower
    await leave_all([follower])
    await house.check_nothing_is_left()


async def test_are_not_read(house: House, table: Table) -> None:
    async with followed(house, table) as follower:
        for version in range(3, 8):
            assert await table.play("pass") == version
            assert (await follower.has(version - 2))[-1].version == version
        assert house.store.calls["news"] == 0
        assert follower.values == await table.log(after=2)


async def test_of_other_processes_are_read_once(house: House, table: Table) -> None:
    async with followed(house, table) as follower:
        there = table.at(house.another())
        for count in range(1, 6):
            await there.play("pass")
            await follower.has(count)
            assert house.store.calls["news"] == count
        assert follower.values == await table.log(after=2)


async def test_of_other_processes_make_the_game_that_is_stored(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    codec, decoded = house.reader.codecs[KIND], list[bytes]()

    def position(source: bytes) -> Any:
        decoded.append(source)
        return type(codec).position(codec, source)

    monkeypatch.setattr(codec, "position", position)
    there, count = table.at(house.another()), 0
    async with followed(house, table) as follower:
        while (await there.loaded()).status is Status.RUNNING:
            if count == 5:
                there.seats = (await there.replace_token(1), *there.seats[1:])
                count += 1
            decoded.clear()
            await there.play("pass")
            await follower.has(count := count + 1)
            assert count > 5 or not decoded  # but a seat has changed hands, or the game is over
            shown = house.noticed[-1]
            house.reader._kept.clear()
            assert shown == await house.reader.now(table.id)


async def test_are_not_read_if_the_message_comes_before_the_answer() -> None:
    house = House(SlowToAnswer())
    table = await house.table()
    async with followed(house, table) as follower:
        await table.passes(3)
        await follower.has(3)
        assert house.store.calls["news"] == 0


async def test_without_an_answer_are_read() -> None:
    store = SlowToAnswer()
    house = House(store)
    table = await house.table()
    async with followed(house, table) as follower:
        store.answering = False
        with pytest.raises(StoreUnavailable):
            await table.play("pass")
        assert (await follower.has(1))[-1].version == 3
        assert store.calls["news"] == 1


async def test_of_a_request_that_was_given_up_are_read() -> None:
    store = SlowToAnswer()
    house = House(store)
    table = await house.table()
    async with followed(house, table) as follower:
        store.begun.clear()
        request = asyncio.create_task(table.play("pass"))
        await store.begun.wait()
        request.cancel()
        assert (await follower.has(1))[-1].version == 3
        assert store.calls["news"] == 1


async def test_after_versions_that_were_missed_bring_those_too(house: House, table: Table) -> None:
    async with followed(house, table) as follower:
        await table.play("pass")
        await follower.has(1)
        house.store.deaf = True
        await table.at(house.another()).play("pass")
        await settled()
        assert len(follower.told) == 1
        house.store.deaf = False
        await table.play("pass")
        assert [entry.version for entry in await follower.has(3)] == [3, 4, 5]
        assert follower.values == await table.log(after=2)


async def test_during_a_read_come_in_order(house: House, table: Table) -> None:
    async with followed(house, table) as follower:
        there = table.at(house.another())
        house.store.open.clear()  # reads of this instance do not end
        await there.play("pass")
        await settled()
        moved = asyncio.create_task(table.play("pass"))
        await settled()
        house.store.open.set()
        await moved
        assert [entry.version for entry in await follower.has(2)] == [3, 4]
        assert follower.values == await table.log(after=2)


async def test_during_a_slow_read_are_kept_once(house: House, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answered, news = asyncio.Event(), asyncio.Event(), house.store.news

    async def slowly(*given: Any) -> StoredNews:
        await asked.wait()
        found = await news(*given)
        await answered.wait()
        return found

    follower = Follower(table.tables())
    await settled()
    monkeypatch.setattr(house.store, "news", slowly)
    house.store.cut()  # then all is read again
    await settled()
    for reached in (asked, answered):
        await table.play("pass")
        reached.set()
        await settled()
    late = Follower(table.entries(after=1))
    assert await late.has(3) == await table.log(after=1)
    assert follower.values[-1].version == 4
    await leave_all([follower, late])
    await house.check_nothing_is_left()


async def test_end_a_game_for_its_followers(house: House, table: Table) -> None:
    follower = Follower(table.entries(after=2))
    await settled()
    await house.tables.abandon(Caller(table.host), table.id, None, None)
    assert await follower.all() == await table.log(after=2)
    await house.check_nothing_is_left()
