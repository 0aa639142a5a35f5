"""Duties of every store for games: commits, keys, logs, forgetting."""

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from taphouse.service.store.protocol import (
    REWRITTEN,
    Amendment,
    Commit,
    Committed,
    Conflict,
    KeyTaken,
    Loaded,
    Repeated,
    Store,
    Take,
    TakeResult,
)
from tests.store.build import NOTHING_IS_TEXT, Made, a_commit, a_game, a_key, a_record, an_entry, play, until
from tests.store.conftest import Clock


class TestAmend:
    async def test_those_who_follow_are_told_that_entries_are_replaced(self, open_store: Callable[[], Store]) -> None:
        one, two, game = open_store(), open_store(), a_game()
        await play(one, game, 2)
        first, _ = await one.entries(game, 0, 10)
        async with asyncio.timeout(5), two.listening(game) as woken:
            woken.known = 2
            assert await one.amend(Amendment(game, (), (a_record(1).setup, b"another")))
            assert await one.amend(Amendment(game, ((first, msgspec.structs.replace(first, body=b"less")),)))
            assert await woken() == REWRITTEN

    async def test_entries_and_the_setup_are_replaced_and_nothing_else(self, store: Store) -> None:
        game = a_game()
        await play(store, game, 5)
        (_, second, *_), before = await store.entries(game, 0, 10), await store.load(game)
        other = msgspec.structs.replace(second, body=b"less", snapshot=None)
        amendment = Amendment(game, ((second, other),), (a_record(1).setup, b"another"))
        for _ in range(2):  # its reply may have been lost
            assert await store.amend(amendment)
        after = await store.load(game)
        assert after.record == msgspec.structs.replace(before.record, setup=b"another")
        entries = await store.entries(game, 0, 10)
        assert entries == (an_entry(1), other, an_entry(3), an_entry(4), an_entry(5))
        assert await store.commit(a_commit(game, expected=5)) == Made()
        assert (await store.load(game)).record.setup == b"another"

    async def test_what_is_not_as_it_was_stays_and_so_does_the_rest(self, store: Store) -> None:
        game = a_game()
        await play(store, game, 3)
        first, second, _ = await store.entries(game, 0, 10)
        fits, late = (first, msgspec.structs.replace(first, body=b"1")), (second, msgspec.structs.replace(second, at=1))
        wrong = late[1], msgspec.structs.replace(second, body=b"2")
        assert not await store.amend(Amendment(game, (fits, wrong)))
        assert not await store.amend(Amendment(game, (fits,), (b"another", b"new")))
        assert await store.entries(game, 0, 10) == tuple(map(an_entry, (1, 2, 3)))
        assert not await store.amend(Amendment(a_game(), (fits,)))


class TestCommit:
    async def test_there_is_no_game_before_it_is_created(self, store: Store) -> None:
        assert await store.load(a_game()) == Loaded(None, None)
        assert await store.load(a_game(), a_key()) == Loaded(None, None)

    async def test_what_was_created_is_loaded_byte_for_byte(self, store: Store) -> None:
        game = a_game()
        commit = a_commit(game)
        assert await store.commit(commit) == Made()
        assert await store.load(game) == Loaded(commit.record, None)
        assert await store.entries(game, 0, 10) == commit.entries

    async def test_commits_build_on_each_other_and_may_hold_several_versions(self, store: Store) -> None:
        game = a_game()
        await play(store, game, 2)
        assert await store.commit(a_commit(game, expected=2, count=5)) == Made()
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

    async def test_what_was_judged_on_a_kept_game_is_made_if_the_game_is_the_same(self, store: Store) -> None:
        game = a_game()
        await play(store, game, 2)
        kept = (await store.load(game)).record
        assert await store.commit(a_commit(game, 2, ahead=kept)) == Made()
        assert (await store.load(game)).record == a_record(3)
        assert (await store.entries(game, 2, 10)) == (an_entry(3),)

    @pytest.mark.parametrize("what", ["version", "updated", "watched", "setup", "orders", "gone"])
    async def test_what_was_judged_on_another_game_than_there_is_is_a_conflict(self, store: Store, what: str) -> None:
        game = a_game()
        await play(store, game, 2)
        kept = (await store.load(game)).record
        commit = a_commit(game, 2, ahead=kept)
        match what:
            case "version":
                await store.commit(a_commit(game, 2))
            case "updated":  # it was restored
                commit = a_commit(game, 2, ahead=msgspec.structs.replace(kept, updated=kept.updated - 1))
            case "watched":
                await store.watch([game])
            case "setup":
                await store.amend(Amendment(game, (), (kept.setup, b"another")))
            case "orders":
                await store.put_orders(game, b"orders", b"")
            case "gone":
                commit = a_commit(a_game(), 2, ahead=kept)
        before = await store.load(game)
        result = await store.commit(commit)
        assert isinstance(result, Conflict)
        assert await store.load(game) == before
        assert await store.load(game, commit.key) == Loaded(before.record, None)

    async def test_what_was_judged_on_a_kept_game_and_is_repeated_takes_nothing(self, store: Store) -> None:
        game, key, take = a_game(), a_key(), Take(a_game(), 4, 10, 0.001)
        await play(store, game, 1)
        takes = [take] if store.takes_with_commits() else []
        commit = a_commit(game, 1, ahead=(await store.load(game)).record, key=key, takes=takes)
        assert await store.commit(commit) == Made()
        assert await store.commit(commit) == Repeated(2, 2)
        assert await store.commit(msgspec.structs.replace(commit, key=a_key(key.key, "another"))) == KeyTaken()
        assert [one.left for one in await store.take([take])] == [2 if takes else 6]

    async def test_a_commit_takes_from_buckets_and_is_made_only_if_they_suffice(self, store: Store) -> None:
        game, takes = a_game(), [Take(a_game(), 4, 10, 0.001), Take(a_game(), 4, 9, 0.001)]
        await play(store, game, 1)
        if not store.takes_with_commits():  # in a cluster, or before the servers are known
            return
        left = []
        for version in (1, 2, 3):
            kept = (await store.load(game)).record
            result = await store.commit(a_commit(game, version, ahead=kept, takes=takes))
            left.append((type(result), [(one.allowed, one.left) for one in result.taken]))
        enough = [(Committed, [(True, 6), (True, 5)]), (Committed, [(True, 2), (True, 1)])]
        assert left == [*enough, (Conflict, [(False, 2), (False, 1)])]
        assert (await store.load(game)).record == a_record(3)

    async def test_a_conflict_takes_as_well(self, store: Store) -> None:
        game, take = a_game(), Take(a_game(), 4, 10, 0.001)
        await play(store, game, 2)
        if store.takes_with_commits():
            result = await store.commit(a_commit(game, 1, ahead=a_record(1), takes=[take]))
            assert result == Conflict(2, (TakeResult(True, 6, 0.0),))

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
        winners = [bid for bid, result in zip(bids, results, strict=True) if result == Made()]
        assert len(winners) == 1
        winner = winners[0]
        version = winner.record.version
        assert [result for result in results if result != Made()] == [Conflict(version)] * 49
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
        assert await store.commit(commit) == Made()
        assert await store.commit(commit) == Repeated(1, 1)
        assert await store.load(game, key) == Loaded(record, Repeated(1, 1))
        assert await store.entries(game, 0, 1) == (entry,)


class TestKeys:
    async def test_a_repeated_key_gives_the_versions_it_wrote_and_writes_nothing(self, store: Store) -> None:
        game, key = a_game(), a_key()
        await play(store, game, 2)
        commit = a_commit(game, 2, count=3, key=key)
        assert await store.commit(commit) == Made()
        assert await store.commit(commit) == Repeated(3, 5)
        assert await store.load(game, key) == Loaded(a_record(5), Repeated(3, 5))
        assert len(await store.entries(game, 0, 100)) == 5

    async def test_a_key_used_for_another_request_is_reported(self, store: Store) -> None:
        game, key = a_game(), a_key("k", "one")
        assert await store.commit(a_commit(game, key=key)) == Made()
        assert await store.commit(a_commit(game, 1, key=a_key("k", "two"))) == KeyTaken()
        assert await store.load(game, a_key("k", "two")) == Loaded(a_record(1), KeyTaken())

    async def test_the_key_is_looked_at_before_the_version(self, store: Store) -> None:
        game, key = a_game(), a_key("k", "one")
        assert await store.commit(a_commit(game, key=key)) == Made()
        await store.commit(a_commit(game, 1))
        for expected in (0, 1, 2, 9):
            assert await store.commit(a_commit(game, expected, key=key)) == Repeated(1, 1)
            assert await store.commit(a_commit(game, expected, key=a_key("k", "two"))) == KeyTaken()

    async def test_a_key_belongs_to_one_user_and_one_game(self, store: Store) -> None:
        game, other = a_game(), a_game()
        assert await store.commit(a_commit(game, key=a_key("k", who="seat:1"))) == Made()
        assert await store.commit(a_commit(game, 1, key=a_key("k", who="seat:2"))) == Made()
        assert await store.commit(a_commit(other, key=a_key("k", who="seat:1"))) == Made()

    async def test_a_refused_commit_does_not_use_its_key(self, store: Store) -> None:
        game, key = a_game(), a_key()
        await play(store, game, 1)
        assert await store.commit(a_commit(game, 0, key=key)) == Conflict(1)
        assert await store.commit(a_commit(game, 1, key=key)) == Made()


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


class TestForgetting:
    async def test_a_game_is_forgotten_whole_and_may_be_created_anew(self, store: Store, clock: Clock) -> None:
        game, key = a_game(), a_key()
        await store.commit(a_commit(game, count=3))
        await store.commit(a_commit(game, 3, key=key, expires=50))
        clock.now += 0.051

        async def forgotten() -> bool:
            return (await store.load(game)).record is None

        await until(forgotten)
        assert await store.entries(game, 0, 10) == ()
        assert await store.load(game, key) == Loaded(None, None)
        assert await store.commit(a_commit(game, 4)) == Conflict(0)
        assert await store.commit(a_commit(game)) == Made()
        assert await store.entries(game, 0, 10) == (an_entry(1),)

    async def test_every_commit_sets_the_time_anew(self, store: Store, clock: Clock) -> None:
        game = a_game()
        await store.commit(a_commit(game, expires=600_000))
        clock.now += 500
        await store.commit(a_commit(game, 1, expires=600_000))
        clock.now += 500
        assert (await store.load(game)).record == a_record(2)
