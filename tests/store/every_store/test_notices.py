"""Duties of every store for webhooks: marks, notices with their reminders, and items that only change from what was read."""

import asyncio
from collections.abc import Callable

from taphouse.service.store.protocol import (
    BOTS,
    DELIVERIES,
    MOST_NOTICES,
    NOTICES,
    Committed,
    Conflict,
    Due,
    Repeated,
    Store,
)
from tests.store.build import Made, a_commit, a_game, a_key, a_record, play, until
from tests.store.conftest import Clock

LONG = 60_000


async def claimed(store: Store, member: str, queue: str) -> list[Due]:
    return [due for due in await store.claim(600.0, 1000, queue) if due.member == member]


class TestMarks:
    async def test_a_game_is_watched_from_its_mark_on(self, store: Store) -> None:
        game, other = a_game(), a_game()
        await play(store, game, 2)
        await play(store, other, 1)
        await store.watch([game])
        record = (await store.load(game)).record
        assert record == a_record(2, watched=True)
        assert (await store.records([game, other]))[1] == a_record(1)
        assert await store.commit(a_commit(game, 2)) == Made()
        assert (await store.news(game, 0, 1)).record == a_record(3, watched=True)

    async def test_a_commit_marks_a_game(self, store: Store) -> None:
        game = a_game()
        await store.commit(a_commit(game, record=a_record(1, watched=True)))
        await store.commit(a_commit(game, 1))
        assert (await store.load(game)).record == a_record(2, watched=True)

    async def test_a_game_that_is_marked_before_it_exists_is_created_watched(self, store: Store) -> None:
        game = a_game()
        await store.watch([game])
        assert (await store.load(game)).record is None
        assert await store.commit(a_commit(game)) == Made()
        assert (await store.load(game)).record == a_record(1, watched=True)


class TestNotices:
    async def test_a_commit_without_notices_sets_no_reminder(self, store: Store) -> None:
        game = a_game()
        assert await store.commit(a_commit(game)) == Made()
        assert await store.notices(game) == ()

    async def test_notices_are_there_with_the_version_and_a_reminder(self, store: Store) -> None:
        game = a_game()
        await store.claim(600.0, 0, NOTICES)  # a server that has not the script yet gets the commit twice
        first = await store.commit(a_commit(game, notices=(b"one", b"two \xff")))
        second = await store.commit(a_commit(game, 1, notices=(b"three",)))
        assert isinstance(first, Committed)
        assert isinstance(second, Committed)
        assert first.due is not None
        assert second.due is not None
        assert (second.due.member, second.due.queue) == (game, NOTICES)
        assert await store.notices(game) == (b"one", b"two \xff", b"three")
        assert len(await store.entries(game, 0, 10)) == 2
        await store.drop_notices(game, [b"one", b"three", b"nothing"])
        assert await store.notices(game) == (b"two \xff",)

    async def test_a_commit_that_is_not_applied_leaves_no_notice(self, store: Store) -> None:
        game, key = a_game(), a_key()
        await store.commit(a_commit(game, key=key, notices=(b"one",)))
        assert await store.commit(a_commit(game, key=key, notices=(b"two",))) == Repeated(1, 1)
        assert await store.commit(a_commit(game, 7, notices=(b"three",))) == Conflict(1)
        assert await store.notices(game) == (b"one",)

    async def test_a_game_keeps_the_newest_of_too_many(self, store: Store) -> None:
        game = a_game()
        await store.commit(a_commit(game, notices=tuple(b"%d" % number for number in range(MOST_NOTICES + 3))))
        kept = await store.notices(game)
        assert (len(kept), kept[0]) == (MOST_NOTICES, b"3")

    async def test_notices_go_with_their_game(self, store: Store, clock: Clock, url: str | None) -> None:
        game = a_game()
        await store.commit(a_commit(game, notices=(b"one",), expires=50))

        async def gone() -> bool:
            clock.now += 1
            return await store.notices(game) == ()

        await until(gone)


class TestQueues:
    async def test_a_reminder_of_one_queue_is_no_reminder_of_another(self, store: Store) -> None:
        member = a_game()
        await store.remind(member, 0, DELIVERIES)
        await asyncio.sleep(0.002)
        assert await claimed(store, member, BOTS) == []
        assert await claimed(store, member, NOTICES) == []
        (due,) = await claimed(store, member, DELIVERIES)
        await store.settle(Due(member, due.score, BOTS))
        await store.remind(member, 0, BOTS)
        await asyncio.sleep(0.002)
        (other,) = await claimed(store, member, BOTS)
        await store.settle(due)
        await store.settle(other)


class TestItems:
    async def test_items_are_found_by_name(self, store: Store) -> None:
        name, other = a_game(), a_game()
        assert await store.items([name]) == ({},)
        assert await store.put_item(name, "a", b"\x00one", None, LONG)
        assert await store.put_item(name, "b", b"two", None, LONG)
        assert await store.items([other, name]) == ({}, {"a": b"\x00one", "b": b"two"})
        await store.drop_items(name, ["a", "c"])
        assert await store.items([name]) == ({"b": b"two"},)

    async def test_an_item_changes_only_from_what_was_read(self, store: Store) -> None:
        name = a_game()
        assert not await store.put_item(name, "a", b"one", b"nothing", LONG)
        assert await store.put_item(name, "a", b"one", None, LONG)
        assert not await store.put_item(name, "a", b"two", None, LONG)
        assert await store.put_item(name, "a", b"two", b"one", LONG)
        assert not await store.put_item(name, "a", b"three", b"one", LONG)
        assert await store.put_item(name, "a", b"two", b"one", LONG), "a call that is sent again has succeeded already"
        assert await store.items([name]) == ({"a": b"two"},)

    async def test_of_many_who_change_an_item_one_does(self, open_store: Callable[[], Store]) -> None:
        stores, name = [open_store(), open_store()], a_game()
        changed = await asyncio.gather(
            *(stores[i % 2].put_item(name, "a", b"by %d" % i, None, LONG) for i in range(20))
        )
        assert changed.count(True) == 1

    async def test_items_expire_together(self, store: Store, clock: Clock) -> None:
        name = a_game()
        await store.put_item(name, "a", b"one", None, 40)

        async def gone() -> bool:
            clock.now += 1
            return await store.items([name]) == ({},)

        await until(gone)
