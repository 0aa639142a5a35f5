"""What every store does, in memory, in Valkey, in Redis 7.0 and in a cluster."""

import asyncio
import time
from collections.abc import Callable

import msgspec
import pytest

from taphouse.service.store import Commit, Committed, Conflict, KeyReused, Loaded, Repeated, Store, Take, Taken
from taphouse.service.store.memory import MemoryStore
from tests.store.build import NOTHING_IS_TEXT, a_commit, a_game, a_key, a_record, an_entry, changed, play, until
from tests.store.conftest import Clock

PROMPT = 2.0
"""Seconds that are far more than a wake-up takes, and far less than the waits below."""


class TestCommit:
    async def test_there_is_no_game_before_it_is_created(self, store: Store) -> None:
        assert await store.load(a_game()) == Loaded(None, None)
        assert await store.load(a_game(), a_key()) == Loaded(None, None)

    async def test_what_was_created_is_loaded_byte_for_byte(self, store: Store) -> None:
        game = a_game()
        commit = a_commit(game)
        assert await store.commit(commit) == Committed()
        assert await store.load(game) == Loaded(commit.record, None)
        assert await store.entries(game, 0, 10) == commit.entries

    async def test_commits_build_on_each_other_and_may_hold_several_versions(self, store: Store) -> None:
        game = a_game()
        await play(store, game, 2)
        assert await store.commit(a_commit(game, expected=2, count=5)) == Committed()
        assert (await store.load(game)).record == a_record(7)
        assert await store.entries(game, 0, 100) == tuple(map(an_entry, range(1, 8)))

    async def test_another_version_than_expected_is_a_conflict_and_writes_nothing(self, store: Store) -> None:
        game = a_game()
        await play(store, game, 3)
        for expected in (0, 2, 4):
            assert await store.commit(a_commit(game, expected, key=a_key("loser"))) == Conflict(3)
        assert await store.load(game, a_key("loser")) == Loaded(a_record(3), None)
        assert len(await store.entries(game, 0, 100)) == 3

    async def test_to_play_in_a_game_that_does_not_exist_is_a_conflict(self, store: Store) -> None:
        game = a_game()
        assert await store.commit(a_commit(game, expected=4)) == Conflict(0)
        assert await store.load(game) == Loaded(None, None)

    async def test_of_fifty_writers_on_one_version_one_wins_and_nothing_of_the_others_is_seen(
        self, open_store: Callable[[], Store]
    ) -> None:
        stores, game = [open_store(), open_store()], a_game()
        await play(stores[0], game, 1)

        def bid(number: int) -> Commit:
            mine = b"writer %d" % number
            entries = (an_entry(2, mine), an_entry(3, mine))[: 1 + number % 2]
            record = a_record(1 + len(entries), snapshot=mine)
            return a_commit(game, 1, key=a_key(f"writer {number}"), entries=entries, record=record)

        bids = [bid(number) for number in range(50)]
        results = await asyncio.gather(*(stores[i % 2].commit(bid) for i, bid in enumerate(bids)))
        winners = [bid for bid, result in zip(bids, results, strict=True) if result == Committed()]
        assert len(winners) == 1
        winner = winners[0]
        version = winner.record.version
        assert [result for result in results if result != Committed()] == [Conflict(version)] * 49
        assert await stores[1].entries(game, 1, 100) == winner.entries
        for bid_ in bids:
            earlier = Repeated(2, version) if bid_ is winner else None
            assert await stores[0].load(game, bid_.key) == Loaded(winner.record, earlier)

    async def test_a_malformed_commit_is_refused_before_anything_is_sent(self, store: Store) -> None:
        game = a_game()
        for entries in ((), (an_entry(2),), (an_entry(1), an_entry(2))):
            with pytest.raises(ValueError, match="cannot write versions"):
                await store.commit(a_commit(game, entries=entries))
        assert await store.load(game) == Loaded(None, None)

    async def test_unicode_and_bytes_come_back_as_they_were(self, store: Store) -> None:
        game = a_game()
        key = a_key("schlüssel:mit\nallem {🍺}", "d:1:2:3", who="seat:2")
        record = a_record(1, kind="bière", status="läuft", setup=b"", snapshot=NOTHING_IS_TEXT)
        entry = an_entry(1, b"")
        commit = a_commit(game, key=key, record=record, entries=(entry,))
        assert await store.commit(commit) == Committed()
        assert await store.commit(commit) == Repeated(1, 1)
        assert await store.load(game, key) == Loaded(record, Repeated(1, 1))
        assert await store.entries(game, 0, 1) == (entry,)


class TestKeys:
    async def test_a_repeated_key_gives_the_versions_it_wrote_and_writes_nothing(self, store: Store) -> None:
        game, key = a_game(), a_key()
        await play(store, game, 2)
        commit = a_commit(game, 2, count=3, key=key)
        assert await store.commit(commit) == Committed()
        assert await store.commit(commit) == Repeated(3, 5)
        assert await store.load(game, key) == Loaded(a_record(5), Repeated(3, 5))
        assert len(await store.entries(game, 0, 100)) == 5

    async def test_a_key_used_for_another_request_is_reported(self, store: Store) -> None:
        game, key = a_game(), a_key("k", "one")
        assert await store.commit(a_commit(game, key=key)) == Committed()
        assert await store.commit(a_commit(game, 1, key=a_key("k", "two"))) == KeyReused()
        assert await store.load(game, a_key("k", "two")) == Loaded(a_record(1), KeyReused())

    async def test_the_key_is_looked_at_before_the_version(self, store: Store) -> None:
        game, key = a_game(), a_key("k", "one")
        assert await store.commit(a_commit(game, key=key)) == Committed()
        await store.commit(a_commit(game, 1))
        for expected in (0, 1, 2, 9):
            assert await store.commit(a_commit(game, expected, key=key)) == Repeated(1, 1)
            assert await store.commit(a_commit(game, expected, key=a_key("k", "two"))) == KeyReused()

    async def test_a_key_belongs_to_one_user_and_one_game(self, store: Store) -> None:
        game, other = a_game(), a_game()
        assert await store.commit(a_commit(game, key=a_key("k", who="seat:1"))) == Committed()
        assert await store.commit(a_commit(game, 1, key=a_key("k", who="seat:2"))) == Committed()
        assert await store.commit(a_commit(other, key=a_key("k", who="seat:1"))) == Committed()

    async def test_a_refused_commit_does_not_use_its_key(self, store: Store) -> None:
        game, key = a_game(), a_key()
        await play(store, game, 1)
        assert await store.commit(a_commit(game, 0, key=key)) == Conflict(1)
        assert await store.commit(a_commit(game, 1, key=key)) == Committed()


class TestLog:
    async def test_entries_are_paged(self, store: Store) -> None:
        game = a_game()
        await store.commit(a_commit(game, count=10))
        for after, count, versions in [
            (0, 3, [1, 2, 3]),
            (3, 4, [4, 5, 6, 7]),
            (8, 9, [9, 10]),
            (10, 5, []),
            (4, 0, []),
        ]:
            assert await store.entries(game, after, count) == tuple(map(an_entry, versions))

    async def test_a_game_that_does_not_exist_has_no_entries(self, store: Store) -> None:
        assert await store.entries(a_game(), 0, 10) == ()
        assert await store.since_snapshot(a_game(), 1) == ()

    async def test_entries_reach_back_to_the_newest_snapshot(self, store: Store) -> None:
        game = a_game()
        await store.commit(a_commit(game, count=40))
        for at, first in [(1, 1), (15, 1), (16, 16), (17, 16), (31, 16), (32, 32), (40, 32)]:
            assert await store.since_snapshot(game, at) == tuple(map(an_entry, range(first, at + 1)))

    async def test_entries_reach_back_however_far_the_snapshot_is(self, store: Store) -> None:
        game = a_game()
        entries = tuple(an_entry(version, every=1000) for version in range(1, 71))
        await store.commit(a_commit(game, entries=entries, record=a_record(70)))
        for at in (1, 16, 17, 33, 70):
            assert await store.since_snapshot(game, at) == entries[:at]

    async def test_where_there_is_no_such_version_or_no_snapshot_there_is_nothing(self, store: Store) -> None:
        game, bare = a_game(), a_game()
        await store.commit(a_commit(game, count=4))
        for at in (-1, 0, 5, 100):
            assert await store.since_snapshot(game, at) == ()
        entries = tuple(an_entry(version, every=100) for version in range(2, 35))
        await store.commit(a_commit(bare, entries=(msgspec.structs.replace(an_entry(1), snapshot=None),)))
        await store.commit(a_commit(bare, 1, entries=entries, record=a_record(34)))
        for at in (1, 16, 34):
            assert await store.since_snapshot(bare, at) == ()


class TestChanged:
    async def test_it_returns_at_once_where_the_game_has_moved_on(self, store: Store) -> None:
        game = a_game()
        await play(store, game, 2)
        began = time.monotonic()
        await changed(store, game, 1, 60.0)
        await changed(store, a_game(), 1, 60.0)
        assert time.monotonic() - began < PROMPT

    async def test_it_wakes_promptly_on_a_commit_through_another_store(self, open_store: Callable[[], Store]) -> None:
        watcher, player, game = open_store(), open_store(), a_game()
        await play(player, game, 1)

        async def past(version: int) -> int:
            wakes = 0
            while (await watcher.load(game)).record == a_record(version):
                await changed(watcher, game, version, 60.0)
                wakes += 1
            return wakes

        for version in range(1, 6):
            waits = [asyncio.create_task(past(version)) for _ in range(3)]
            other = asyncio.create_task(changed(watcher, a_game(), 0, 60.0))
            assert (await asyncio.wait([*waits, other], timeout=0.02))[0] == set()
            began = time.monotonic()
            await player.commit(a_commit(game, version))
            assert all(wakes <= 2 for wakes in await asyncio.gather(*waits))  # 2: in a cluster, late news of the last
            assert time.monotonic() - began < PROMPT
            assert not other.done()
            other.cancel()

    async def test_it_wakes_when_the_game_is_created(self, open_store: Callable[[], Store]) -> None:
        watcher, player, game = open_store(), open_store(), a_game()
        wait = asyncio.create_task(changed(watcher, game, 0, 60.0))
        assert (await asyncio.wait([wait], timeout=0.02))[0] == set()
        await player.commit(a_commit(game))
        await asyncio.wait_for(wait, PROMPT)

    async def test_it_never_sleeps_through_a_commit(self, open_store: Callable[[], Store]) -> None:
        watcher, player, game = open_store(), open_store(), a_game()
        last = 100

        async def watch() -> int:
            version = wakes = 0
            while version < last:
                await changed(watcher, game, version, 60.0)
                record = (await watcher.load(game)).record
                version = record.version if record else 0
                wakes += 1
            return wakes

        began = time.monotonic()
        watches = [asyncio.create_task(watch()) for _ in range(3)]
        await play(player, game, last)
        for wakes in await asyncio.gather(*watches):
            assert wakes <= 2 * last
        assert time.monotonic() - began < 30

    async def test_it_returns_after_its_timeout(self, store: Store) -> None:
        game = a_game()
        await play(store, game, 1)
        began = time.monotonic()
        await changed(store, game, 1, 0.05)
        await changed(store, game, 1, 0.0)
        assert time.monotonic() - began < PROMPT


class TestForgetting:
    async def test_a_game_is_forgotten_whole_and_may_be_created_anew(self, store: Store, clock: Clock) -> None:
        game = a_game()
        await store.commit(a_commit(game, count=3))
        await store.commit(a_commit(game, 3, expires=50))
        clock.now += 0.051

        async def forgotten() -> bool:
            return (await store.load(game)).record is None

        await until(forgotten)
        assert await store.entries(game, 0, 10) == ()
        assert await store.since_snapshot(game, 2) == ()
        assert await store.commit(a_commit(game, 4)) == Conflict(0)
        assert await store.commit(a_commit(game)) == Committed()
        assert await store.entries(game, 0, 10) == (an_entry(1),)

    async def test_every_commit_sets_the_time_anew(self, store: Store, clock: Clock) -> None:
        game = a_game()
        await store.commit(a_commit(game, expires=600_000))
        clock.now += 500
        await store.commit(a_commit(game, 1, expires=600_000))
        clock.now += 500
        assert (await store.load(game)).record == a_record(2)


class TestTaking:
    """What flows in a second is either nearly nothing or more than the bucket holds, so that no test waits."""

    async def test_a_bucket_is_full_at_first_and_empty_when_all_is_taken(self, store: Store) -> None:
        bucket = a_game()
        takes = [Take(bucket, cost, 10, 0.001) for cost in (3, 0, 7, 1)]
        first, second, third, fourth = [await store.take([take]) for take in takes]
        assert (first, second, third) == ((Taken(True, 7, 0.0),), (Taken(True, 7, 0.0),), (Taken(True, 0, 0.0),))
        ((allowed, left, retry),) = [(one.allowed, one.left, one.retry) for one in fourth]
        assert (allowed, left) == (False, 0)
        assert 990 <= retry <= 1000

    async def test_who_asks_for_too_much_takes_nothing_and_is_told_when_there_is_enough(self, store: Store) -> None:
        bucket = a_game()
        await store.take([Take(bucket, 8, 10, 0.01)])
        (refused,) = await store.take([Take(bucket, 4, 10, 0.01)])
        assert (refused.allowed, refused.left) == (False, 2)
        assert 190 <= refused.retry <= 200
        assert (await store.take([Take(bucket, 2, 10, 0.01)]))[0].allowed

    async def test_a_bucket_fills_by_time_up_to_what_it_holds(self, store: Store, clock: Clock) -> None:
        bucket = a_game()
        slow = Take(bucket, 10, 10, 0.001)
        assert (await store.take([slow]))[0].allowed
        assert not (await store.take([slow]))[0].allowed

        async def full() -> bool:
            clock.now += 0.001
            (taken,) = await store.take([Take(bucket, 0, 10, 1000.0)])
            assert taken.left <= 10
            return taken.left == 10

        await until(full)  # a hundredth of a second
        assert (await store.take([slow]))[0] == Taken(True, 0, 0.0)

    async def test_a_bucket_that_became_smaller_holds_less(self, store: Store) -> None:
        bucket = a_game()
        await store.take([Take(bucket, 1, 100, 0.001)])
        assert await store.take([Take(bucket, 1, 10, 0.001)]) == (Taken(True, 9, 0.0),)

    async def test_all_instances_take_from_the_same_bucket_and_never_more_than_it_holds(
        self, open_store: Callable[[], Store]
    ) -> None:
        stores, bucket = [open_store(), open_store()], a_game()
        taken = await asyncio.gather(*(stores[i % 2].take([Take(bucket, 1, 20, 0.001)]) for i in range(50)))
        assert sorted(one.left for (one,) in taken if one.allowed) == list(range(20))

    async def test_what_can_be_taken_is_told_with_the_game(self, store: Store) -> None:
        game, key, buckets = a_game(), a_key(), [a_game() for _ in range(5)]
        await play(store, game, 1)
        takes = [Take(bucket, cost, 10, 0.001) for cost, bucket in enumerate(buckets)]
        taken = tuple(Taken(True, 10 - cost, 0.0) for cost in range(5))
        assert await store.load(game, None, takes) == Loaded(a_record(1), None, taken)
        again = await store.load(game, key, [*takes[:2], Take(buckets[4], 10, 10, 0.001)])
        assert (again.record, again.earlier) == (a_record(1), None)
        assert [(one.allowed, one.left) for one in again.taken] == [(True, 10), (True, 8), (False, 6)]
        assert await store.load(a_game(), None, takes[:1]) == Loaded(None, None, (Taken(True, 10, 0.0),))


class TestLists:
    """Lists of games: an index that readers put right."""

    async def test_a_list_is_read_from_the_greatest_entry_on_in_pages(self, open_store: Callable[[], Store]) -> None:
        one, two, name = open_store(), open_store(), a_game()
        assert await one.listed([name], None, 10) == ()
        for entry in ("0002:b", "0010:c", "0001:a", "0010:d"):
            await one.enlist(name, entry, "", 60_000)
        assert await two.listed([name], None, 10) == ("0010:d", "0010:c", "0002:b", "0001:a")
        assert await two.listed([name], None, 3) == ("0010:d", "0010:c", "0002:b")
        assert await two.listed([name], "0010:c", 3) == ("0002:b", "0001:a")
        assert await two.listed([name], "0005:z", 1) == ("0002:b",)
        assert await two.listed([name], "0001:a", 3) == ()
        assert await two.listed([name], None, 0) == await two.listed([], None, 5) == ()

    async def test_several_lists_are_read_as_one(self, store: Store) -> None:
        names = [a_game() for _ in range(3)]
        for number, name in enumerate([*names, *names]):
            await store.enlist(name, f"{number:04d}:x", "", 60_000)
        for name in names:
            await store.enlist(name, "0004:twice", "", 60_000)
        assert await store.listed([*names, a_game()], "0005:x", 3) == ("0004:x", "0004:twice", "0003:x")
        assert len(await store.listed(names, None, 100)) == 7

    async def test_an_entry_is_there_once_until_it_is_struck(self, store: Store) -> None:
        name, other = a_game(), a_game()
        for entry in ("0001:a", "0001:a", "0002:b", "0003:c"):
            await store.enlist(name, entry, "", 60_000)
        await store.enlist(other, "0001:a", "", 60_000)
        assert await store.listed([name], None, 10) == ("0003:c", "0002:b", "0001:a")
        await store.strike(name, [])
        await store.strike(name, ["0001:a", "0003:c", "0009:nobody"])
        await store.strike(a_game(), ["0001:a"])
        assert await store.listed([name], None, 10) == ("0002:b",)
        assert await store.listed([other], None, 10) == ("0001:a",)

    async def test_what_is_older_than_the_oldest_is_taken_out(self, store: Store) -> None:
        name = a_game()
        for entry in ("0001:a", "0002:b", "0003:c"):
            await store.enlist(name, entry, "", 60_000)
        await store.enlist(name, "0004:d", "0003", 60_000)
        assert await store.listed([name], None, 10) == ("0004:d", "0003:c")

    async def test_a_list_is_forgotten_after_its_time_which_every_entry_sets_anew(
        self, store: Store, clock: Clock
    ) -> None:
        name = a_game()
        await store.enlist(name, "0001:a", "", 50)
        await store.enlist(name, "0002:b", "", 600_000)
        clock.now += 0.051
        await asyncio.sleep(0.06)  # Redis has a clock of its own
        assert await store.listed([name], None, 10) == ("0002:b", "0001:a")
        await store.enlist(name, "0003:c", "", 50)
        clock.now += 0.051

        async def forgotten() -> bool:
            return await store.listed([name], None, 10) == ()

        await until(forgotten)
        await store.enlist(name, "0004:d", "", 60_000)
        assert await store.listed([name], None, 10) == ("0004:d",)

    async def test_the_present_of_several_games_is_read_at_once(self, store: Store) -> None:
        games = [a_game() for _ in range(4)]
        for version, game in enumerate(games[:3], 1):
            await store.commit(a_commit(game, count=version))
        nowhere = a_game()
        found = await store.records([games[2], nowhere, games[0], games[1], games[0]])
        assert found == (a_record(3), None, a_record(1), a_record(2), a_record(1))
        assert await store.records([]) == ()


class TestTheRest:
    async def test_an_edition_is_kept_as_it_was_first_put(self, open_store: Callable[[], Store]) -> None:
        one, two, digest = open_store(), open_store(), a_game()
        assert await one.edition(digest) is None
        await one.put_edition(digest, NOTHING_IS_TEXT)
        await two.put_edition(digest, b"something else")
        assert await two.edition(digest) == NOTHING_IS_TEXT

    async def test_it_is_healthy(self, store: Store) -> None:
        health = await store.health()
        assert health.ready
        assert health.reason == ""

    async def test_it_may_be_closed_twice(self, open_store: Callable[[], Store]) -> None:
        store = open_store()
        await store.load(a_game())
        await store.close()
        await store.close()


async def test_in_memory_keys_are_forgotten_by_their_own_time() -> None:
    clock = Clock()
    store, game, key = MemoryStore(clock, key_ttl=60.0), a_game(), a_key()
    await store.commit(a_commit(game, key=key, expires=1000))
    clock.now += 59
    assert await store.load(game, key) == Loaded(None, Repeated(1, 1))
    clock.now += 1
    assert await store.load(game, key) == Loaded(None, None)
