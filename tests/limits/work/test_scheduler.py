"""Long work is done in slices, and the callers take turns."""

from __future__ import annotations

import asyncio
import math
import threading

import pytest
from graphql import GraphQLError

from taphouse.schema.execution import scheduler as module
from taphouse.schema.execution.scheduler import CALLED, IN_A_ROW, MOST_READS, READS_AT_ONCE, RequestScheduler, Scheduler


async def test_short_work_shares_the_slice_of_a_turn_of_the_loop() -> None:
    scheduler, order = Scheduler(), list[int]()
    scheduler.slice = math.inf

    async def part(number: int) -> None:
        await scheduler.take("one")
        order.append(number)

    async with asyncio.TaskGroup() as group:
        for number in range(100):
            group.create_task(part(number))
        await asyncio.sleep(0)
        assert order == list(range(100))


async def test_work_that_uses_up_its_slice_has_a_turn_of_the_loop_for_itself() -> None:
    scheduler, order = Scheduler(), list[int]()
    scheduler.slice = -1.0  # used up at once
    count = 3 * CALLED

    async def part(number: int) -> None:
        await scheduler.take("one")
        order.append(number)

    async with asyncio.TaskGroup() as group:
        for number in range(count):
            group.create_task(part(number))
        await asyncio.sleep(0)
        before = 1
        while len(order) < count:
            assert len(order) <= before + 1
            before = len(order)
            await asyncio.sleep(0)
    assert order == list(range(count))


async def test_callers_take_turns_however_much_one_of_them_asks() -> None:
    scheduler, order = Scheduler(), list[str]()
    scheduler.slice = -1.0

    async def part(owner: str) -> None:
        await scheduler.take(owner)
        order.append(owner)

    async with asyncio.TaskGroup() as group:
        for owner in ["many"] * 10 + ["few"] * 2:
            group.create_task(part(owner))
    assert order[:5] == ["many", "many", "few", "many", "few"]


async def test_who_comes_late_does_not_overtake_who_waits() -> None:
    scheduler, order = Scheduler(), list[str]()
    scheduler.slice = -1.0

    async def part(owner: str) -> None:
        await scheduler.take(owner)
        order.append(owner)

    async with asyncio.TaskGroup() as group:
        for owner in ("first", "waits"):
            group.create_task(part(owner))
        while "waits" not in order:
            group.create_task(part("late"))
            await asyncio.sleep(0)
    assert order[:2] == ["first", "waits"]


async def test_who_leaves_keeps_nobody_waiting() -> None:
    scheduler = Scheduler()
    scheduler.slice = -1.0
    await scheduler.take("one")
    waiting = [asyncio.create_task(scheduler.take(f"{number}")) for number in range(2 * CALLED)]
    for left in range(0, 2 * CALLED, 2):
        await asyncio.sleep(0)
        waiting[left].cancel()
    done = await asyncio.gather(*waiting, return_exceptions=True)
    assert done[1::2] == [None] * CALLED
    await scheduler.take("next")


async def test_work_that_cannot_be_divided_is_done_in_another_thread_once_at_a_time() -> None:
    scheduler, running, most = Scheduler(), [0], [0]

    def long(number: int) -> tuple[int, bool]:
        running[0] += 1
        most[0] = max(most[0], running[0])
        running[0] -= 1
        return number, threading.current_thread() is threading.main_thread()

    done = await asyncio.gather(*(RequestScheduler(scheduler, "one").apart(long, number) for number in range(10)))
    assert done == [(number, False) for number in range(10)]
    assert most == [1]


async def test_items_are_made_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLICE", -1.0)  # each is used up at once
    scheduler, others = RequestScheduler(), [0]

    async def other() -> None:
        while True:
            others[0] += 1
            await asyncio.sleep(0)

    beside = asyncio.create_task(other())
    made = await scheduler.collect(range(10 * IN_A_ROW))
    beside.cancel()
    assert made == list(range(10 * IN_A_ROW))
    assert others[0] >= 9


async def test_each_read_is_done_once_a_few_at_a_time_and_only_so_many() -> None:
    scheduler, now, most, done = RequestScheduler(), [0], [0], list[int]()

    async def read(number: int) -> int:
        now[0] += 1
        most[0] = max(most[0], now[0])
        await asyncio.sleep(0)
        now[0] -= 1
        done.append(number)
        return number

    asked = [number % MOST_READS for number in range(3 * MOST_READS)]
    found = await asyncio.gather(*(scheduler.once(number, lambda number=number: read(number)) for number in asked))
    assert found == asked
    assert (sorted(done), most[0]) == (list(range(MOST_READS)), READS_AT_ONCE)
    with pytest.raises(GraphQLError, match="at least 101 different reads"):
        await scheduler.once("another", lambda: read(0))


async def test_a_read_that_fails_fails_for_all_who_asked() -> None:
    scheduler = RequestScheduler()

    async def broken() -> int:
        await asyncio.sleep(0)
        raise LookupError("gone")

    found = await asyncio.gather(*(scheduler.once("it", broken) for _ in range(3)), return_exceptions=True)
    assert [type(one) for one in found] == [LookupError] * 3


async def test_others_read_for_themselves_when_the_part_that_read_is_cancelled() -> None:
    scheduler, begun, goes_on = RequestScheduler(), list[int](), asyncio.Event()

    async def read() -> int:
        begun.append(len(begun))
        await goes_on.wait()
        return begun[-1]

    first, *others, late = [asyncio.create_task(scheduler.once("it", read)) for _ in range(5)]
    await asyncio.sleep(0)
    first.cancel()
    late.cancel()
    await asyncio.wait([first, late])
    await asyncio.sleep(0)
    goes_on.set()
    assert await asyncio.gather(*others) == [1, 1, 1]
    assert (first.cancelled(), late.cancelled(), begun, len(scheduler.reads)) == (True, True, [0, 1], 2)
