"""A game that vanishes, a bug, and a store that is away."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import msgspec
import pytest

from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.execution.shared_values import Events
from taphouse.schema.failures import Damaged, Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import GameNotFound, VersionNotFound
from taphouse.schema.values.games import Status
from taphouse.service.games.advising.memories import Course
from taphouse.service.games.agreeing.undoing import _past
from taphouse.service.games.deleting.rewriting import Rewriting
from taphouse.service.games.encoding.forgetting import ToForget, Traces
from taphouse.service.games.records.recording import recorded
from taphouse.service.games.streams import channel, game_streams, shared_reading
from taphouse.service.store.failures import LogIncomplete, LogShortened, StoreUnavailable
from taphouse.service.store.protocol import StoredEntry, StoredGame, StoredNews
from tests.live.build import Follower, House, Table, Watched, leave_all, only_problem, settled, take, until
from tests.live.hub.shared import all_of
from tests.store.conftest import Clock


def set_back(record: StoredGame, last: StoredEntry) -> StoredGame:
    """The record of a game as a replica has it that lagged."""
    return msgspec.structs.replace(record, version=last.version, snapshot=last.snapshot or record.snapshot)


class TestAGameThatVanishes:
    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    async def house(self, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> House:
        monkeypatch.setattr(shared_reading, "RECHECK", 0.01)
        return House(Watched(clock))

    async def test_is_told_as_a_game_that_is_not_found(self, house: House, table: Table, clock: Clock) -> None:
        followers = [Follower(begun) for begun in all_of(table)]
        await followers[0].has(2)
        await settled()
        clock.now += 1e9
        for follower in followers:
            *told, problem = await follower.all()
            assert told
            assert isinstance(problem, GameNotFound)
        await house.check_nothing_is_left()

    async def test_is_told_with_the_last_version_that_is_left_if_a_failover_lost_some(
        self, house: House, table: Table
    ) -> None:
        await table.passes(3)
        store, version = house.store, (await table.loaded()).version
        expires, record, log = store._games[table.id]
        await table.passes(2)
        followers = [Follower(begun) for begun in all_of(table)]
        await followers[0].has(version + 2)
        await settled()
        store._games[table.id] = expires, record, log  # as a replica has them that lagged
        store.cut()
        for follower in followers:
            problem = (await follower.all())[-1]
            assert isinstance(problem, VersionNotFound)
            assert problem.version == version
        again = Follower(table.entries(after=version))
        await table.passes(1)
        await again.has(1)
        await table.abandon()
        assert await again.all() == await table.log(after=version)
        await house.check_nothing_is_left()

    @pytest.mark.parametrize(("had", "left"), [(2, 1), (2, 3)])
    async def test_lives_if_a_failover_lost_some_of_its_history_while_that_is_told(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch, had: int, left: int
    ) -> None:
        for module in (channel, game_streams):
            monkeypatch.setattr(module, "PAGE", 2)
        monkeypatch.setattr(channel, "RECENT", 0)
        await table.passes(4)
        stream = await table.entries()
        assert len(await take(stream, had)) == had
        expires, record, log = house.store._games[table.id]
        house.store._games[table.id] = expires, set_back(record, log[left - 1]), log[:left]
        if left < had:
            problem = await only_problem(stream)
            assert isinstance(problem, VersionNotFound)
            assert problem.version == left
        else:
            assert [entry.version for entry in await take(stream, left - had)] == [*range(had + 1, left + 1)]
            await table.passes(1)
            assert [entry.version for entry in await take(stream, 1)] == [left + 1]
            await stream.aclose()
        await house.check_nothing_is_left()

    async def test_lives_for_a_slow_follower_that_lacks_what_a_failover_lost(self, house: House, table: Table) -> None:
        await table.passes(1)
        version = (await table.loaded()).version
        streams = [await table.entries(), await table.tables()]
        await take(streams[0], version)
        await take(streams[1], 1)
        expires, record, log = house.store._games[table.id]
        await table.passes(1)
        await settled()
        house.store._games[table.id] = expires, record, log
        house.store.cut()
        await settled()
        await table.passes(1)
        for stream in streams:
            assert [told.version for told in await take(stream, 1)] == [version + 1]
            await stream.aclose()
        await house.check_nothing_is_left()

    @pytest.mark.parametrize("left", [3, 5])
    async def test_lives_if_a_failover_lost_some_of_it_before_a_page_of_its_log_is_read(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch, left: int
    ) -> None:
        await table.passes(4)
        expires, record, log = house.store._games[table.id]

        async def entries(game: str, after: int, count: int) -> tuple[StoredEntry, ...]:
            house.store._games[game] = expires, set_back(record, log[left - 1]), log[:left]
            return await Watched.entries(house.store, game, after, count)

        monkeypatch.setattr(house.store, "entries", entries)
        if left == 3:
            with pytest.raises(Refused) as refused:
                await house.streams.page(Caller(), table.id, 4, 0.0, 100)
            assert isinstance(refused.value.problem, VersionNotFound)
            assert refused.value.problem.version == left
        else:
            page = await house.streams.page(Caller(), table.id, 4, 0.0, 100)
            assert (page.version, page.latest) == (left, left)
            assert [entry.version for entry in page.entries] == [left]

    async def test_lives_for_everybody_who_reads_its_log(self, house: House, table: Table) -> None:
        await table.passes(4)
        loaded, store = await table.loaded(), house.store
        expires, record, log = store._games[table.id]
        game_view = await house.tables.see(Caller(table.seats[0]), table.id, None)
        edition = await house.reader._editions.by_digest(record.kind, loaded.terms.edition, store)
        for left, reason in ((3, LogShortened), (loaded.version, LogIncomplete)):
            store._games[table.id] = expires, set_back(record, log[left - 1]), log[:3]
            for read in (
                house.reader.as_of(loaded, 5),
                house.reader.happenings(loaded, 3, 2),
                house.reader.entries(game_view, 3, 2, RequestScheduler()),
                recorded(game_view, edition, house.reader, RequestScheduler()),
                Course(1, game_view).read(game_view, house.reader, RequestScheduler()),
                _past(house.reader, loaded, 2, None, RequestScheduler()),
                Rewriting(house.reader, house.committer).read(
                    loaded, [], Traces(loaded.codec, ToForget("nobody")), RequestScheduler()
                ),
            ):
                with pytest.raises(reason):
                    await read

    async def test_while_its_history_is_told_is_not_found(
        self, house: House, table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in (channel, game_streams):
            monkeypatch.setattr(module, "PAGE", 2)
        monkeypatch.setattr(channel, "RECENT", 0)
        await table.passes(4)
        stream = await table.entries()
        assert len(await take(stream, 2)) == 2
        clock.now += 1e9
        assert isinstance(await only_problem(stream), GameNotFound)
        await house.check_nothing_is_left()

    async def test_between_the_read_of_its_record_and_of_its_log_is_not_found(
        self, house: House, table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read, player = house.store.news, table.at(house.another())

        async def split(game: str, after: int, count: int) -> StoredNews:
            news = await read(game, after, count)
            if not news.entries:
                return news
            clock.now += 1e9
            return StoredNews(news.record, (await read(game, after, count)).entries)

        follower = Follower(table.entries())
        await follower.has(2)
        monkeypatch.setattr(house.store, "news", split)
        await player.play("pass")
        assert isinstance((await follower.all())[-1], GameNotFound)
        await house.check_nothing_is_left()


class TestABug:
    async def test_while_a_version_is_read_reaches_all_who_follow(self, house: House, table: Table) -> None:
        followers = [Follower(begun) for begun in all_of(table)]
        await settled()
        await table.write(b"\xc1 nobody understands this")
        for follower in followers:
            with pytest.raises(Damaged):
                await follower.all()
            assert follower.told
        await house.check_nothing_is_left()

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
        await house.check_nothing_is_left()

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
        await house.check_nothing_is_left()

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
        await house.check_nothing_is_left()

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
        for module in (shared_reading, game_streams):
            monkeypatch.setattr(module, "LONGEST_PAUSE", 0.01)

    async def test_leaves_those_who_follow_where_they_are(self, house: House, table: Table) -> None:
        elsewhere = table.at(house.another())
        followers = [Follower(begun) for begun in all_of(table)]
        await followers[0].has(2)
        for _ in range(3):
            house.store.go()
            await elsewhere.passes(2)
            await settled()
            before = house.store.calls["news"]
            await until(lambda before=before: house.store.calls["news"] > before + 2, "some tries")
            house.store.away = False
            await followers[0].has((await elsewhere.loaded()).version)
        await elsewhere.abandon()
        entries, tables, decisions = [await follower.all() for follower in followers]
        assert entries == await table.log()
        assert tables[-1].status is decisions[-1].game.status is Status.ABANDONED
        await house.check_nothing_is_left()

    async def test_in_the_middle_of_a_history_is_waited_for(
        self, house: House, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in (channel, game_streams):
            monkeypatch.setattr(module, "PAGE", 2)
        monkeypatch.setattr(channel, "RECENT", 0)
        await table.passes(6)
        stream = await table.entries()
        told = await take(stream, 2)
        house.store.go()
        going_on = asyncio.create_task(take(stream, 6))
        await until(lambda: house.store.calls["entries"] > 4, "some tries")
        house.store.away = False
        assert told + await going_on == await table.log()
        await stream.aclose()
        await house.check_nothing_is_left()

    async def test_is_told_to_who_comes_then(self, house: House, table: Table) -> None:
        house.store.go()
        for begun in all_of(table):
            with pytest.raises(StoreUnavailable):
                await begun
            await house.check_nothing_is_left()
        house.store.away = False
        follower = Follower(table.entries())
        assert len(await follower.has(2)) == 2
        await follower.leave()
        await house.check_nothing_is_left()

    async def test_does_not_keep_from_leaving(self, house: House, table: Table) -> None:
        followers = [Follower(begun) for begun in all_of(table)]
        await settled()
        house.store.go()
        await settled()
        await leave_all(followers)
        await house.check_nothing_is_left()
