"""A game that spectators see minutes later: the versions of each minute once the delay has passed since its end."""

from __future__ import annotations

import pytest

from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import VersionNotFound
from taphouse.service.games.streams.channel import KEPT
from tests.live.build import Follower, House, Table, settled

MINUTES = 5


class Clock:
    """The time of a service, in seconds since the epoch."""

    def __init__(self) -> None:
        self.now = 1_700_000_040.0
        assert self.now % 60 == 0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def table(clock: Clock) -> Table:
    """A table that is 5 minutes late. It begins at version 2."""
    return await House(clock=clock).table(delay_minutes=MINUTES)


async def shown(table: Table, token: str | None = None) -> int:
    game = await table.house.tables.see(Caller(token), table.id, None)
    assert game.latest == game.version
    version: int = game.version
    return version


async def test_versions_are_shown_when_the_minutes_since_their_own_are_over(table: Table, clock: Clock) -> None:
    await table.play()
    clock.now += 59
    await table.play()
    clock.now += 1
    await table.play()
    assert [await shown(table, token) for token in (None, table.host, table.seats[0])] == [2, 2, 5]
    clock.now += MINUTES * 60 - 1
    assert await shown(table) == 2
    clock.now += 1
    assert await shown(table) == 4
    clock.now += 60
    assert await shown(table) == 5
    await table.play()
    with pytest.raises(Refused) as caught:
        await table.house.tables.see(Caller(), table.id, 6)
    assert caught.value.problem == VersionNotFound(version=5)
    await table.finish()
    assert await shown(table) == (await table.loaded()).version


async def test_later_versions_do_not_change_when_one_is_shown(clock: Clock) -> None:
    alone, busy = [await House(clock=clock).table(delay_minutes=MINUTES) for _ in range(2)]
    for table in (alone, busy):
        await table.play()
    seen = []
    for _ in range(3 * MINUTES * 60 // 30):
        clock.now += 30
        await busy.play()
        seen.append((await shown(alone) >= 3, await shown(busy) >= 3))
    assert {*seen} == {(False, False), (True, True)}


async def test_what_is_stored_of_the_minutes_is_bounded(table: Table, clock: Clock) -> None:
    for _ in range(4 * MINUTES):
        clock.now += 60
        await table.play()
    minutes = (await table.loaded()).agreements.minutes
    assert [last for _, last in minutes] == [*range(22 - MINUTES - 2, 23)]
    assert await shown(table) == 22 - MINUTES - 1


async def test_streams_and_long_polls_get_a_version_at_its_minute(table: Table, clock: Clock) -> None:
    streams = table.house.streams
    clock.now += 59.9  # a channel looks again at the full minute
    entries, tables = Follower(table.entries()), Follower(table.tables())
    assert [one.version for one in await entries.has(2)] == [1, 2]
    await tables.has(1)
    await table.play()
    await settled()
    page = await streams.page(Caller(), table.id, 2, 0.05, 100)
    assert (page.version, page.entries) == (2, ())
    waits = Follower(table.entries(after=2))
    clock.now += MINUTES * 60 + 0.2
    assert [one.version for one in await entries.has(3)] == [1, 2, 3]
    assert [one.version for one in await tables.has(2)] == [2, 3]
    assert [one.version for one in await waits.has(1)] == [3]
    assert (await streams.page(Caller(), table.id, 2, 20, 100)).version == 3
    for one in (entries, tables, waits):
        await one.leave()


async def test_a_stream_that_gets_many_versions_at_once_goes_on(table: Table, clock: Clock) -> None:
    entries = Follower(table.entries())
    await entries.has(2)
    for _ in range(KEPT // 2):
        undone = await table.play()
        assert undone
        await table.house.tables.undo(Caller(table.seats[0]), table.id, None, None, None)
    newest = (await table.loaded()).version
    assert newest > KEPT
    clock.now += (MINUTES + 1) * 60
    table.house.store.cut()
    assert [one.version for one in await entries.has(newest)] == [*range(1, newest + 1)]
    await entries.leave()
