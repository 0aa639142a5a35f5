"""The keys of games and buckets in a server; nothing half-written is seen."""

import struct
import time

import pytest
import redis

from taphouse.service.store import layout
from taphouse.service.store.failures import StoredByNewerRelease
from taphouse.service.store.layout import FORMAT, pack, used_field
from taphouse.service.store.protocol import Take, TakeResult
from taphouse.service.store.redis import RedisStore
from tests.servers import RedisServer
from tests.store.build import Made, a_commit, a_game, a_key, an_entry, play


class TestLayout:
    async def test_a_game_is_in_two_keys_which_expire_together(self, store: RedisStore, raw: redis.Redis) -> None:
        game, key = a_game(), a_key("k", "d", who="host")
        await store.commit(a_commit(game, expires=9_000_000))
        await store.commit(a_commit(game, 1, key=key, expires=500_000))
        assert set(raw.scan_iter(f"th:{{{game}}}*")) == {f"th:{{{game}}}".encode(), f"th:{{{game}}}:entries".encode()}
        assert raw.pttl(f"th:{{{game}}}") == pytest.approx(500_000, abs=20_000)
        assert raw.pttl(f"th:{{{game}}}:entries") == pytest.approx(500_000, abs=20_000)
        assert raw.hget(f"th:{{{game}}}", used_field(key)) == b"d:2:2"

    async def test_a_time_to_live_is_set_anew_once_a_64th_of_it_is_used(
        self, store: RedisStore, raw: redis.Redis
    ) -> None:
        game, lives = a_game(), 6_400_000
        key, talk = f"th:{{{game}}}", f"th:{{{game}}}:talk"
        keys = (key, f"{key}:entries")
        await store.commit(a_commit(game, expires=lives))
        assert all(lives < raw.pttl(one) <= lives * 65 // 64 for one in keys)
        await store.set_talk(game, "mode", "OFF", int(time.time() * 1000) + lives)
        assert raw.pttl(talk) >= raw.pttl(key)
        for version, left in enumerate((lives + 50_000, lives - 1, lives * 2, None), 1):
            for one in keys:
                assert raw.persist(one) if left is None else raw.pexpire(one, left)
            raw.pexpire(talk, 1000)
            await store.commit(a_commit(game, version, expires=lives))
            kept = left == lives + 50_000
            for one in (*keys, talk):
                full = lives * 65 // 64
                wanted = (1000 if one == talk else lives + 50_000) if kept else full
                assert wanted - 30_000 < raw.pttl(one) <= wanted
            assert all(raw.pttl(one) >= lives for one in keys)

    async def test_a_game_is_kept_at_most_an_hour_longer(self, store: RedisStore, raw: redis.Redis) -> None:
        game, lives = a_game(), 90 * 86_400_000
        await store.commit(a_commit(game, expires=lives))
        assert lives + 3_500_000 < raw.pttl(f"th:{{{game}}}") <= lives + layout.LATER == lives + 3_600_000

    async def test_all_lines_of_an_account_are_forgotten_by_one_script(
        self, store: RedisStore, raw: redis.Redis
    ) -> None:
        game, account = a_game(), "a" * 32
        await play(store, game, 1)
        room = f"th:{{{game}}}:room:players"
        said = [b"%d 1700000000000 - key%d seat:1 %s text %d" % (n, n, account.encode(), n) for n in range(1, 501)]
        raw.rpush(room, *said)
        raw.config_resetstat()
        await store.forget_lines(game, account)
        calls = {name: one["calls"] for name, one in raw.info("commandstats").items()}
        assert (calls["cmdstat_evalsha"], calls["cmdstat_lset"]) == (1, 500)
        assert raw.lrange(room, 0, -1) == [line.partition(account.encode())[0] + b"- " for line in said]

    async def test_an_edition_with_a_lease_is_kept_for_the_longest_one(
        self, store: RedisStore, raw: redis.Redis
    ) -> None:
        digest = a_game()
        key = f"th:edition:{digest}"
        for lease, left in ((500_000, 500_000), (9_000_000, 9_000_000), (500_000, 9_000_000)):
            await store.put_edition(digest, b"first", lease)
            assert raw.pttl(key) == pytest.approx(left, abs=20_000)
        for lease in (None, 500_000):  # one that is offered is kept always
            await store.put_edition(digest, b"second", lease)
            assert raw.pttl(key) == -1
        assert raw.get(key) == b"first"

    async def test_operators_can_read_the_state(self, store: RedisStore, raw: redis.Redis) -> None:
        game = a_game()
        await store.commit(a_commit(game, count=3))
        shown = raw.hmget(f"th:{{{game}}}", "version", "kind", "status", "format")
        assert shown == [b"3", b"dank-and-draft", b"RUNNING", str(FORMAT).encode()]

    async def test_a_game_of_a_newer_release_is_told_apart(self, store: RedisStore, raw: redis.Redis) -> None:
        game = a_game()
        await play(store, game, 1)
        raw.hset(f"th:{{{game}}}", "format", FORMAT + 1)
        with pytest.raises(StoredByNewerRelease, match=f"format {FORMAT + 1}"):
            await store.load(game)
        with pytest.raises(StoredByNewerRelease):
            await store.news(game, 0, 10)

    async def test_the_script_is_sent_again_where_the_server_has_forgotten_it(
        self, store: RedisStore, raw: redis.Redis
    ) -> None:
        game = a_game()
        for version in range(3):
            raw.script_flush()
            assert await store.commit(a_commit(game, version)) == Made()


class TestBuckets:
    async def test_a_bucket_fills_by_the_clock_of_the_server(self, store: RedisStore, raw: redis.Redis) -> None:
        bucket = a_game()
        seconds, micros = raw.time()
        raw.set(f"th:rate:{bucket}", struct.pack("<dd", 1.5, (seconds - 100) * 1_000_000 + micros))
        (taken,) = await store.take([Take(bucket, 3, 10, 0.02)])  # two more in the hundred seconds since
        assert (taken.allowed, taken.left) == (True, 0)

    async def test_a_clock_that_goes_back_takes_nothing_away(self, store: RedisStore, raw: redis.Redis) -> None:
        bucket = a_game()
        raw.set(f"th:rate:{bucket}", struct.pack("<dd", 4, (raw.time()[0] + 1000) * 1_000_000))
        assert await store.take([Take(bucket, 1, 10, 0.001)]) == (TakeResult(True, 3, 0.0),)

    async def test_a_commit_is_persisted_and_what_it_takes_is_not(
        self, own_store: RedisStore, own_redis: RedisServer
    ) -> None:
        game, take = a_game(), Take(a_game(), 4, 10, 0.001)
        await play(own_store, game, 1)
        kept = (await own_store.load(game)).record
        assert await own_store.commit(a_commit(game, 1, ahead=kept, takes=[take])) == Made()
        with own_redis.client() as raw:
            assert raw.exists(f"th:rate:{take.bucket}") == 1
        own_redis.kill()
        own_redis.start()
        with own_redis.client() as raw:
            assert raw.hget(f"th:{{{game}}}", "version") == b"2"
            assert raw.llen(f"th:{{{game}}}:entries") == 2
            assert raw.exists(f"th:rate:{take.bucket}") == 0

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
            assert taken == (TakeResult(True, left, 0.0),) * 2

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
            raw.rpush(f"th:{{{game}}}:entries", pack(an_entry(version, b"never committed")))
        return game

    async def test_leftovers_are_not_seen(self, store: RedisStore, game: str) -> None:
        assert await store.entries(game, 0, 10) == (an_entry(1), an_entry(2))
        assert await store.entries(game, 2, 10) == ()

    @pytest.mark.parametrize("count", [1, 2, 5])
    async def test_the_next_commit_takes_them_away(self, store: RedisStore, game: str, count: int) -> None:
        assert await store.commit(a_commit(game, 2, count=count)) == Made()
        assert await store.commit(a_commit(game, 2 + count)) == Made()
        assert await store.entries(game, 0, 10) == tuple(map(an_entry, range(1, count + 4)))

    async def test_a_game_is_created_over_the_log_of_a_lost_one(
        self, store: RedisStore, raw: redis.Redis, game: str
    ) -> None:
        raw.delete(f"th:{{{game}}}")
        assert await store.entries(game, 0, 10) == ()
        assert await store.commit(a_commit(game)) == Made()
        assert await store.entries(game, 0, 10) == (an_entry(1),)
        assert await store.commit(a_commit(game, 1, count=4)) == Made()

    async def test_a_game_whose_log_is_lost_goes_on(self, store: RedisStore, raw: redis.Redis, game: str) -> None:
        raw.delete(f"th:{{{game}}}:entries")
        assert await store.entries(game, 0, 10) == ()
        assert await store.commit(a_commit(game, 2)) == Made()
        assert await store.entries(game, 0, 10) == (an_entry(3),)
