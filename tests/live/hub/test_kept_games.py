"""Moves on games that only one process changes: they are judged before the game is loaded, and the store has the last word."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import TokenRejected
from taphouse.schema.problems.games import GameNotFound
from taphouse.schema.problems.inputs import KeyReused
from taphouse.schema.values.games import MoveInputObject
from taphouse.service.store.protocol import Commit, Conflict, Result
from tests.api.client import new_key
from tests.live.build import House, Table, Watched


class Judging(Watched):
    """A store that counts the commits of games that were not loaded for them, and those of them that were not made."""

    async def commit(self, commit: Commit) -> Result:
        result = await super().commit(commit)
        if commit.ahead is not None:
            self.calls["ahead"] += 1
            self.calls["in vain"] += isinstance(result, Conflict)
        return result


@pytest.fixture
async def table() -> Table:
    table = await House(Judging()).table()
    await move(table, 1)  # the game is loaded for the first time
    table.house.store.calls.clear()
    return table


async def move(table: Table, seat: int, key: str | None = None, expected: int | None = None) -> int:
    """A seat passes; the version after it."""
    passing = [MoveInputObject({"notation": "pass"})]
    changed = await table.house.tables.play(Caller(table.seats[seat - 1]), table.id, passing, expected, key)
    return int(changed.game.version)


def calls(table: Table) -> dict[str, Any]:
    return {name: count for name, count in table.house.store.calls.items() if count}


async def test_no_move_loads_a_game_that_is_kept(table: Table) -> None:
    assert [await move(table, seat) for seat in (2, 1, 2)] == [4, 5, 6]
    assert calls(table) == {"ahead": 3}
    assert [entry.version for entry in await table.log(after=2)] == [3, 4, 5, 6]


async def test_a_move_with_a_snapshot_is_judged_on_the_game_as_it_is(table: Table) -> None:
    for _ in range(3):
        await move(table, 2)
        await move(table, 1)
    assert calls(table)["ahead"] == 6
    while await move(table, 2) < 16 and (await table.loaded()).status.name == "RUNNING":
        await move(table, 1)
    entries = await table.house.store.entries(table.id, 0, 100)
    assert [entry.version for entry in entries if entry.snapshot is None] != []
    assert all(entry.snapshot for entry in entries if entry.version % 16 == 0)


async def test_after_a_move_elsewhere_it_is_judged_once_in_vain_and_then_loaded_first(table: Table) -> None:
    there = table.at(table.house.another())
    assert await move(there, 2) == 4
    assert await move(table, 1) == 5  # legal only by now
    assert calls(table) == {"load": 1}
    assert await move(there, 2) == 6
    assert await move(table, 1) == 7
    assert calls(table) == {"load": 2}


async def test_a_legal_move_on_a_game_that_has_changed_elsewhere_is_judged_again(table: Table) -> None:
    other = House(table.house.store.twin())
    await other.tables.reissue(Caller(table.host), table.id, 1, None, None)
    assert await move(table, 2) == 5
    assert calls(table) == {"ahead": 1, "in vain": 1, "load": 1}


async def test_a_token_that_was_replaced_elsewhere_makes_no_move(table: Table) -> None:
    other = House(table.house.store.twin())
    new = (await other.tables.reissue(Caller(table.host), table.id, 2, None, None)).token
    with pytest.raises(Refused) as refused:
        await move(table, 2)
    assert isinstance(refused.value.problem, TokenRejected)
    table.seats = table.seats[0], new
    assert await move(table, 2) == 5


async def test_an_illegal_move_is_refused_on_the_game_as_it_is(table: Table) -> None:
    with pytest.raises(Refused):
        await move(table, 1)
    assert calls(table) == {"load": 1}
    with pytest.raises(Refused):
        await move(table, 2, expected=2)
    assert (await table.loaded()).version == 3


async def test_the_same_key_makes_one_move(table: Table) -> None:
    key = new_key()
    assert [await move(table, 2, key), await move(table, 2, key)] == [4, 4]
    assert (await table.loaded()).version == 4
    with pytest.raises(Refused):
        await move(table, 2, key, expected=4)


async def test_the_same_key_at_two_instances_makes_one_move(table: Table) -> None:
    there, key = table.at(table.house.another()), new_key()
    await there.loaded()
    assert await asyncio.gather(move(table, 2, key), move(there, 2, key)) == [4, 4]
    anew = table.at(table.house.another())  # as after a restart
    for instance in (table, there, anew):
        assert await move(instance, 2, key) == 4
        with pytest.raises(Refused) as refused:
            await move(instance, 2, key, expected=4)
        assert isinstance(refused.value.problem, KeyReused)
    assert [entry.version for entry in await table.log(after=2)] == [3, 4]


async def test_versions_that_were_lost_with_a_server_and_made_again_elsewhere_count(table: Table) -> None:
    games = dict(table.house.store._games)
    assert [await move(table, seat) for seat in (2, 1)] == [4, 5]
    table.house.store._games.update(games)
    assert await move(table, 2) == 4  # loaded, since the game is older than the one that is kept
    there = table.at(table.house.another())
    assert await move(there, 1) == 5
    assert [await move(table, 2), await move(there, 1)] == [6, 7]
    assert [entry.version for entry in await table.log(after=2)] == [3, 4, 5, 6, 7]


async def test_a_game_that_was_deleted_elsewhere_takes_no_move(table: Table) -> None:
    table.house.store._games.clear()
    with pytest.raises(Refused) as refused:
        await move(table, 2)
    assert isinstance(refused.value.problem, GameNotFound)


async def test_of_moves_at_once_one_is_made(table: Table) -> None:
    results = await asyncio.gather(*(move(table, 2) for _ in range(8)), return_exceptions=True)
    assert [one for one in results if not isinstance(one, Refused)] == [4]
    assert await move(table, 1) == 5


async def test_a_seat_that_changes_hands_here_begins_anew(table: Table) -> None:
    await table.replace_token(1)
    table.house.store.calls.clear()
    assert [await move(table, 2)] == [5]
    assert calls(table) == {"load": 1}
    table.seats = (await table.replace_token(1)), table.seats[1]
    table.house.store.calls.clear()
    assert [await move(table, 1), await move(table, 2)] == [7, 8]
    assert calls(table) == {"load": 1, "ahead": 1}


async def test_a_game_that_is_watched_since_has_its_notices(table: Table) -> None:
    await table.house.store.watch([table.id])
    assert await move(table, 2) == 4
    assert calls(table) == {"ahead": 1, "in vain": 1, "load": 1}
    assert await move(table, 1) == 5
    assert calls(table)["ahead"] == 1
