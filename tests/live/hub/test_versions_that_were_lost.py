"""A failover takes versions back, and others are made in their place: who follows, comes, or comes again learns it."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import VersionNotFound
from taphouse.schema.values.games import EventPage
from taphouse.schema.values.versions import kept
from taphouse.service.store.failures import StoreUnavailable
from tests.live.build import Follower, House, Table, settled, take

OLD, NEW = "1f3a9c27", "77aa0e1d"


class Failover:
    """A table of which the server loses what comes from now on."""

    def __init__(self, table: Table) -> None:
        self._table, self._games = table, table.house.store._games
        self._name(table, f"{OLD}:1")
        self._kept = self._games[table.id]
        self.version = self._kept[1].version

    def happens(self) -> None:
        """Lose the versions that came."""
        self._games[self._table.id] = self._kept

    def goes_on(self) -> None:
        """Begin a new epoch for the versions that come now."""
        self._name(self._table, f"{OLD}:1,{NEW}:{self.version + 1}")

    def _name(self, table: Table, epochs: str) -> None:
        expires, record, log = self._games[table.id]
        self._games[table.id] = expires, msgspec.structs.replace(record, epochs=epochs), log


@pytest.fixture
async def failover(table: Table) -> Failover:
    await table.passes(3)
    return Failover(table)


async def lost(table: Table, after: int, epoch: str | None = None) -> list[VersionNotFound]:
    """The answers of each way of going on after a version."""
    said = []
    streams = table.house.streams
    for ask in (
        streams.entries(Caller(), table.id, after, epoch),
        streams.page(Caller(), table.id, after, 1.0, 9, epoch),
    ):
        with pytest.raises(Refused) as refused:
            await ask
        assert isinstance(refused.value.problem, VersionNotFound)
        said.append(refused.value.problem)
    return said


async def test_who_comes_to_a_channel_that_failed_does_not_get_its_failure(
    house: House, table: Table, failover: Failover
) -> None:
    slow = await table.entries()
    await take(slow, failover.version)
    await table.passes(1)
    await take(slow, 1)
    failover.happens()
    house.store.cut()
    await settled()  # the channel has failed, and has a follower who was not told yet
    comes = Follower(table.entries(after=failover.version))
    await settled()
    assert not comes.told
    failover.goes_on()
    await table.passes(1)
    ((entry,), (problem,)) = await comes.has(1), await take(slow, 1)
    assert (entry.version, entry.epoch) == (failover.version + 1, NEW)
    assert isinstance(problem, VersionNotFound)
    assert problem.version == failover.version
    await comes.leave()
    await slow.aclose()
    await house.check_nothing_is_left()


async def test_who_knows_more_than_the_channel_is_not_held_up_by_what_it_has(
    house: House, table: Table, failover: Failover
) -> None:
    await table.passes(1)
    stays = Follower(table.entries())
    await stays.has(failover.version + 1)
    house.store.deaf = True
    failover.happens()
    elsewhere = table.at(house.another())
    waits = asyncio.create_task(house.streams.page(Caller(), table.id, failover.version, 25.0, 9, OLD))
    await settled()
    assert not waits.done(), "it got a version that was lost"
    assert isinstance((await stays.all())[-1], VersionNotFound), "the poll has found it out"
    stays = Follower(table.entries())
    await stays.has(failover.version)
    failover.goes_on()
    await elsewhere.passes(1)
    comes = Follower(house.streams.entries(Caller(), table.id, failover.version + 1, NEW))
    page = await waits
    assert [(entry.version, entry.epoch) for entry in page.entries] == [(failover.version + 1, NEW)]
    await stays.has(failover.version + 1)
    await elsewhere.passes(1)
    house.store.cut()
    assert [entry.version for entry in await comes.has(1)] == [failover.version + 2]
    for follower in (stays, comes):
        await follower.leave()
    await house.check_nothing_is_left()


async def test_who_comes_again_with_a_version_that_was_lost_is_told_before_anything_happens(
    house: House, table: Table, failover: Failover
) -> None:
    await table.passes(2)
    failover.happens()
    has = failover.version + 2
    assert {one.version for one in await lost(table, has)} == {failover.version}
    assert {one.version for one in await lost(table, has, OLD)} == {failover.version}
    failover.goes_on()
    await table.passes(3)
    for version in (has - 1, has):
        assert {one.version for one in await lost(table, version, OLD)} == {failover.version}
    assert {one.version for one in await lost(table, has, "another0")} == {0}, (
        "nobody knows what of that epoch was lost"
    )
    for version, epoch in [(has, NEW), (has, None), (failover.version, OLD), (0, OLD), (0, None)]:
        page = await house.streams.page(Caller(), table.id, version, 0.0, 1, epoch)
        assert [entry.version for entry in page.entries] == [version + 1]
    await house.check_nothing_is_left()


@pytest.mark.parametrize(
    ("epochs", "version", "epoch", "expected"),
    [
        ("", 7, None, 7),
        ("", 7, "a", 0),
        ("a:1", 7, "a", 7),
        ("a:1", 7, None, 7),
        ("a:1,b:5", 4, "a", 4),
        ("a:1,b:5", 5, "a", 4),
        ("a:1,b:5", 9, "b", 9),
        ("a:1,b:5,c:6", 9, "b", 5),
        ("a:1,b:5,c:6", 9, "a", 4),
        ("b:5,c:6", 4, "a", 4),  # the earliest epochs were forgotten
        ("b:5,c:6", 6, "a", 0),
        ("a:1,b:5", 2, "b", 0),  # no service says so
    ],
)
def test_up_to_which_version_a_client_knows_a_game(epochs: str, version: int, epoch: str | None, expected: int) -> None:
    assert kept(epochs, version, epoch) == expected


async def test_a_store_that_is_away_is_no_failover(house: House, table: Table, failover: Failover) -> None:
    stays = Follower(table.entries())
    await stays.has(failover.version)
    house.store.away = True
    with pytest.raises(StoreUnavailable):
        await house.streams.entries(Caller(), table.id, failover.version + 1, NEW)
    house.store.away = False
    page: EventPage = await house.streams.page(Caller(), table.id, failover.version, 0.0, 9, OLD)
    assert (page.version, page.epoch, page.entries) == (failover.version, OLD, ())
    assert not stays.task.done()
    await stays.leave()
    await house.check_nothing_is_left()
