"""All requests of a process share one connection: bounds, cuts, and whose reply is whose."""

import asyncio
import random
from collections import Counter

import pytest

from taphouse.service.store.failures import StoreBusy, StoreUnavailable
from taphouse.service.store.protocol import Conflict, Loaded
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers import pipelined_connection
from taphouse.service.store.servers.node import NoConnection
from tests.effort import BOUND, many
from tests.servers import RedisServer
from tests.store.build import Made, a_commit, a_game, a_key, a_record, play, some_bytes, until
from tests.store.proxy import proxy_before


async def test_more_calls_than_may_wait_are_refused_at_once(own_redis: RedisServer) -> None:
    store = RedisStore.connect(own_redis.url, timeout=BOUND, max_waiting=20)
    game = a_game()
    try:
        await play(store, game, 1)
        with own_redis.paused():
            waiting = [asyncio.create_task(store.load(game)) for _ in range(20)]
            await asyncio.sleep(0)
            for call in (store.load(game), store.commit(a_commit(game, 1)), store.entries(game, 0, 1)):
                with pytest.raises(StoreBusy):
                    await call
        assert await asyncio.gather(*waiting) == [Loaded(a_record(1), None)] * 20
        assert (await store.load(game)).record == a_record(1)  # what was refused was not sent
    finally:
        await store.close()


async def test_callers_that_left_still_count_until_the_server_has_answered(own_redis: RedisServer) -> None:
    store = RedisStore.connect(own_redis.url, timeout=BOUND, max_waiting=20)
    game = a_game()
    try:
        await play(store, game, 1)
        with own_redis.paused():
            leaving = [asyncio.create_task(store.load(game)) for _ in range(20)]
            await asyncio.sleep(0)
            for caller in leaving:
                caller.cancel()
            await asyncio.gather(*leaving, return_exceptions=True)
            with pytest.raises(StoreBusy):
                await store.load(game)
        await until(lambda: _willing(store, game))
    finally:
        await store.close()


async def test_more_bytes_than_may_wait_are_refused_at_once(
    own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipelined_connection, "MOST_BYTES", 100_000)
    store = RedisStore.connect(own_redis.url, timeout=BOUND)
    large, game = a_record(1, snapshot=some_bytes(150_000)), a_game()
    try:
        assert await store.commit(a_commit(game, record=large)) == Made()  # alone, it may be larger
        with own_redis.paused():
            waiting = asyncio.create_task(store.commit(a_commit(a_game(), record=large)))
            await asyncio.sleep(0.01)
            with pytest.raises(StoreBusy):
                await store.load(game)
        assert await waiting == Made()
        assert (await store.load(game)).record == large
    finally:
        await store.close()


async def test_all_calls_share_one_connection_also_when_it_is_made_again(own_redis: RedisServer) -> None:
    async with proxy_before(own_redis.port) as proxy:
        store = RedisStore.connect(proxy.url, timeout=BOUND)
        games = [a_game() for _ in range(100)]
        try:
            assert await asyncio.gather(*(store.commit(a_commit(game)) for game in games)) == [Made()] * 100
            before = proxy.connections
            assert before <= 2  # another for what redis-py does
            for _ in range(3):
                proxy.close()
                before += 1
                loaded = await asyncio.gather(*(store.load(game) for game in games))
                assert [one.record for one in loaded] == [a_record(1)] * 100
                assert proxy.connections == before
        finally:
            await store.close()


async def test_a_server_that_is_back_is_found_by_all_with_one_connection(own_redis: RedisServer) -> None:
    store = RedisStore.connect(own_redis.url, timeout=BOUND)
    game = a_game()
    try:
        await play(store, game, 1)
        own_redis.stop()
        for _ in range(3):
            calls = await asyncio.gather(*(store.load(game) for _ in range(100)), return_exceptions=True)
            assert {type(one) for one in calls} == {NoConnection}
        own_redis.start()
        assert await asyncio.gather(*(store.load(game) for _ in range(100))) == [Loaded(a_record(1), None)] * 100
        with own_redis.client() as client:
            assert len(client.client_list()) == 2  # this one is another
    finally:
        await store.close()


@pytest.mark.parametrize("rounds", [many(15)])
async def test_calls_on_a_connection_that_is_cut_again_and_again_get_their_own_replies(
    own_redis: RedisServer, rounds: int
) -> None:
    store, choose = RedisStore.connect(own_redis.url, timeout=BOUND), random.Random(5)
    games = {a_game(): some_bytes(choose.choice((10, 5000, 1_000_000))) for _ in range(20)}
    results: Counter[str] = Counter()

    async def ask(game: str) -> None:
        try:
            loaded = await store.load(game, a_key("unused"))
            assert loaded.record
            assert loaded.record.snapshot == games[game]
            assert await store.commit(a_commit(game, 99)) == Conflict(1)
            results["answered"] += 1
        except StoreUnavailable:
            results["lost"] += 1

    try:
        for game, snapshot in games.items():
            await store.commit(a_commit(game, record=a_record(1, snapshot=snapshot)))
        with own_redis.client() as client:
            for _ in range(rounds):
                asking = [asyncio.create_task(ask(choose.choice(list(games)))) for _ in range(40)]
                for _ in range(choose.randrange(8)):
                    await asyncio.sleep(0)
                client.client_kill_filter(_type="normal", skipme=True)
                await asyncio.gather(*asking)
        assert results["answered"] > 20 * rounds
        await asyncio.gather(*(ask(game) for game in games))
    finally:
        await store.close()


async def _willing(store: RedisStore, game: str) -> bool:
    try:
        return (await store.load(game)).record is not None
    except StoreBusy:
        return False
