"""Events that followers take at once, without being woken: in order, each once, and only while they may have them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from taphouse.schema.execution.shared_values import SharedValue
from taphouse.schema.ports import Caller
from taphouse.service.games.streams import shared_reading
from tests.live.build import Follower, House, Table, leave_all, settled, until
from tests.live.hub.shared import looked

NEVER = 1 << 30


async def played(table: Table, followers: list[Follower], moves: int) -> None:
    """Make moves, each once all followers have the one before."""
    for _ in range(moves):
        await table.play("pass")
        count = len(followers[0].told) + 1
        await until(lambda count=count: all(len(one.told) >= count for one in followers), f"{count} events")  # type: ignore[misc]


async def most_at_once(table: Table, count: Callable[[], int], all_of_them: int) -> int:
    """Make a move, and return by how much a count grew at most in one turn of the loop, until it was all of them."""
    playing, most, before = asyncio.create_task(table.play("pass")), 0, 0
    while before < all_of_them:
        await asyncio.sleep(0)
        now = count()
        most, before = max(most, now - before), now
    await playing
    return most


@pytest.mark.parametrize("leaves", [1, 2, NEVER])
async def test_all_versions_come_once_however_many_are_taken_at_once(house: House, table: Table, leaves: int) -> None:
    others = [Follower(table.entries(after=2), leaves=leaves) for _ in range(3)]
    tables = Follower(table.tables(), leaves=leaves)
    await until(lambda: tables.told, "the table")
    await played(table, others, 8)
    assert others[0].at_once == {1: 0, 2: 4, NEVER: 7}[leaves]
    await table.abandon()
    log = await table.log(after=2)
    for one in others:
        assert await one.all() == log
    versions = [view.version for view in await tables.all()]
    assert versions == [*range(versions[0], log[-1].version + 1)]
    await house.check_nothing_is_left()


async def test_a_task_is_woken_for_what_is_not_taken_at_once_only(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower, woken = Follower(table.entries(after=2), leaves=NEVER), 0
    await played(table, [follower], 2)
    change = shared_reading.SharedReading.change

    async def counted(reading: Any, *given: Any) -> None:
        nonlocal woken
        await change(reading, *given)
        woken += 1

    monkeypatch.setattr(shared_reading.SharedReading, "change", counted)
    await played(table, [follower], 5)
    assert (follower.at_once, woken) == (6, 0)
    await follower.leave()
    await house.check_nothing_is_left()


async def test_those_who_lost_their_seat_are_given_what_a_spectator_sees(house: House, table: Table) -> None:
    seat = (await looked(table))[0]
    follower = Follower(table.entries(token := table.seats[seat - 1], after=2), leaves=NEVER)
    await until(lambda: follower.told, "what is there")
    before = await table.log(token, after=2)
    assert before != await table.log(after=2)
    await table.replace_token(seat)
    await table.abandon()
    assert await follower.all() == [*before, *(await table.log(after=2))[len(before) :]]
    await house.check_nothing_is_left()


async def test_many_are_given_what_is_new_in_several_turns_of_the_loop_and_all_have_a_turn(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_reading, "SLICE", 0.0)
    followers = [Follower(table.entries(after=2), leaves=NEVER) for _ in range(20)]
    await played(table, followers, 2)
    for _ in range(3):  # without waiting for those who follow
        await table.play("pass")
    await until(lambda: all(len(one.told) == 5 for one in followers), "the versions")
    log = await table.log(after=2)
    assert all(one.values == log for one in followers)
    await leave_all(followers)
    await house.check_nothing_is_left()


async def test_those_who_must_be_woken_share_several_turns_of_the_loop_too(house: House, table: Table) -> None:
    followers = [Follower(table.entries(after=2), leaves=1) for _ in range(200)]
    await played(table, followers, 1)
    most = await most_at_once(table, lambda: sum(len(one.told) for one in followers) - 200, 200)
    assert most <= shared_reading.SLICE / shared_reading.WOKEN
    await leave_all(followers)
    await house.check_nothing_is_left()


async def test_long_polls_share_several_turns_of_the_loop_too(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, woken = shared_reading.SharedReading.change, 0

    async def counted(reading: Any, *given: Any) -> None:
        nonlocal woken
        await change(reading, *given)
        woken += 1

    monkeypatch.setattr(shared_reading.SharedReading, "change", counted)
    polls = [asyncio.create_task(house.streams.page(Caller(), table.id, 2, 20.0, 1)) for _ in range(200)]
    await until(lambda: house.streams.followed == {table.id: 200}, "all who wait")
    await settled()
    before = woken
    assert await most_at_once(table, lambda: woken - before, 200) <= shared_reading.SLICE / shared_reading.WOKEN
    assert {entry.version for poll in polls for entry in (await poll).entries} == {3}
    await house.check_nothing_is_left()


async def test_an_error_of_one_follower_keeps_nothing_from_the_others(house: House, table: Table) -> None:
    def broken(_: SharedValue) -> bool:
        raise LookupError("broken")

    one, other = (Follower(table.entries(after=2), leaves=NEVER) for _ in range(2))
    await played(table, [one, other], 1)
    one._take = broken  # type: ignore[method-assign]
    await played(table, [one, other], 2)
    assert one.values == other.values
    await leave_all([one, other])
    await house.check_nothing_is_left()
