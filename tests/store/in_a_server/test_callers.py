"""Replies that are lost, callers that are cancelled, and callers that wait."""

import asyncio
import random

import pytest
import redis

from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Conflict, Loaded, Repeated
from taphouse.service.store.redis import RedisStore
from tests.effort import BOUND
from tests.servers import RedisServer
from tests.store.build import a_commit, a_game, a_key, a_record, an_entry, changed, play, some_bytes, until
from tests.store.in_a_server.shared import GENEROUS, unavailable_in_time, used
from tests.store.proxy import Loss, proxy_before


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
                await until(lambda: soon(proxy.lost == 1))
                proxy.lose(b"HMGET", "silent")
                with unavailable_in_time():
                    await waiting
                assert (await store.load(game)).record == a_record(1)
            finally:
                await store.close()


async def soon(value: bool) -> bool:
    return value


class TestCancelling:
    async def test_a_commit_goes_on_without_its_caller(self, store: RedisStore) -> None:
        game, key = a_game(), a_key()
        caller = asyncio.create_task(store.commit(a_commit(game, key=key)))
        await asyncio.sleep(0)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        await until(lambda: used(store, game, key))
        assert await store.entries(game, 0, 10) == (an_entry(1),)

    async def test_closing_waits_for_commits_under_way(self, server_url: str, store: RedisStore) -> None:
        leaving, games = RedisStore.connect(server_url, timeout=BOUND), [a_game() for _ in range(20)]
        callers = [asyncio.create_task(leaving.commit(a_commit(game))) for game in games]
        await asyncio.sleep(0)
        for caller in callers:
            caller.cancel()
        await leaving.close()
        for game in games:
            assert (await store.load(game)).record == a_record(1)

    async def test_no_reply_reaches_another_caller_however_many_are_cancelled(self, server_url: str) -> None:
        store = RedisStore.connect(server_url, timeout=BOUND, max_waiting=600)
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
                here = asyncio.current_task()
                oldest = [one for one in tasks if not (one.done() or one.cancelling() or one is here)][:10]
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


class TestWaiting:
    async def test_cancelled_waiters_leave_nothing_behind(self, store: RedisStore, raw: redis.Redis) -> None:
        games = [a_game() for _ in range(40)]
        channels = [f"th:{{{game}}}" for game in games]

        def subscribed() -> int:
            return sum(count for _, count in raw.pubsub_numsub(*channels))

        before = len(raw.client_list())
        for _ in range(3):
            waits = [asyncio.create_task(changed(store, game, 0, 60.0)) for game in games for _ in range(3)]
            await until(lambda: soon(subscribed() == len(games)))
            random.shuffle(waits)
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
            assert store._wakeups.waiting == 0
            await until(lambda: soon(subscribed() == 0))
        assert len(raw.client_list()) <= before + 64 + 1

    async def test_hundreds_of_waiters_share_one_connection(self, own_redis: RedisServer) -> None:
        games, store = [a_game() for _ in range(100)], RedisStore.connect(own_redis.url, timeout=BOUND)
        waits = [asyncio.create_task(changed(store, game, 0, 60.0)) for game in games for _ in range(5)]
        with own_redis.client() as client:
            await until(lambda: soon(len(client.pubsub_channels()) == len(games)))
            assert len(client.client_list(_type="pubsub")) == 1
        await asyncio.gather(*(store.commit(a_commit(game)) for game in games))
        await asyncio.wait_for(asyncio.gather(*waits), GENEROUS)
        await store.close()

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
                await until(lambda: soon(len(client.pubsub_channels()) == len(games)))
                client.client_kill_filter(_type="pubsub")
                await asyncio.wait_for(asyncio.gather(*waits), GENEROUS)
            wait = asyncio.create_task(changed(own_store, games[0], 0, 60.0))
            await until(lambda: soon(client.pubsub_channels() != []))
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
