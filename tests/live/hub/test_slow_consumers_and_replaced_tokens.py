"""Events for slow consumers, and none for those whose token was replaced."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from taphouse.schema.execution.shared_values import Events
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated, TokenRejected
from taphouse.schema.problems.games import FellBehind
from taphouse.schema.values.games import Status
from taphouse.schema.values.seats import Role
from taphouse.service.games.streams import channel, game_streams
from taphouse.service.store.protocol import StoredEntry
from tests.live.build import Follower, House, Table, only_problem, rest, settled, take
from tests.live.hub.shared import looked


class TestASlowConsumer:
    async def test_is_told_the_last_version_it_got_and_goes_on_after_it(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(channel, "KEPT", 4)
        quick = Follower(table.entries(after=2))
        slow = await table.entries(after=2)
        await table.play("pass")
        (got,) = await take(slow, 1)
        for _ in range(5):
            await table.play("pass")
            await settled()
        problem = await only_problem(slow)
        assert isinstance(problem, FellBehind)
        assert problem.version == got.version == 3
        again = Follower(table.entries(after=problem.version))
        await table.abandon()
        assert [got, *await again.all()] == await quick.all() == await table.log(after=2)
        await house.check_nothing_is_left()

    async def test_is_told_all_while_it_is_not_further_behind_than_what_is_kept(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(channel, "KEPT", 4)
        slow = await table.entries(after=2)
        told = []
        for _ in range(5):
            await table.play("pass")
            told += await take(slow, 1)
            for _ in range(4):
                await table.play("pass")
                await settled()
            told += await take(slow, 4)
        await slow.aclose()
        assert told == await table.log(after=2)

    async def test_of_what_lies_only_in_the_store_is_told_all(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(channel, "KEPT", 2)
        monkeypatch.setattr(channel, "RECENT", 2)
        for module in (channel, game_streams):
            monkeypatch.setattr(module, "PAGE", 3)
        await table.passes(10)
        slow, told = await table.entries(), []
        for _ in range(6):
            told += await take(slow, 2)
            await table.passes(2)
            await settled()
        await table.abandon()
        told += await rest(slow)
        assert told == await table.log()
        await house.check_nothing_is_left()

    @pytest.mark.parametrize("of", ["entries", "tables"])
    async def test_holds_no_other_up(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch, of: str
    ) -> None:
        monkeypatch.setattr(channel, "KEPT", 4)
        stalled: Events = await (table.entries() if of == "entries" else table.tables())
        await take(stalled, 1)
        quick = Follower(table.entries())
        for _ in range(10):
            await quick.has(await table.play("pass"))
        await stalled.aclose()
        await quick.leave()
        await house.check_nothing_is_left()

    async def test_of_the_table_gets_the_newest(self, house: House, table: Table) -> None:
        stream = await table.tables(table.seats[0])
        (first,) = await take(stream, 1)
        await table.passes(7)
        await settled()
        (second,) = await take(stream, 1)
        await table.play("pass")
        (third,) = await take(stream, 1)
        await table.passes(3)
        await table.abandon()
        await settled()
        (last,) = await rest(stream)
        assert [game_view.version for game_view in (first, second, third, last)] == [2, 9, 10, 14]
        assert {game_view.id for game_view in (first, second, third, last)} == {table.id}
        assert last.status is Status.ABANDONED
        await house.check_nothing_is_left()

    async def test_is_not_who_keeps_up_with_a_commit_of_many_versions(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(channel, "KEPT", 1)
        table = await house.table(3)
        follower = Follower(table.entries(after=2))
        await settled()
        await table.play("pass")
        decides = (await house.tables.see(Caller(), table.id, None)).decision
        assert decides is not None
        await house.tables.resign(Caller(table.seats[decides.seat % 3]), table.id, None, None)
        await follower.has(2)
        await table.play("pass")  # and the next seat passes in the same commit
        assert (await table.loaded()).version == 6
        await follower.has(4)
        await table.abandon()
        assert await follower.all() == await table.log(after=2)
        await house.check_nothing_is_left()


class TestALostSeat:
    async def test_lets_its_holder_follow_on_as_a_spectator_and_changes_nothing_for_others(
        self, house: House, table: Table
    ) -> None:
        token, *others = table.seats[0], table.seats[1], table.host, None
        entries, tables = Follower(table.entries(token)), Follower(table.tables(token))
        decisions = Follower(house.accounts.decisions(Caller(token)))
        theirs = [Follower(table.entries(other)) for other in others]
        before = await entries.has(2)
        await settled()
        newer = await table.replace_token(1)
        assert isinstance((await decisions.all())[-1], NotSeated)
        theirs.append(Follower(table.entries(newer)))
        await table.abandon()
        assert await entries.all() == before + await table.log(after=2)
        (*_, seen) = await tables.all()
        assert (seen.viewer.role, seen.viewer.lost.seat) == (Role.SPECTATOR, 1)
        with pytest.raises(Refused) as caught:
            await house.accounts.decisions(Caller(token))
        assert isinstance(caught.value.problem, NotSeated)
        for follower, other in zip(theirs, [*others, newer], strict=True):
            assert await follower.all() == await table.log(other)
        await house.check_nothing_is_left()

    @pytest.mark.parametrize("after", [0, 2, 4], ids=["from the store", "kept", "new"])
    async def test_shows_a_spectator_what_its_holder_had_not_taken(
        self, house: House, table: Table, after: int
    ) -> None:
        keeps = Follower(table.entries(after=2))
        await settled()
        seat, version = await looked(table)
        stream = await table.entries(table.seats[seat - 1], after)
        await table.replace_token(seat)
        await keeps.has(version - 1)
        assert await take(stream, version + 1 - after) == await table.log(after=after)
        await stream.aclose()
        await keeps.leave()
        await house.check_nothing_is_left()

    async def test_shows_a_spectator_what_is_left_of_a_page_that_had_been_read(
        self, house: House, table: Table
    ) -> None:
        seat, version = await looked(table)
        stream = await table.entries(table.seats[seat - 1])
        await take(stream, 1)
        await table.replace_token(seat)
        await settled()
        assert await take(stream, version) == await table.log(after=1)
        await stream.aclose()
        await house.check_nothing_is_left()

    async def test_that_ends_while_a_page_is_read_shows_that_to_a_spectator(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(channel, "RECENT", 0)
        opened, read = asyncio.Event(), house.store.entries

        async def slowly(*asked: Any) -> tuple[StoredEntry, ...]:
            await opened.wait()
            return await read(*asked)

        seat, version = await looked(table)
        spectator = Follower(table.entries())
        await spectator.has(version)
        monkeypatch.setattr(house.store, "entries", slowly)
        stream = await table.entries(table.seats[seat - 1], 2)  # the first event shows what others do not see
        waiting = asyncio.create_task(take(stream, version - 1))
        await settled()
        await table.replace_token(seat)
        await spectator.has(version + 1)
        opened.set()
        assert await waiting == await table.log(after=2)
        await stream.aclose()
        await spectator.leave()
        await house.check_nothing_is_left()


class TestAReplacedToken:
    async def test_of_the_host_ends_their_streams(self, house: House, table: Table) -> None:
        followers = [Follower(table.entries(table.host)), Follower(table.tables(table.host))]
        spectator = Follower(table.entries())
        await followers[0].has(2)
        await settled()
        await table.replace_host()
        for follower in followers:
            assert isinstance((await follower.all())[-1], TokenRejected)
            assert [type(one) for one in follower.values].count(TokenRejected) == 1
        assert len(await spectator.has(3)) == 3
        await spectator.leave()
        await house.check_nothing_is_left()

    async def test_of_another_game_or_made_elsewhere_is_refused(self, house: House, table: Table) -> None:
        other = await house.table()
        for token in (other.seats[0], "nonsense", ""):
            for begun in (table.entries(token), table.tables(token)):
                with pytest.raises(Refused) as caught:
                    await begun
                assert isinstance(caught.value.problem, TokenRejected)
        with pytest.raises(Refused):
            await house.accounts.decisions(Caller("nonsense"))
        await house.check_nothing_is_left()
