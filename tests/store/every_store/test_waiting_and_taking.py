"""Other duties of every store: wake-ups, buckets, lists, editions."""

import asyncio
import time
from collections.abc import Callable
from unittest.mock import ANY

from taphouse.service.store.protocol import Hold, Loaded, Store, Take, TakeResult
from tests.store.build import NOTHING_IS_TEXT, a_commit, a_game, a_key, a_record, changed, play, until
from tests.store.conftest import Clock

PROMPT = 2.0
"""Seconds that are far more than a wake-up takes, and far less than the waits below."""


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


class TestTaking:
    """The points that flow in a second are either nearly none or more than the bucket holds, so that no test waits."""

    async def test_a_bucket_is_full_at_first_and_empty_when_all_is_taken(self, store: Store) -> None:
        bucket = a_game()
        takes = [Take(bucket, cost, 10, 0.001) for cost in (3, 0, 7, 1)]
        first, second, third, fourth = [await store.take([take]) for take in takes]
        assert (first, second, third) == (
            (TakeResult(True, 7, 0.0),),
            (TakeResult(True, 7, 0.0),),
            (TakeResult(True, 0, 0.0),),
        )
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
        assert (await store.take([slow]))[0] == TakeResult(True, 0, 0.0)

    async def test_a_bucket_that_became_smaller_holds_less(self, store: Store) -> None:
        bucket = a_game()
        await store.take([Take(bucket, 1, 100, 0.001)])
        assert await store.take([Take(bucket, 1, 10, 0.001)]) == (TakeResult(True, 9, 0.0),)

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
        taken = tuple(TakeResult(True, 10 - cost, 0.0) for cost in range(5))
        assert await store.load(game, None, takes) == Loaded(a_record(1), None, taken)
        again = await store.load(game, key, [*takes[:2], Take(buckets[4], 10, 10, 0.001)])
        assert (again.record, again.earlier) == (a_record(1), None)
        assert [(one.allowed, one.left) for one in again.taken] == [(True, 10), (True, 8), (False, 6)]
        assert await store.load(a_game(), None, takes[:1]) == Loaded(None, None, (TakeResult(True, 10, 0.0),))


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


class TestHolds:
    async def test_only_so_many_are_held_at_once_and_one_makes_room_when_it_is_released(self, store: Store) -> None:
        name = f"waiting:{a_game()}"
        assert await store.hold([Hold(name, member, 2, 60_000) for member in "abac"]) == (0.0, 0.0, 0.0, ANY)
        (wait,) = await store.hold([Hold(name, "c", 2, 60_000)])
        assert 0 < wait <= 60
        await store.release([name, f"{name}-other"], "a")
        assert await store.hold([Hold(name, "c", 2, 60_000), Hold(f"{name}-other", "a", 1, 60_000)]) == (0.0, 0.0)
        assert await store.held([name, f"{name}-other", f"{name}-third"]) == (2, 1, 0)
        assert await store.hold([]) == await store.held([]) == ()
        await store.release([], "a")

    async def test_a_lease_ends_by_itself(self, store: Store, clock: Clock) -> None:
        name = f"waiting:{a_game()}"
        assert await store.hold([Hold(name, "a", 1, 1)]) == (0.0,)
        clock.now += 1  # Redis has a clock of its own
        await until(lambda: none_held(store, name))
        await until(lambda: is_taken(store, name))  # `held` may be a millisecond ahead of it


async def none_held(store: Store, name: str) -> bool:
    return await store.held([name]) == (0,)


async def is_taken(store: Store, name: str) -> bool:
    return await store.hold([Hold(name, "b", 1, 60_000)]) == (0.0,)


class TestTheRest:
    async def test_an_edition_is_kept_as_it_was_first_put(self, open_store: Callable[[], Store]) -> None:
        one, two, digest = open_store(), open_store(), a_game()
        assert await one.edition(digest) is None
        await one.put_edition(digest, NOTHING_IS_TEXT)
        await two.put_edition(digest, b"something else")
        await two.put_edition(digest, b"something else", 60_000)
        assert await two.edition(digest) == NOTHING_IS_TEXT

    async def test_a_file_of_a_page_is_kept_for_other_instances(self, open_store: Callable[[], Store]) -> None:
        one, two, name = open_store(), open_store(), f"{a_game()}.js"
        assert await two.file(name) is None
        await one.put_file(name, NOTHING_IS_TEXT, 60_000)
        assert await two.file(name) == NOTHING_IS_TEXT
        await two.put_file(name, NOTHING_IS_TEXT, 60_000)
        assert await one.file(name) == NOTHING_IS_TEXT

    async def test_it_is_healthy(self, store: Store) -> None:
        health = await store.health()
        assert health.ready
        assert health.reason == ""

    async def test_it_may_be_closed_twice(self, open_store: Callable[[], Store]) -> None:
        store = open_store()
        await store.load(a_game())
        await store.close()
        await store.close()
