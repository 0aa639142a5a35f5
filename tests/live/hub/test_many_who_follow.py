"""The cost of many followers of a game, and the events that each gets."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import aclosing
from typing import Any

import pytest

from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import GameNotFound, VersionNotFound
from taphouse.schema.values.games import Status
from taphouse.schema.values.seats import Viewer
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.streams import channel, game_streams, shared_reading
from tests.live.build import Follower, House, Table, leave_all, rest, settled, take, until
from tests.tiny.moves import GrainKept, GrainLookedAt
from tests.tiny.rules import CaskRaceRules

MANY = 300


def count_game_views(house: House, monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[int, Viewer]]:
    """The number of times that a version was opened for a viewer."""
    made: Counter[tuple[int, Viewer]] = Counter()
    original = house.reader.game_view

    def counted(loaded: LoadedGame, viewer: Viewer, *more: Any, **named: Any) -> GameView:
        made[loaded.version, viewer] += 1
        return original(loaded, viewer, *more, **named)

    monkeypatch.setattr(house.reader, "game_view", counted)
    return made


async def caught_up(followers: list[Follower], version: int) -> None:
    await until(lambda: all(f.told and f.told[-1].value.version == version for f in followers), f"version {version}")


class TestManyWhoFollowAGame:
    async def test_cost_one_subscription_and_one_read_per_version(self, house: House, table: Table) -> None:
        player = table.at(house.another())
        followers = [Follower(table.entries(after=2)) for _ in range(MANY)]
        await settled()
        assert house.streams.followed == {table.id: MANY}
        assert house.store.calls["listening"] == len(house.store.ears) == 1
        for _ in range(10):
            house.store.calls.clear()
            version = await player.play("pass")
            await caught_up(followers, version)
            await settled()
            assert +house.store.calls == {"news": 1}
        await leave_all(followers)
        await house.check_nothing_is_left()

    async def test_cost_one_view_per_kind_of_viewer_and_version_and_share_what_they_are_told(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tokens = [None, *table.seats]
        groups = [[Follower(table.entries(token, 2)) for _ in range(MANY // 3)] for token in tokens]
        groups += [[Follower(table.tables(token)) for _ in range(20)] for token in tokens]
        followers = [follower for group in groups for follower in group]
        await settled()
        player = table.at(house.another())
        made = count_game_views(house, monkeypatch)
        for _ in range(5):
            await caught_up(followers, await player.play("pass"))
        assert set(made.values()) == {1}
        assert sorted(version for version, _ in made) == [version for version in range(3, 8) for _ in tokens]
        for group in groups[3:]:
            assert len({tuple(map(id, follower.told[-5:])) for follower in group}) == 1
        # Of a pass, all see the same.
        assert len({tuple(map(id, follower.told[-5:])) for group in groups[:3] for follower in group}) == 1
        await leave_all(followers)

    async def test_have_what_some_have_missed_read_once_and_what_nobody_has_missed_never(
        self, house: House, table: Table
    ) -> None:
        version = await table.passes(9)
        newest = [Follower(table.tables()), Follower(table.entries(after=version))]
        await settled()
        assert house.store.calls["entries"] == 0
        behind = [Follower(table.entries(after=version - 5)) for _ in range(10)]
        behind += [Follower(table.entries(after=version - missed)) for missed in range(5)]
        await settled()
        assert house.store.calls["entries"] == 1
        await table.abandon()
        log = await table.log()
        for follower in behind:
            told = await follower.all()
            assert told == log[len(log) - len(told) :]
            assert len(told) > 0
        assert await newest[1].all() == log[-1:]
        await leave_all(newest)
        await house.check_nothing_is_left()

    async def test_cost_one_read_to_begin_with_what_the_first_has_missed(self, house: House, table: Table) -> None:
        version = await table.passes(20)
        for missed in range(4):
            house.store.calls.clear()
            first = Follower(table.entries(after=version - missed))
            await settled()
            assert house.store.calls == {"listening": 1, "news": 1}
            assert first.values == (await table.log())[version - missed :]
            await first.leave()
        await house.check_nothing_is_left()

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
        await house.check_nothing_is_left()

    async def test_are_each_told_exactly_the_log(self, house: House, table: Table) -> None:
        followers = [Follower(table.entries(token)) for token in [None, table.host, *table.seats] * (MANY // 4)]
        await table.passes(10)
        await table.abandon()
        for follower, token in zip(followers, [None, table.host, *table.seats] * (MANY // 4), strict=True):
            assert await follower.all() == (log := await table.log(token))
        assert [entry.version for entry in log] == list(range(1, 14))
        await house.check_nothing_is_left()

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
        await house.check_nothing_is_left()


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
        assert (await table.loaded()).status is Status.OVER
        assert [kept] == await table.log(after=3)
        assert [event.grains for event in kept.events if isinstance(event, GrainKept)] != [None]

    @pytest.mark.parametrize("kept", [True, False], ids=["kept", "from the store"])
    async def test_begins_after_any_version(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch, kept: bool
    ) -> None:
        for module in (channel, game_streams):
            monkeypatch.setattr(module, "PAGE", 3)
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
        await house.check_nothing_is_left()

    async def test_goes_on_from_the_store_to_what_is_kept_while_the_game_goes_on(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in (channel, game_streams):
            monkeypatch.setattr(module, "PAGE", 4)
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
        for game_views in tables:
            assert (game_views[-1].status, game_views[-1].version) == (Status.OVER, entries[-1].version)
            assert {(game_view.id, game_view.game_id) for game_view in game_views} == {(table.id, table.id)}, (
                "the game that goes on"
            )
        await house.check_nothing_is_left()

    async def test_of_a_game_that_has_ended_is_all_and_then_complete(self, house: House, table: Table) -> None:
        await table.passes(3)
        await table.abandon()
        assert await Follower(table.entries()).all() == await table.log()
        assert await Follower(table.entries(after=5)).all() == await table.log(after=5)
        assert await Follower(table.entries(after=6)).all() == []
        (game_view,) = await Follower(table.tables()).all()
        assert (game_view.version, game_view.status) == (6, Status.ABANDONED)
        await house.check_nothing_is_left()

    async def test_is_nothing_where_there_is_no_such_version_yet(self, house: House, table: Table) -> None:
        with pytest.raises(Refused) as caught:
            await table.entries(after=3)
        assert isinstance(caught.value.problem, VersionNotFound)
        assert caught.value.problem.version == 2
        await house.check_nothing_is_left()

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
        await house.check_nothing_is_left()

    @pytest.mark.parametrize("game", ["a" * 24, "nonsense", "", "x\r\n\0 y" * 100])
    async def test_of_no_game_is_a_refusal(self, house: House, game: str) -> None:
        for begun in (house.streams.entries(Caller(), game, 0), house.streams.tables(Caller(), game)):
            with pytest.raises(Refused) as caught:
                await begun
            assert isinstance(caught.value.problem, GameNotFound)
        await house.check_nothing_is_left()

    async def test_comes_although_every_wake_up_is_lost(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shared_reading, "RECHECK", 0.01)
        house.store.deaf = True
        follower = Follower(table.entries())
        for _ in range(5):
            await follower.has(await table.play("pass"))
        await table.abandon()
        assert await follower.all() == await table.log()
        await house.check_nothing_is_left()

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
        await house.check_nothing_is_left()
