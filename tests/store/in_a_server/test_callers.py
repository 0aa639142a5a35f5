"""What only a store in a server can get wrong: lost replies, cancelled callers, a server that is away or unwilling."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
import redis

from taphouse.service.store import (
    Committed,
    Conflict,
    Loaded,
    Repeated,
    StoreUnavailable,
    Take,
    Taken,
)
from taphouse.service.store.redis import RedisStore
from tests.servers import RedisServer
from tests.store.build import a_commit, a_game, a_key, a_record, an_entry, changed, play, some_bytes, until
from tests.store.conftest import KEY_TTL, PATIENCE
from tests.store.proxy import Loss, proxy_before

GENEROUS = 5.0
"""Seconds within which a store with a timeout of one second has given up, on a slow machine too."""


@pytest.fixture(params=["valkey", "redis"])
def server_url(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
async def store(server_url: str) -> AsyncIterator[RedisStore]:
    store = RedisStore.connect(server_url, timeout=PATIENCE, key_ttl=KEY_TTL)
    yield store
    await store.close()


@pytest.fixture
def raw(server_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(server_url, protocol=2) as client:
        yield client


@contextmanager
def unavailable_in_time() -> Iterator[None]:
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        yield
    assert time.monotonic() - began < GENEROUS


class TestLayout:
    async def test_both_keys_of_a_game_and_its_idempotency_key_expire(
        self, store: RedisStore, raw: redis.Redis
    ) -> None:
        game, key = a_game(), a_key("k", "d", who="host")
        for expected in (0, 1):
            raw.delete(f"th:{{{game}}}:key:host:k")
            await store.commit(a_commit(game, expected, key=key, expires=500_000))
        assert raw.pttl(f"th:{{{game}}}") == pytest.approx(500_000, abs=20_000)
        assert raw.pttl(f"th:{{{game}}}:log") == pytest.approx(500_000, abs=20_000)
        assert raw.pttl(f"th:{{{game}}}:key:host:k") == pytest.approx(KEY_TTL * 1000, abs=20_000)
        assert raw.get(f"th:{{{game}}}:key:host:k") == b"d:2:2"

    async def test_stream_ids_are_the_versions_and_operators_can_read_the_state(
        self, store: RedisStore, raw: redis.Redis
    ) -> None:
        game = a_game()
        await store.commit(a_commit(game, count=3))
        assert [number for number, _ in raw.xrange(f"th:{{{game}}}:log")] == [b"1-0", b"2-0", b"3-0"]
        assert raw.hmget(f"th:{{{game}}}", "version", "kind", "status") == [b"3", b"dank-and-draft", b"RUNNING"]

    async def test_the_script_is_sent_again_where_the_server_has_forgotten_it(
        self, store: RedisStore, raw: redis.Redis
    ) -> None:
        game = a_game()
        for version in range(3):
            raw.script_flush()
            assert await store.commit(a_commit(game, version)) == Committed()


class TestBuckets:
    async def test_a_bucket_fills_by_the_clock_of_the_server(self, store: RedisStore, raw: redis.Redis) -> None:
        bucket = a_game()
        seconds, micros = raw.time()
        raw.set(f"th:rate:{bucket}", f"1.5 {(seconds - 100) * 1_000_000 + micros}")
        (taken,) = await store.take([Take(bucket, 3, 10, 0.02)])  # two more in the hundred seconds since
        assert (taken.allowed, taken.left) == (True, 0)

    async def test_a_clock_that_goes_back_takes_nothing_away(self, store: RedisStore, raw: redis.Redis) -> None:
        bucket = a_game()
        raw.set(f"th:rate:{bucket}", f"4 {(raw.time()[0] + 1000) * 1_000_000}")
        assert await store.take([Take(bucket, 1, 10, 0.001)]) == (Taken(True, 3, 0.0),)

    async def test_a_bucket_is_forgotten_when_it_is_full_again_and_not_within_a_minute(
        self, store: RedisStore, raw: redis.Redis
    ) -> None:
        slow, quick = a_game(), a_game()
        await store.take([Take(slow, 9, 10, 0.01), Take(quick, 9, 10, 1000.0)])
        assert raw.pttl(f"th:rate:{slow}") == pytest.approx(900_000, abs=20_000)
        assert raw.pttl(f"th:rate:{quick}") == pytest.approx(60_000, abs=20_000)

    async def test_the_script_is_sent_again_where_the_server_has_forgotten_it(
        self, store: RedisStore, raw: redis.Redis
    ) -> None:
        bucket, other = a_game(), a_game()
        for left in (9, 8, 7):
            raw.script_flush()
            taken = (await store.load(a_game(), a_key(), [Take(bucket, 1, 10, 0.001), Take(other, 1, 10, 0.001)])).taken
            assert taken == (Taken(True, left, 0.0),) * 2

    async def test_who_takes_does_not_wait_for_the_disk(self, own_store: RedisStore, own_redis: RedisServer) -> None:
        await play(own_store, a_game(), 1)
        with own_redis.client() as raw:
            before = raw.info("persistence")["aof_current_size"]
            for _ in range(20):
                await own_store.load(a_game(), None, [Take(a_game(), 1, 10, 0.001)])
            assert raw.info("persistence")["aof_current_size"] == before


class TestHalfWritten:
    """Redis does not roll a script back, so the log can be ahead of the hash."""

    @pytest.fixture
    async def game(self, store: RedisStore, raw: redis.Redis) -> str:
        game = a_game()
        await play(store, game, 2)
        for version in (3, 4):
            raw.xadd(f"th:{{{game}}}:log", {"at": 1, "who": "x", "body": "x", "snapshot": "x"}, id=f"{version}-0")
        return game

    async def test_leftovers_are_not_seen(self, store: RedisStore, game: str) -> None:
        assert await store.entries(game, 0, 10) == (an_entry(1), an_entry(2))
        assert await store.entries(game, 2, 10) == ()
        assert await store.since_snapshot(game, 2) == (an_entry(1), an_entry(2))
        assert await store.since_snapshot(game, 3) == ()

    @pytest.mark.parametrize("count", [1, 2, 5])
    async def test_the_next_commit_takes_them_away(self, store: RedisStore, game: str, count: int) -> None:
        assert await store.commit(a_commit(game, 2, count=count)) == Committed()
        assert await store.commit(a_commit(game, 2 + count)) == Committed()
        assert await store.entries(game, 0, 10) == tuple(map(an_entry, range(1, count + 4)))

    async def test_even_where_somebody_deleted_them(self, store: RedisStore, raw: redis.Redis, game: str) -> None:
        raw.xdel(f"th:{{{game}}}:log", "3-0", "4-0")
        assert await store.commit(a_commit(game, 2)) == Committed()
        assert await store.entries(game, 0, 10) == tuple(map(an_entry, (1, 2, 3)))

    async def test_a_game_is_created_over_the_log_of_a_lost_one(
        self, store: RedisStore, raw: redis.Redis, game: str
    ) -> None:
        raw.delete(f"th:{{{game}}}")
        assert await store.entries(game, 0, 10) == ()
        assert await store.commit(a_commit(game)) == Committed()
        assert await store.entries(game, 0, 10) == (an_entry(1),)
        assert await store.commit(a_commit(game, 1, count=4)) == Committed()

    async def test_a_game_whose_log_is_lost_goes_on(self, store: RedisStore, raw: redis.Redis, game: str) -> None:
        raw.delete(f"th:{{{game}}}:log")
        assert await store.entries(game, 0, 10) == ()
        assert await store.since_snapshot(game, 2) == ()
        assert await store.commit(a_commit(game, 2)) == Committed()
        assert await store.entries(game, 2, 10) == (an_entry(3),)


class TestLostReply:
    @pytest.mark.parametrize("how", ["closed", "silent"])
    async def test_a_commit_sent_again_says_what_the_first_one_wrote(self, redis_url: str, how: Loss) -> None:
        async with proxy_before(int(redis_url.rpartition(":")[2])) as proxy:
            store = RedisStore.connect(proxy.url, timeout=1.0)
            try:
                game = a_game()
                await play(store, game, 2)
                proxy.lose(b"EVALSHA", how)
                assert await store.commit(a_commit(game, 2, count=2, key=a_key("lost"))) == Repeated(3, 4)
                assert proxy.lost == 1
                assert await store.load(game, a_key("lost")) == Loaded(a_record(4), Repeated(3, 4))
                assert await store.entries(game, 0, 10) == tuple(map(an_entry, range(1, 5)))
            finally:
                await store.close()

    async def test_a_server_that_answers_nothing_is_unavailable_in_time(self, redis_url: str) -> None:
        async with proxy_before(int(redis_url.rpartition(":")[2])) as proxy:
            store = RedisStore.connect(proxy.url, timeout=1.0)
            try:
                game = a_game()
                await play(store, game, 1)
                proxy.lose(b"HMGET", "silent")
                waiting = asyncio.create_task(store.load(game))
                await until(lambda: _soon(proxy.lost == 1))
                proxy.lose(b"HMGET", "silent")
                with unavailable_in_time():
                    await waiting
                assert (await store.load(game)).record == a_record(1)
            finally:
                await store.close()


async def _soon(value: bool) -> bool:
    return value


class TestCancelling:
    async def test_a_commit_goes_on_without_its_caller(self, store: RedisStore) -> None:
        game, key = a_game(), a_key()
        caller = asyncio.create_task(store.commit(a_commit(game, key=key)))
        await asyncio.sleep(0)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        await until(lambda: _used(store, game, key))
        assert await store.entries(game, 0, 10) == (an_entry(1),)

    async def test_closing_waits_for_commits_under_way(self, server_url: str, store: RedisStore) -> None:
        leaving, games = RedisStore.connect(server_url, timeout=PATIENCE), [a_game() for _ in range(20)]
        callers = [asyncio.create_task(leaving.commit(a_commit(game))) for game in games]
        await asyncio.sleep(0)
        for caller in callers:
            caller.cancel()
        await leaving.close()
        for game in games:
            assert (await store.load(game)).record == a_record(1)

    async def test_no_reply_reaches_another_caller_however_many_are_cancelled(self, server_url: str) -> None:
        store = RedisStore.connect(server_url, timeout=PATIENCE, max_waiting=600)
        choose = random.Random(7)
        games = {a_game(): some_bytes(choose.choice((10, 5000, 70_000))) for _ in range(30)}
        try:
            for game, snapshot in games.items():
                await store.commit(a_commit(game, record=a_record(1, snapshot=snapshot)))

            async def ask(game: str) -> None:
                loaded = await store.load(game, a_key("unused"))
                cancel_another()
                assert loaded.earlier is None
                assert loaded.record
                assert loaded.record.snapshot == games[game]
                assert [entry.version for entry in await store.entries(game, 0, 1)] == [1]
                cancel_another()
                conflict = await store.commit(a_commit(game, 99))
                assert conflict == Conflict(1)

            def cancel_another() -> None:
                oldest = [one for one in tasks if not (one.done() or one is asyncio.current_task())][:10]
                if oldest and choose.random() < 0.5:
                    choose.choice(oldest).cancel()

            tasks = [asyncio.create_task(ask(choose.choice(list(games)))) for _ in range(600)]
            results = await asyncio.gather(*tasks, return_exceptions=True)
            failures = [one for one in results if one is not None and not isinstance(one, asyncio.CancelledError)]
            assert failures == []
            assert results.count(None) > 50
            assert sum(isinstance(one, asyncio.CancelledError) for one in results) > 50
            tasks = []
            await asyncio.gather(*(ask(game) for game in games))
        finally:
            await store.close()


async def _used(store: RedisStore, game: str, key: object) -> bool:
    return (await store.load(game, key)).earlier is not None  # type: ignore[arg-type]


class TestWaiting:
    async def test_cancelled_waiters_leave_nothing_behind(self, store: RedisStore, raw: redis.Redis) -> None:
        games = [a_game() for _ in range(40)]
        channels = [f"th:{{{game}}}" for game in games]

        def subscribed() -> int:
            return sum(count for _, count in raw.pubsub_numsub(*channels))

        before = len(raw.client_list())
        for _ in range(3):
            waits = [asyncio.create_task(changed(store, game, 0, 60.0)) for game in games for _ in range(3)]
            await until(lambda: _soon(subscribed() == len(games)))
            random.shuffle(waits)
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
            assert store._wakeups.waiting == 0
            await until(lambda: _soon(subscribed() == 0))
        assert len(raw.client_list()) <= before + 64 + 1

    async def test_hundreds_of_waiters_share_one_connection(
        self, own_store: RedisStore, own_redis: RedisServer
    ) -> None:
        games = [a_game() for _ in range(100)]
        waits = [asyncio.create_task(changed(own_store, game, 0, 60.0)) for game in games for _ in range(5)]
        with own_redis.client() as client:
            await until(lambda: _soon(len(client.pubsub_channels()) == len(games)))
            assert len(client.client_list(_type="pubsub")) == 1
        await asyncio.gather(*(own_store.commit(a_commit(game)) for game in games))
        await asyncio.wait_for(asyncio.gather(*waits), GENEROUS)

    async def test_coming_and_going_never_loses_a_wake_up(self, store: RedisStore) -> None:
        game, choose = a_game(), random.Random(3)
        await play(store, game, 1)
        for version in range(1, 60):
            leaving = asyncio.create_task(changed(store, game, version, 60.0))
            for _ in range(choose.randrange(6)):
                await asyncio.sleep(0)
            leaving.cancel()
            for _ in range(choose.randrange(4)):
                await asyncio.sleep(0)
            staying = asyncio.create_task(changed(store, game, version, 60.0))
            for _ in range(choose.randrange(12)):
                await asyncio.sleep(0)
            await store.commit(a_commit(game, version))
            await asyncio.wait_for(staying, GENEROUS)

    async def test_a_broken_connection_wakes_everyone_and_is_made_again(
        self, own_store: RedisStore, own_redis: RedisServer
    ) -> None:
        games = [a_game() for _ in range(5)]
        with own_redis.client() as client:
            for _ in range(3):
                waits = [asyncio.create_task(changed(own_store, game, 0, 60.0)) for game in games]
                await until(lambda: _soon(len(client.pubsub_channels()) == len(games)))
                client.client_kill_filter(_type="pubsub")
                await asyncio.wait_for(asyncio.gather(*waits), GENEROUS)
            wait = asyncio.create_task(changed(own_store, games[0], 0, 60.0))
            await until(lambda: _soon(client.pubsub_channels() != []))
        await own_store.commit(a_commit(games[0]))
        await asyncio.wait_for(wait, GENEROUS)

    async def test_closing_wakes_everyone(self, server_url: str) -> None:
        leaving = RedisStore.connect(server_url)
        wait = asyncio.create_task(changed(leaving, a_game(), 0, 60.0))
        await asyncio.wait([wait], timeout=0.02)
        await leaving.close()
        await asyncio.wait([wait], timeout=GENEROUS)
        assert wait.done()
        assert isinstance(wait.exception(), StoreUnavailable | None)


class TestUnavailable:
    async def test_what_was_committed_is_still_there_when_a_killed_server_is_back(
        self, own_store: RedisStore, own_redis: RedisServer
    ) -> None:
        game = a_game()
        await play(own_store, game, 20)
        waiter = asyncio.create_task(changed(own_store, game, 20, 60.0))
        await asyncio.wait([waiter], timeout=0.02)
        own_redis.kill()
        lost = a_commit(game, 20, key=a_key("lost"))
        for call in (
            own_store.load(game),
            own_store.load(game, a_key()),
            own_store.commit(lost),
            own_store.entries(game, 0, 10),
            own_store.since_snapshot(game, 3),
            changed(own_store, game, 20, 60.0),
            own_store.edition("none"),
            own_store.put_edition("none", b""),
        ):
            with unavailable_in_time():
                await call
        health = await own_store.health()
        assert not health.ready
        assert health.reason
        await asyncio.wait_for(waiter, GENEROUS)

        own_redis.start()
        assert await own_store.load(game) == Loaded(a_record(20), None)
        assert await own_store.entries(game, 0, 100) == tuple(map(an_entry, range(1, 21)))
        assert await own_store.commit(lost) == Committed()
        again = asyncio.create_task(changed(own_store, game, 21, 60.0))
        await asyncio.wait([again], timeout=0.02)
        await own_store.commit(a_commit(game, 21))
        await asyncio.wait_for(again, GENEROUS)

    async def test_a_store_may_be_opened_before_its_server(self, own_redis: RedisServer) -> None:
        own_redis.stop()
        store = RedisStore.connect(own_redis.url, timeout=1.0)
        try:
            with unavailable_in_time():
                await store.load(a_game())
            own_redis.start()
            assert await store.load(a_game()) == Loaded(None, None)
        finally:
            await store.close()

    async def test_a_stopped_process_is_unavailable_in_time(self, own_redis: RedisServer) -> None:
        store = RedisStore.connect(own_redis.url, timeout=0.3)
        game, key = a_game(), a_key()
        try:
            await play(store, game, 1)
            with own_redis.paused():
                with unavailable_in_time():
                    await store.commit(a_commit(game, 1, key=key))
                with unavailable_in_time():
                    await store.load(game)
                with unavailable_in_time():
                    await changed(store, game, 1, 60.0)
                began = time.monotonic()
                assert not (await store.health()).ready
                assert time.monotonic() - began < GENEROUS
            # What was sent is applied when the server goes on; however often it is sent, it writes one version.
            await until(lambda: _used(store, game, key))
            assert await store.commit(a_commit(game, 1, key=key)) == Repeated(2, 2)
            assert (await store.load(game)).record == a_record(2)
        finally:
            await store.close()

    async def test_a_full_server_refuses_and_keeps_nothing_of_it(
        self, own_store: RedisStore, own_redis: RedisServer
    ) -> None:
        game, key = a_game(), a_key()
        await play(own_store, game, 1)
        with own_redis.client() as client:
            client.config_set("maxmemory", 1)
            with unavailable_in_time():
                await own_store.commit(a_commit(game, 1, count=3, key=key))
            assert await own_store.load(game, key) == Loaded(a_record(1), None)
            assert await own_store.load(game, None, [Take(a_game(), 1, 10, 1.0)]) == Loaded(a_record(1), None, ())
            client.config_set("maxmemory", 0)
        assert await own_store.commit(a_commit(game, 1, count=3, key=key)) == Committed()

    async def test_a_replica_refuses_until_it_is_a_master_again(
        self, own_store: RedisStore, own_redis: RedisServer
    ) -> None:
        game = a_game()
        await play(own_store, game, 1)
        with own_redis.client() as client:
            client.execute_command("REPLICAOF", "127.0.0.1", 1)
            with unavailable_in_time():
                await own_store.commit(a_commit(game, 1))
            assert "replica" in (await own_store.health()).reason
            assert await own_store.load(game, None, [Take(a_game(), 1, 10, 1.0)]) == Loaded(a_record(1), None, ())
            client.execute_command("REPLICAOF", "NO", "ONE")
        assert await own_store.commit(a_commit(game, 1)) == Committed()

    async def test_a_store_leaves_a_server_that_became_a_replica(self, own_redis: RedisServer) -> None:
        async with proxy_before(own_redis.port) as proxy:
            store = RedisStore.connect(proxy.url, timeout=1.0)
            game = a_game()
            try:
                await play(store, game, 1)
                before = proxy.connections
                with own_redis.client() as client:
                    client.execute_command("REPLICAOF", "127.0.0.1", 1)
                    with unavailable_in_time():
                        await store.commit(a_commit(game, 1))
                    client.execute_command("REPLICAOF", "NO", "ONE")
                assert await store.commit(a_commit(game, 1)) == Committed()
                assert proxy.connections > before
            finally:
                await store.close()

    def test_a_url_that_is_none_is_refused_at_once(self) -> None:
        with pytest.raises(ValueError, match="scheme"):
            RedisStore.connect("http://127.0.0.1")


class TestHealth:
    async def test_a_server_that_may_evict_is_not_ready(self, own_store: RedisStore, own_redis: RedisServer) -> None:
        with own_redis.client() as client:
            for policy in ("allkeys-lru", "volatile-ttl"):
                client.config_set("maxmemory-policy", policy)
                health = await own_store.health()
                assert not health.ready
                assert policy in health.reason
            client.config_set("maxmemory-policy", "noeviction")
        assert (await own_store.health()).ready

    async def test_a_server_without_an_append_only_file_is_ready_with_a_warning(
        self, own_store: RedisStore, own_redis: RedisServer
    ) -> None:
        assert (await own_store.health()).warnings == ()
        with own_redis.client() as client:
            client.config_set("appendonly", "no")
        health = await own_store.health()
        assert health.ready
        assert "appendonly" in health.warnings[0]
