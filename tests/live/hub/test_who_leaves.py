"""Followers that leave, and long polls: nothing of them is left."""

from __future__ import annotations

import asyncio

import pytest

from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import TokenRejected
from tests.live.build import Follower, House, Table, leave_all, settled, take, until
from tests.live.hub.shared import all_of


class TestWhoLeaves:
    async def test_frees_everything(self, house: House, table: Table) -> None:
        followers = [Follower(begun) for _ in range(3) for begun in all_of(table)]
        await settled()
        assert house.streams.followed == {table.id: 9}
        await leave_all(followers[1:])
        assert house.streams.followed == {table.id: 1}
        assert len(house.store.ears) == 1
        await leave_all(followers[:1])
        await house.check_nothing_is_left()

    async def test_before_the_first_event_frees_everything(self, house: House, table: Table) -> None:
        for begun in all_of(table):
            stream = await begun
            assert house.streams.followed == {table.id: 1}
            await stream.aclose()
            await house.check_nothing_is_left()

    async def test_between_two_events_frees_everything(self, house: House, table: Table) -> None:
        for begun in all_of(table):
            stream = await begun
            await take(stream, 1)
            await stream.aclose()
            await house.check_nothing_is_left()

    async def test_while_the_game_is_read_for_the_first_time_frees_everything(self, house: House, table: Table) -> None:
        house.store.open.clear()
        for begun in all_of(table):
            follower = Follower(begun)
            await settled()
            assert house.streams.followed == {table.id: 1}
            await follower.leave()
            await house.check_nothing_is_left()

    async def test_while_its_history_is_read_frees_everything(self, house: House, table: Table) -> None:
        stays = Follower(table.tables())
        await settled()
        stream = await table.entries()
        house.store.open.clear()
        waiting = asyncio.create_task(anext(stream))  # type: ignore[arg-type]
        await until(lambda: house.store.calls["entries"], "a read")
        waiting.cancel()
        await asyncio.wait([waiting])
        await stream.aclose()
        house.store.open.set()
        await stays.leave()
        await house.check_nothing_is_left()

    async def test_while_something_newer_is_read_for_it_leaves_the_others_alone(
        self, house: House, table: Table
    ) -> None:
        stays = Follower(table.entries())
        await stays.has(2)
        house.store.deaf = True
        await table.play("pass")
        house.store.open.clear()
        leaves = Follower(table.entries(after=3))
        await settled()
        await leaves.leave()
        house.store.deaf = False
        house.store.open.set()
        await table.abandon()
        assert await stays.all() == await table.log()
        await house.check_nothing_is_left()

    async def test_for_good_and_who_comes_at_that_moment_do_not_disturb_each_other(
        self, house: House, table: Table
    ) -> None:
        last: Follower | None = None
        for _ in range(20):
            coming = Follower(table.entries())
            if last:
                last.task.cancel()
            await coming.has(1)
            await coming.leave()
            last = Follower(table.entries())
            await asyncio.sleep(0)
        assert last is not None
        assert [entry.version for entry in await last.has(2)] == [1, 2]
        await last.leave()
        await house.check_nothing_is_left()

    async def test_in_a_long_poll_frees_everything(self, house: House, table: Table) -> None:
        waiting = asyncio.create_task(house.streams.page(Caller(), table.id, 2, 25.0, 100))
        await settled()
        assert house.streams.followed == {table.id: 1}
        waiting.cancel()
        await asyncio.wait([waiting])
        await house.check_nothing_is_left()


class TestALongPoll:
    async def test_gets_the_next_version(self, house: House, table: Table) -> None:
        polls = [asyncio.create_task(house.streams.page(Caller(), table.id, 2, 25.0, 100)) for _ in range(20)]
        await settled()
        assert len(house.store.ears) == 1
        await table.play("pass")
        for poll in polls:
            page = await poll
            assert (page.version, page.latest, page.ended) == (3, 3, False)
            assert list(page.entries) == await table.log(after=2)
        await house.check_nothing_is_left()

    async def test_is_empty_when_nothing_comes_in_time(self, house: House, table: Table) -> None:
        page = await house.streams.page(Caller(), table.id, 2, 0.02, 100)
        assert (page.version, page.latest, page.entries, page.ended) == (2, 2, (), False)
        await house.check_nothing_is_left()

    async def test_does_not_wait_where_the_game_has_ended(self, house: House, table: Table) -> None:
        await table.abandon()
        async with asyncio.timeout(10):
            page = await house.streams.page(Caller(), table.id, 3, 25.0, 100)
        assert (page.entries, page.ended) == ((), True)
        await house.check_nothing_is_left()

    async def test_is_refused_when_the_token_was_replaced_in_the_meantime(self, house: House, table: Table) -> None:
        waiting = asyncio.create_task(house.streams.page(Caller(table.host), table.id, 2, 25.0, 100))
        await settled()
        await table.replace_host()
        with pytest.raises(Refused) as caught:
            await waiting
        assert isinstance(caught.value.problem, TokenRejected)
        await house.check_nothing_is_left()
