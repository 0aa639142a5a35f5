"""The times when no instance was there: every store knows them alike."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import redis

from taphouse.service.store.absences import GAP, Absences
from taphouse.service.store.layout import attended_key
from taphouse.service.store.protocol import Store
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers import attendance
from tests.servers import RedisServer, redis_server
from tests.store.build import a_game, until
from tests.store.conftest import Clock

AWAY = 19_000
KEY = attended_key("")


@asynccontextmanager
async def attended(store: Store) -> AsyncIterator[None]:
    """An instance is there meanwhile, and has said so."""
    task = asyncio.create_task(store.attend())
    try:
        await asyncio.sleep(0)
        if isinstance(store, RedisStore):
            await until(lambda: _holds(store.remembered("any") is not None))
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _holds(value: bool) -> bool:
    return value


def rewind(url: str, milliseconds: int) -> None:
    """Make it so long ago that an instance was at the servers of a URL."""
    with redis.Redis.from_url(url) as client:
        ports = [one[2][1] for one in client.execute_command("CLUSTER SLOTS")] if _clustered(client) else [None]
    for port in ports:
        with redis.Redis.from_url(url) if port is None else redis.Redis(port=port) as server:
            for key in server.scan_iter(f"{KEY}*"):
                server.hincrby(key, "last", -milliseconds)


def _clustered(client: redis.Redis) -> bool:
    return bool(client.info("cluster")["cluster_enabled"])


@pytest.fixture
def passes(url: str | None, clock: Clock) -> Callable[[int], None]:
    """Lets time pass at the store."""

    def passes(milliseconds: int) -> None:
        if url is None:
            clock.now += milliseconds / 1000
        else:
            rewind(url, milliseconds)

    return passes


async def test_the_first_to_come_back_ends_an_absence_that_all_know(
    open_store: Callable[[], Store], passes: Callable[[int], None]
) -> None:
    one, two, game = open_store(), open_store(), a_game()
    async with attended(one):
        before = (await one.absences(game)).gaps
    passes(AWAY)
    async with attended(two), attended(one):
        (*earlier, (since, end)), now = (await two.absences(game)).gaps, (await one.absences(game)).now
        assert tuple(earlier) == before
        assert AWAY <= end - since < AWAY + 20_000
        assert end <= now
        assert (await one.absences(game)).gaps[-1] == (since, end)
        known = one.remembered(game)
        assert known is None or known.gaps[-1] == (since, end)


def test_only_the_part_of_an_absence_within_a_time_counts() -> None:
    absences = Absences(900, ((100, 200), (400, 500)))
    spans = [(0, 50), (0, 150), (150, 450), (200, 400), (0, 900), (450, 460)]
    assert [absences.within(*span) for span in spans] == [0, 50, 100, 0, 200, 10]


class TestInAServer:
    @pytest.fixture
    def asks(self, own_store: RedisStore) -> Callable[[], Awaitable[Absences]]:
        return lambda: own_store.absences("a game")

    async def test_what_was_heard_too_long_ago_is_not_trusted(
        self, own_store: RedisStore, asks: Callable[[], Awaitable[Absences]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert own_store.remembered("a game") is None
        heard = await asks()
        monkeypatch.setattr(attendance, "GAP", 60_000)
        assert own_store.remembered("a game") == heard
        monkeypatch.setattr(attendance, "GAP", 0)
        assert own_store.remembered("a game") is None

    async def test_a_server_remembers_the_newest(
        self,
        own_redis: RedisServer,
        asks: Callable[[], Awaitable[Absences]],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(attendance, "MOST", 3)
        ends = []
        for _ in range(5):
            await asks()
            rewind(own_redis.url, AWAY)
            ends.append((await asks()).gaps[-1][1])
        assert [end for _, end in (await asks()).gaps] == ends[-3:]

    async def test_a_clock_that_was_set_back_is_no_absence(
        self, own_redis: RedisServer, asks: Callable[[], Awaitable[Absences]]
    ) -> None:
        await asks()
        rewind(own_redis.url, -3_600_000)
        before = (await asks()).gaps
        with own_redis.client() as client:
            assert int(client.hget(KEY, "last") or 0) <= (await asks()).now
        assert before == ()

    async def test_instances_share_one_note(
        self, own_redis: RedisServer, asks: Callable[[], Awaitable[Absences]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(attendance, "WRITTEN_EVERY", 60_000)
        monkeypatch.setattr(attendance, "GAP", 60_000)
        await asks()
        with own_redis.client() as client:
            written = client.hgetall(KEY)
            changes = client.info("persistence")["rdb_changes_since_last_save"]
            for _ in range(5):
                await asks()
            assert client.hgetall(KEY) == written
            assert client.info("persistence")["rdb_changes_since_last_save"] == changes
            assert client.pttl(KEY) > 30 * 86_400_000

    async def test_a_replica_that_takes_over_goes_on_with_what_it_has(
        self, own_redis: RedisServer, asks: Callable[[], Awaitable[Absences]], tmp_path: Path
    ) -> None:
        await asks()
        with redis_server(tmp_path / "replica") as replica, replica.client() as other:
            other.replicaof("127.0.0.1", own_redis.port)
            await until(lambda: _holds(bool(other.exists(KEY))))
            own_redis.kill()
            other.replicaof("NO", "ONE")
            last = int(other.hget(KEY, "last") or 0)
            rewind(replica.url, AWAY)
            store = RedisStore.connect(replica.url)
            said = await store.absences("a game")
            await store.close()
        assert said.gaps[-1] == (last - AWAY, said.now)

    async def test_while_the_server_is_away_nobody_is_there(
        self, own_store: RedisStore, own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(attendance, "EVERY", 0.02)
        async with attended(own_store):
            before = len((await own_store.absences("a game")).gaps)
            with own_redis.paused():
                await asyncio.sleep(GAP / 1000 + 0.1)
            await until(lambda: _found(own_store, before))

    async def test_a_cluster_notes_at_each_master(self, cluster_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """One master was away: only its games were."""
        monkeypatch.setattr(attendance, "GAP", 10_000)
        store = RedisStore.connect(cluster_url, timeout=5.0)
        try:
            async with attended(store):
                pass
            first, second = store._servers.tags()
            games: dict[str | None, str] = {}
            while len(games) < 2:
                game = a_game()
                games[store._servers.tag(f"th:{{{game}}}")] = game
            before = [(await store.absences(games[tag])).gaps for tag in (first, second)]
            with redis.RedisCluster.from_url(cluster_url) as client:
                client.hincrby(attended_key(second), "last", -AWAY)
            after = [(await store.absences(games[tag])).gaps for tag in (first, second)]
            assert [len(one) - len(was) for one, was in zip(after, before, strict=True)] == [0, 1]
        finally:
            await store.close()


async def _found(store: RedisStore, before: int) -> bool:
    known = store.remembered("a game")
    return known is not None and len(known.gaps) > before
