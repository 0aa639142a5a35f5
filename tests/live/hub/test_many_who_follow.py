"""The streams of games in one process: what many who follow cost, what each is told, and what is left when they leave."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import aclosing
from typing import Any

import msgspec
import pytest

from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Sight
from taphouse.schema.ports import Caller, Events
from taphouse.schema.problems import FellBehind, GameNotFound, NotSeated, TokenRejected, VersionNotFound
from taphouse.schema.results import PendingDecision
from taphouse.schema.values import Status, Viewer
from taphouse.service.store import Entry, News, StoreUnavailable
from taphouse.service.tables import following
from taphouse.service.tables.loading import Opened
from tests.live.build import (
    Follower,
    House,
    Table,
    Watched,
    leave_all,
    only_problem,
    rest,
    settled,
    take,
    until,
)
from tests.store.conftest import Clock
from tests.tiny.moves import GrainKept, GrainLookedAt
from tests.tiny.rules import CaskRaceRules

MANY = 300


@pytest.fixture
async def house() -> House:
    return House()


@pytest.fixture
async def table(house: House) -> Table:
    return await house.table()


def count_sights(house: House, monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[int, Viewer]]:
    """How often a version was opened for a viewer."""
    made: Counter[tuple[int, Viewer]] = Counter()
    original = house.reader.sight

    def counted(opened: Opened, viewer: Viewer, *more: Any, **named: Any) -> Sight:
        made[opened.version, viewer] += 1
        return original(opened, viewer, *more, **named)

    monkeypatch.setattr(house.reader, "sight", counted)
    return made


async def caught_up(followers: list[Follower], version: int) -> None:
    await until(lambda: all(f.told and f.told[-1].value.version == version for f in followers), f"version {version}")


class TestManyWhoFollowAGame:
    async def test_cost_one_subscription_and_one_read_per_version(self, house: House, table: Table) -> None:
        followers = [Follower(table.entries(after=2)) for _ in range(MANY)]
        await settled()
        assert house.live.followed == {table.id: MANY}
        assert house.store.calls["listening"] == len(house.store.ears) == 1
        for _ in range(10):
            house.store.calls.clear()
            version = await table.play("pass")
            house.store.calls["load"] = 0  # the move's own
            await caught_up(followers, version)
            await settled()
            assert +house.store.calls == {"news": 1}
        await leave_all(followers)
        house.check_nothing_is_left()

    async def test_cost_one_sight_per_kind_of_viewer_and_version_and_share_what_they_are_told(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tokens = [None, *table.seats]
        groups = [[Follower(table.entries(token, 2)) for _ in range(MANY // 3)] for token in tokens]
        groups += [[Follower(table.tables(token)) for _ in range(20)] for token in tokens]
        followers = [follower for group in groups for follower in group]
        await settled()
        player = table.at(house.another())
        made = count_sights(house, monkeypatch)
        for _ in range(5):
            await caught_up(followers, await player.play("pass"))
        assert set(made.values()) == {1}
        assert sorted(version for version, _ in made) == [version for version in range(3, 8) for _ in tokens]
        for group in groups:
            assert len({tuple(map(id, follower.told[-5:])) for follower in group}) == 1
        await leave_all(followers)

    async def test_cost_one_answer_per_query_kind_of_viewer_and_version(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        query = f'subscription {{ gameUpdated(gameId: "{table.id}") {{ ... on CaskRaceGame {{ version table {{ turn }} }} }} }}'
        views: list[object] = []
        original = CaskRaceRules.view

        def counted(rules: CaskRaceRules, state: Any) -> Any:
            views.append(state)
            return original(rules, state)

        got: list[list[bytes]] = []

        async def watch(token: str | None) -> None:
            mine: list[bytes] = []
            got.append(mine)
            async with aclosing((await house.bodies(query, token)).bodies) as bodies:
                async for body in bodies:
                    mine.append(body)

        tokens = [None, *table.seats]
        monkeypatch.setattr(CaskRaceRules, "view", counted)
        watchers = [asyncio.create_task(watch(token)) for token in tokens * (MANY // 3)]
        await until(lambda: len(got) == MANY and all(got), "the first of each")
        assert len(views) == len(tokens)
        player = table.at(house.another())
        for number in range(2, 6):
            views.clear()
            await player.play("pass")
            await until(lambda number=number: all(len(mine) == number for mine in got), "the next of each")
            assert len(views) == len(tokens)
        assert all(mine == got[0] for mine in got)
        for watcher in watchers:
            watcher.cancel()
        await asyncio.wait(watchers)
        house.check_nothing_is_left()

    async def test_are_each_told_exactly_the_log(self, house: House, table: Table) -> None:
        followers = [Follower(table.entries(token)) for token in [None, table.host, *table.seats] * (MANY // 4)]
        await table.passes(10)
        await table.abandon()
        for follower, token in zip(followers, [None, table.host, *table.seats] * (MANY // 4), strict=True):
            assert await follower.all() == (log := await table.log(token))
        assert [entry.version for entry in log] == list(range(1, 14))
        house.check_nothing_is_left()

    async def test_of_different_games_hear_only_of_their_own(self, house: House) -> None:
        tables = [await house.table() for _ in range(5)]
        followers = [Follower(table.entries()) for table in tables]
        await settled()
        assert len(house.store.ears) == 5
        for number, table in enumerate(tables):
            await table.passes(number)
            await table.abandon()
        for follower, table in zip(followers, tables, strict=True):
            assert await follower.all() == await table.log()
        house.check_nothing_is_left()


class TestWhatIsTold:
    async def test_of_secrets_is_what_the_query_tells(self, house: House, table: Table) -> None:
        everybody = {"spectator": None, "host": table.host, "one": table.seats[0], "two": table.seats[1]}
        followers = {name: Follower(table.entries(token)) for name, token in everybody.items()}
        await table.play("look", "keep 1,2")
        logs = {name: await table.log(token) for name, token in everybody.items()}
        for name, follower in followers.items():
            told = await follower.has(4)
            assert told == logs[name]
            grains = [e.grains for entry in told for e in entry.events if isinstance(e, GrainLookedAt | GrainKept)]
            assert [grain for grain in grains if grain] == (grains if name == "one" else [])
        await leave_all([*followers.values()])

    async def test_by_the_end_is_not_redacted_any_more_as_in_the_query(self, house: House) -> None:
        table = await house.table(turnCap=1)
        await table.play("look")
        async with aclosing(await table.entries(after=2)) as stream:
            (looked,) = await take(stream, 1)
            assert [event.grains for event in looked.events if isinstance(event, GrainLookedAt)] in ([], [None])
            await table.play("keep 1,2")
            (kept,) = await rest(stream)
        assert (await table.opened()).status is Status.OVER
        assert [kept] == await table.log(after=3)
        assert [event.grains for event in kept.events if isinstance(event, GrainKept)] != [None]

    @pytest.mark.parametrize("kept", [True, False], ids=["kept", "from the store"])
    async def test_begins_after_any_version(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch, kept: bool
    ) -> None:
        monkeypatch.setattr(following, "PAGE", 3)
        first = [Follower(table.entries())] if kept else []
        await settled()
        await table.passes(9)
        await settled()
        followers = [Follower(table.entries(table.seats[0], after)) for after in range(12)]
        await settled()
        await table.passes(2)
        await table.abandon()
        log = await table.log()
        assert [entry.version for entry in log] == list(range(1, 15))
        for after, follower in enumerate(followers):
            assert await follower.all() == log[after:]
        for follower in first:
            assert await follower.all() == log
        house.check_nothing_is_left()

    async def test_goes_on_from_the_store_to_what_is_kept_while_the_game_goes_on(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(following, "PAGE", 4)
        await table.passes(9)
        async with aclosing(await table.entries()) as stream:
            told = []
            for _ in range(11):
                told += await take(stream, 1)
                await table.play("pass")
            told += await take(stream, 11)
            assert told == await table.log()

    async def test_is_complete_when_the_game_is_over(self, house: House) -> None:
        table = await house.table(turnCap=4)
        followers = [Follower(table.entries()), Follower(table.tables()), Follower(table.tables(table.seats[1]))]
        await table.finish()
        entries, *tables = [await follower.all() for follower in followers]
        assert entries == await table.log()
        for sights in tables:
            assert (sights[-1].status, sights[-1].version) == (Status.OVER, entries[-1].version)
            assert {(sight.id, sight.game_id) for sight in sights} == {(table.id, table.id)}, "the game that goes on"
        house.check_nothing_is_left()

    async def test_of_a_game_that_has_ended_is_all_and_then_complete(self, house: House, table: Table) -> None:
        await table.passes(3)
        await table.abandon()
        assert await Follower(table.entries()).all() == await table.log()
        assert await Follower(table.entries(after=5)).all() == await table.log(after=5)
        assert await Follower(table.entries(after=6)).all() == []
        (sight,) = await Follower(table.tables()).all()
        assert (sight.version, sight.status) == (6, Status.ABANDONED)
        house.check_nothing_is_left()

    async def test_is_nothing_where_there_is_no_such_version_yet(self, house: House, table: Table) -> None:
        with pytest.raises(Refused) as caught:
            await table.entries(after=3)
        assert isinstance(caught.value.problem, VersionNotFound)
        assert caught.value.problem.version == 2
        house.check_nothing_is_left()

    async def test_goes_on_for_who_knows_a_version_that_was_not_heard_of_here(self, house: House, table: Table) -> None:
        early = Follower(table.entries())
        await early.has(2)
        house.store.deaf = True
        elsewhere = table.at(house.another())
        newest = await elsewhere.passes(3)
        await settled()
        assert len(early.told) == 2
        late = Follower(table.entries(after=newest))
        await early.has(5)
        with pytest.raises(Refused) as caught:
            await table.entries(after=newest + 1)
        assert isinstance(caught.value.problem, VersionNotFound)
        house.store.deaf = False
        await elsewhere.abandon()
        assert await late.all() == await table.log(after=newest)
        assert await early.all() == await table.log()
        house.check_nothing_is_left()

    @pytest.mark.parametrize("game", ["a" * 24, "nonsense", "", "x\r\n\0 y" * 100])
    async def test_of_no_game_is_a_refusal(self, house: House, game: str) -> None:
        for begun in (house.live.entries(Caller(), game, 0), house.live.tables(Caller(), game)):
            with pytest.raises(Refused) as caught:
                await begun
            assert isinstance(caught.value.problem, GameNotFound)
        house.check_nothing_is_left()

    async def test_comes_although_every_wake_up_is_lost(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(following, "RECHECK", 0.01)
        house.store.deaf = True
        follower = Follower(table.entries())
        for _ in range(5):
            await follower.has(await table.play("pass"))
        await table.abandon()
        assert await follower.all() == await table.log()
        house.check_nothing_is_left()

    async def test_is_read_again_where_the_subscription_breaks(self, house: House, table: Table) -> None:
        follower = Follower(table.entries())
        for _ in range(5):
            house.store.deaf = True
            await table.play("pass")
            house.store.deaf = False
            house.store.cut()
            await follower.has(len(await table.log()))
        await table.abandon()
        assert await follower.all() == await table.log()
        house.check_nothing_is_left()


class TestWhoLeaves:
    async def test_frees_everything(self, house: House, table: Table) -> None:
        followers = [Follower(begun) for _ in range(3) for begun in self.all_of(table)]
        await settled()
        assert house.live.followed == {table.id: 9}
        await leave_all(followers[1:])
        assert house.live.followed == {table.id: 1}
        assert len(house.store.ears) == 1
        await leave_all(followers[:1])
        house.check_nothing_is_left()

    async def test_before_the_first_event_frees_everything(self, house: House, table: Table) -> None:
        for begun in self.all_of(table):
            stream = await begun
            assert house.live.followed == {table.id: 1}
            await stream.aclose()
            house.check_nothing_is_left()

    async def test_between_two_events_frees_everything(self, house: House, table: Table) -> None:
        for begun in self.all_of(table):
            stream = await begun
            await take(stream, 1)
            await stream.aclose()
            house.check_nothing_is_left()

    async def test_while_the_game_is_read_for_the_first_time_frees_everything(self, house: House, table: Table) -> None:
        house.store.open.clear()
        for begun in self.all_of(table):
            follower = Follower(begun)
            await settled()
            assert house.live.followed == {table.id: 1}
            await follower.leave()
            house.check_nothing_is_left()

    async def test_while_its_history_is_read_frees_everything(self, house: House, table: Table) -> None:
        stream = await table.entries()
        house.store.open.clear()
        waiting = asyncio.create_task(anext(stream))  # type: ignore[arg-type]
        await until(lambda: house.store.calls["entries"], "a read")
        waiting.cancel()
        await asyncio.wait([waiting])
        await stream.aclose()
        house.check_nothing_is_left()

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
        house.check_nothing_is_left()

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
        house.check_nothing_is_left()

    async def test_in_a_long_poll_frees_everything(self, house: House, table: Table) -> None:
        waiting = asyncio.create_task(house.live.page(Caller(), table.id, 2, 25.0, 100))
        await settled()
        assert house.live.followed == {table.id: 1}
        waiting.cancel()
        await asyncio.wait([waiting])
        house.check_nothing_is_left()

    @staticmethod
    def all_of(table: Table) -> list[Any]:
        return [table.entries(), table.tables(), table.house.live.decisions(Caller(table.seats[0]))]


class TestALongPoll:
    async def test_gets_the_next_version(self, house: House, table: Table) -> None:
        polls = [asyncio.create_task(house.live.page(Caller(), table.id, 2, 25.0, 100)) for _ in range(20)]
        await settled()
        assert len(house.store.ears) == 1
        await table.play("pass")
        for poll in polls:
            page = await poll
            assert (page.version, page.latest, page.ended) == (3, 3, False)
            assert list(page.entries) == await table.log(after=2)
        house.check_nothing_is_left()

    async def test_is_empty_when_nothing_comes_in_time(self, house: House, table: Table) -> None:
        page = await house.live.page(Caller(), table.id, 2, 0.02, 100)
        assert (page.version, page.latest, page.entries, page.ended) == (2, 2, (), False)
        house.check_nothing_is_left()

    async def test_does_not_wait_where_the_game_has_ended(self, house: House, table: Table) -> None:
        await table.abandon()
        async with asyncio.timeout(10):
            page = await house.live.page(Caller(), table.id, 3, 25.0, 100)
        assert (page.entries, page.ended) == ((), True)
        house.check_nothing_is_left()

    async def test_is_refused_when_the_token_was_replaced_in_the_meantime(self, house: House, table: Table) -> None:
        waiting = asyncio.create_task(house.live.page(Caller(table.seats[0]), table.id, 2, 25.0, 100))
        await settled()
        await table.replace_token(1)
        with pytest.raises(Refused) as caught:
            await waiting
        assert isinstance(caught.value.problem, TokenRejected)
        house.check_nothing_is_left()


class TestASlowConsumer:
    async def test_is_told_the_last_version_it_got_and_goes_on_after_it(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(following, "KEPT", 4)
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
        house.check_nothing_is_left()

    async def test_is_told_all_while_it_is_not_further_behind_than_what_is_kept(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(following, "KEPT", 4)
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
        monkeypatch.setattr(following, "KEPT", 2)
        monkeypatch.setattr(following, "PAGE", 3)
        await table.passes(10)
        slow, told = await table.entries(), []
        for _ in range(6):
            told += await take(slow, 2)
            await table.passes(2)
            await settled()
        await table.abandon()
        told += await rest(slow)
        assert told == await table.log()
        house.check_nothing_is_left()

    @pytest.mark.parametrize("of", ["entries", "tables"])
    async def test_holds_no_other_up(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch, of: str
    ) -> None:
        monkeypatch.setattr(following, "KEPT", 4)
        stalled: Events = await (table.entries() if of == "entries" else table.tables())
        await take(stalled, 1)
        quick = Follower(table.entries())
        for _ in range(10):
            await quick.has(await table.play("pass"))
        await stalled.aclose()
        await quick.leave()
        house.check_nothing_is_left()

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
        assert [sight.version for sight in (first, second, third, last)] == [2, 9, 10, 14]
        assert {sight.id for sight in (first, second, third, last)} == {table.id}
        assert last.status is Status.ABANDONED
        house.check_nothing_is_left()

    async def test_is_not_who_keeps_up_with_a_commit_of_many_versions(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(following, "KEPT", 4)
        follower = Follower(table.entries(after=2))
        await settled()
        await table.play("pass")
        await follower.has(1)
        for token in table.seats:  # then the rest is played at once
            await house.tables.resign(Caller(token), table.id, None, None)
        assert await follower.all() == await table.log(after=2)
        house.check_nothing_is_left()


class TestAReplacedToken:
    async def test_ends_the_streams_of_its_holder_and_of_nobody_else(self, house: House, table: Table) -> None:
        token, *others = table.seats[0], table.seats[1], table.host, None
        its = [table.entries(token), table.tables(token), house.live.decisions(Caller(token))]
        mine, theirs = [Follower(begun) for begun in its], [Follower(table.entries(other)) for other in others]
        await mine[0].has(2)
        await settled()
        before = [follower.values for follower in mine]
        newer = await table.replace_token(1)
        for follower, had in zip(mine, before, strict=True):
            *told, problem = await follower.all()
            assert told == had
            assert isinstance(problem, TokenRejected)
        for begun in (table.entries(token), table.tables(token), house.live.decisions(Caller(token))):
            with pytest.raises(Refused) as caught:
                await begun
            assert isinstance(caught.value.problem, TokenRejected)
        theirs.append(Follower(table.entries(newer)))
        await table.abandon()
        for follower, other in zip(theirs, [*others, newer], strict=True):
            assert await follower.all() == await table.log(other)
        house.check_nothing_is_left()

    @pytest.mark.parametrize("after", [0, 2, 5], ids=["from the store", "kept", "new"])
    async def test_tells_nothing_more_of_what_its_holder_had_not_taken(
        self, house: House, table: Table, after: int
    ) -> None:
        keeps = Follower(table.entries(after=2))
        await settled()
        await table.passes(3)
        await settled()
        stream = await table.entries(table.seats[0], after)
        await table.replace_token(1)
        await keeps.has(4)
        assert isinstance(await only_problem(stream), TokenRejected)
        await keeps.leave()
        house.check_nothing_is_left()

    async def test_tells_nothing_more_of_a_page_that_had_been_read(self, house: House, table: Table) -> None:
        stream = await table.entries(table.seats[0])
        await take(stream, 1)
        await table.replace_token(1)
        await settled()
        assert isinstance(await only_problem(stream), TokenRejected)

    async def test_tells_nothing_more_when_it_is_replaced_while_a_page_is_read(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(following, "RECENT", 0)
        opened, read = asyncio.Event(), house.store.entries

        async def slowly(*asked: Any) -> tuple[Entry, ...]:
            await opened.wait()
            return await read(*asked)

        spectator = Follower(table.entries())
        await spectator.has(2)
        monkeypatch.setattr(house.store, "entries", slowly)
        stream = await table.entries(table.seats[0])
        waiting = asyncio.create_task(rest(stream))
        await settled()
        await table.replace_token(1)
        await spectator.has(3)
        opened.set()
        assert [type(value) for value in await waiting] == [TokenRejected]
        await spectator.leave()
        house.check_nothing_is_left()

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
        house.check_nothing_is_left()

    async def test_of_another_game_or_made_elsewhere_is_refused(self, house: House, table: Table) -> None:
        other = await house.table()
        for token in (other.seats[0], "nonsense", ""):
            for begun in (table.entries(token), table.tables(token)):
                with pytest.raises(Refused) as caught:
                    await begun
                assert isinstance(caught.value.problem, TokenRejected)
        with pytest.raises(Refused):
            await house.live.decisions(Caller("nonsense"))
        house.check_nothing_is_left()


class TestDecisions:
    async def test_are_told_when_they_begin_and_end_and_at_the_end(self, house: House, table: Table) -> None:
        followers = [Follower(house.live.decisions(Caller(token))) for token in table.seats]
        await settled()
        for move in ("pass", "look", "keep 1,2", "pass"):
            await table.play(move)
            await settled()
        await table.abandon()
        one, two = [await follower.all() for follower in followers]
        assert {pending.game.id for pending in (*one, *two)} == {table.id}
        assert self.told(one) == [(2, "act"), (3, None), (5, "act"), (6, None), (7, None)]
        assert self.told(two) == [(2, None), (3, "act"), (4, "keep"), (5, None), (6, "act"), (7, None)]
        house.check_nothing_is_left()

    async def test_end_with_the_game(self, house: House) -> None:
        table = await house.table(turnCap=2)
        followers = [Follower(house.live.decisions(Caller(token))) for token in table.seats]
        await settled()
        for _ in range(2):
            await table.play("pass")
            await settled()
        assert [self.told(await follower.all()) for follower in followers] == [
            [(2, "act"), (3, None), (4, None)],
            [(2, None), (3, "act"), (4, None)],
        ]
        assert self.told(await Follower(house.live.decisions(Caller(table.seats[0]))).all()) == [(4, None)]
        house.check_nothing_is_left()

    async def test_of_a_slow_bot_are_the_newest(self, house: House, table: Table) -> None:
        stream = await house.live.decisions(Caller(table.seats[0]))
        await take(stream, 1)
        await table.passes(4)
        await settled()
        assert self.told(await take(stream, 1)) == [(6, "act")]
        await stream.aclose()
        house.check_nothing_is_left()

    async def test_are_a_seats_only(self, house: House, table: Table) -> None:
        for token in (None, table.host):
            with pytest.raises(Refused) as caught:
                await house.live.decisions(Caller(token))
            assert isinstance(caught.value.problem, NotSeated)
        house.check_nothing_is_left()

    @staticmethod
    def told(values: list[PendingDecision]) -> list[tuple[int, str | None]]:
        return [(one.version, one.decision and one.decision.task) for one in values]


class TestAGameThatVanishes:
    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    async def house(self, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> House:
        monkeypatch.setattr(following, "RECHECK", 0.01)
        return House(Watched(clock))

    async def test_is_told_as_a_game_that_is_not_found(self, house: House, table: Table, clock: Clock) -> None:
        followers = [Follower(begun) for begun in TestWhoLeaves.all_of(table)]
        await followers[0].has(2)
        await settled()
        clock.now += 1e9
        for follower in followers:
            *told, problem = await follower.all()
            assert told
            assert isinstance(problem, GameNotFound)
        house.check_nothing_is_left()

    async def test_while_its_history_is_told_is_not_found(
        self, house: House, table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(following, "PAGE", 2)
        monkeypatch.setattr(following, "RECENT", 0)
        await table.passes(4)
        stream = await table.entries()
        assert len(await take(stream, 2)) == 2
        clock.now += 1e9
        assert isinstance(await only_problem(stream), GameNotFound)
        house.check_nothing_is_left()

    async def test_between_the_read_of_its_record_and_of_its_log_is_not_found(
        self, house: House, table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read, player = house.store.news, table.at(house.another())

        async def split(game: str, after: int, count: int) -> News:
            news = await read(game, after, count)
            if not news.entries:
                return news
            clock.now += 1e9
            return News(news.record, (await read(game, after, count)).entries)

        follower = Follower(table.entries())
        await follower.has(2)
        monkeypatch.setattr(house.store, "news", split)
        await player.play("pass")
        assert isinstance((await follower.all())[-1], GameNotFound)
        house.check_nothing_is_left()


class TestABug:
    async def test_while_a_version_is_read_reaches_all_who_follow(self, house: House, table: Table) -> None:
        followers = [Follower(begun) for begun in TestWhoLeaves.all_of(table)]
        await settled()
        await table.write(b"\xc1 nobody understands this")
        for follower in followers:
            with pytest.raises(msgspec.DecodeError):
                await follower.all()
            assert follower.told
        house.check_nothing_is_left()

    async def test_is_told_to_each_client_by_an_id(self, house: House, table: Table) -> None:
        query = f'subscription {{ events(gameId: "{table.id}", after: 1) {{ ... on LogEntry {{ version }} }} }}'
        streams = [(await house.bodies(query)).bodies for _ in range(3)]
        for stream in streams:
            assert msgspec.json.decode(await anext(stream)) == {"data": {"events": {"version": 2}}}
        await table.write(b"\xc1 nobody understands this")
        for stream in streams:
            (broken,) = [msgspec.json.decode(body) async for body in stream]
            (error,) = broken["errors"]
            assert error["extensions"] == {"code": "INTERNAL", "id": "an id"}
        assert len(house.bugs) == 3
        house.check_nothing_is_left()

    async def test_has_no_longer_a_traceback_the_more_follow(self, house: House) -> None:
        lengths = []
        for many in (1, 20):
            table = await house.table()
            followers = [Follower(table.entries()) for _ in range(many)]
            await followers[-1].has(2)
            await table.write(b"\xc1 nobody understands this")
            await asyncio.wait([follower.task for follower in followers])
            lengths.append(max(traceback_length(follower.task.exception()) for follower in followers))
        assert lengths[0] == lengths[1]
        house.check_nothing_is_left()

    async def test_does_not_stay_for_who_comes_later(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        table = await house.table()
        follower = Follower(table.entries())
        await follower.has(2)
        with monkeypatch.context() as broken:
            broken.setattr(house.reader, "open", None)
            await table.at(house.another()).play("pass")
            with pytest.raises(TypeError):
                await follower.all()
        assert await Follower(self.first_three(table)).all() == (await table.log())[:3]
        house.check_nothing_is_left()

    @staticmethod
    async def first_three(table: Table) -> Events:
        async def three() -> Events:
            async with aclosing(await table.entries()) as stream:
                for _ in range(3):
                    yield await anext(stream)

        return three()


def traceback_length(error: BaseException | None) -> int:
    length, trace = 0, error and error.__traceback__
    while trace:
        length, trace = length + 1, trace.tb_next
    return length


class TestAStoreThatIsAway:
    @pytest.fixture(autouse=True)
    def _quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(following, "LONGEST_PAUSE", 0.01)

    async def test_leaves_those_who_follow_where_they_are(self, house: House, table: Table) -> None:
        elsewhere = table.at(house.another())
        followers = [Follower(begun) for begun in TestWhoLeaves.all_of(table)]
        await followers[0].has(2)
        for _ in range(3):
            house.store.go()
            await elsewhere.passes(2)
            await settled()
            before = house.store.calls["listening"]
            await until(lambda before=before: house.store.calls["listening"] > before + 2, "some tries")
            house.store.away = False
            await followers[0].has((await elsewhere.opened()).version)
        await elsewhere.abandon()
        entries, tables, decisions = [await follower.all() for follower in followers]
        assert entries == await table.log()
        assert tables[-1].status is decisions[-1].game.status is Status.ABANDONED
        house.check_nothing_is_left()

    async def test_in_the_middle_of_a_history_is_waited_for(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(following, "PAGE", 2)
        monkeypatch.setattr(following, "RECENT", 0)
        await table.passes(6)
        stream = await table.entries()
        told = await take(stream, 2)
        house.store.go()
        going_on = asyncio.create_task(take(stream, 6))
        await until(lambda: house.store.calls["entries"] > 4, "some tries")
        house.store.away = False
        assert told + await going_on == await table.log()
        await stream.aclose()
        house.check_nothing_is_left()

    async def test_is_told_to_who_comes_then(self, house: House, table: Table) -> None:
        house.store.go()
        for begun in TestWhoLeaves.all_of(table):
            with pytest.raises(StoreUnavailable):
                await begun
            house.check_nothing_is_left()
        house.store.away = False
        follower = Follower(table.entries())
        assert len(await follower.has(2)) == 2
        await follower.leave()
        house.check_nothing_is_left()

    async def test_does_not_keep_from_leaving(self, house: House, table: Table) -> None:
        followers = [Follower(begun) for begun in TestWhoLeaves.all_of(table)]
        await settled()
        house.store.go()
        await settled()
        await leave_all(followers)
        house.check_nothing_is_left()
