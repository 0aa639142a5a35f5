"""A server that is away or unwilling, and how healthy it is."""

import asyncio
import time

import pytest
import redis.asyncio

from taphouse.service.store.protocol import Loaded, Repeated, Take
from taphouse.service.store.redis import RedisStore
from tests.effort import BOUND
from tests.servers import RedisServer
from tests.store.build import Made, a_commit, a_game, a_key, a_record, an_entry, changed, play, until
from tests.store.in_a_server.shared import GENEROUS, unavailable_in_time, used
from tests.store.proxy import proxy_before


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
            changed(own_store, game, 20, 60.0),
            own_store.edition("none"),
            own_store.put_edition("none", b""),
        ):
            with unavailable_in_time():
                await call
        health = await own_store.health()
        assert not health.ready
        assert health.reason
        assert not waiter.done()

        own_redis.start()
        await asyncio.wait_for(waiter, GENEROUS)
        assert await own_store.load(game) == Loaded(a_record(20), None)
        assert await own_store.entries(game, 0, 100) == tuple(map(an_entry, range(1, 21)))
        assert await own_store.commit(lost) == Made()
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

    async def test_it_warns_before_its_memory_is_full(self, own_redis: RedisServer) -> None:
        store = RedisStore.connect(own_redis.url, timeout=BOUND)
        async with redis.asyncio.Redis.from_url(own_redis.url) as client:
            await client.setrange("much", 20 << 20, "x")  # a long command would fill a buffer, which is freed later
            info = await client.info("memory")
            used = info["used_memory"] - info["mem_not_counted_for_evict"]
            try:
                await client.config_set("maxmemory", used * 100)
                assert "maxmemory" not in " ".join((await store.health()).warnings)
                await client.config_set("maxmemory", int(used * 1.2))
                health = await store.health()
                assert health.ready
                assert "of maxmemory; when it is full" in " ".join(health.warnings)
                await client.config_set("maxmemory", int(used * 1.04))
                health = await store.health()
                assert not health.ready
                assert "about to refuse changes" in health.reason
                assert await store.commit(a_commit(a_game())) == Made()  # it was told in time
            finally:
                await client.config_set("maxmemory", 0)
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
            await until(lambda: used(store, game, key))
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
        assert await own_store.commit(a_commit(game, 1, count=3, key=key)) == Made()

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
            with unavailable_in_time():  # what it holds may be old
                await own_store.load(game, None, [Take(a_game(), 1, 10, 1.0)])
            client.execute_command("REPLICAOF", "NO", "ONE")
        assert await own_store.commit(a_commit(game, 1)) == Made()

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
                assert await store.commit(a_commit(game, 1)) == Made()
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
