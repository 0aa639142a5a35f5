"""Listening to a list and several games in every store; and the brief state of games."""

import asyncio
import secrets
from collections.abc import Callable

import pytest

from taphouse.service.store.protocol import Brief, Store
from tests.effort import BOUND
from tests.store.build import a_commit, a_game, play

DAY = 86_400_000


def a_list() -> str:
    return f"player:{secrets.token_hex(8)}"


class TestHearing:
    async def test_tells_which_game_or_list_has_changed(self, open_store: Callable[[], Store]) -> None:
        hears, writes, name = open_store(), open_store(), a_list()
        known, new, dropped = (a_game() for _ in range(3))
        await play(writes, known, 1)
        await play(writes, dropped, 1)
        async with hears.hearing(name) as listener:
            await listener.add([known, new, dropped, known])
            while await listener(0.05):
                """In a cluster, news of what was written before may still be on its way."""
            await writes.commit(a_commit(known, 1))
            assert await listener(BOUND) == {known}
            await writes.commit(a_commit(new))
            assert await listener(BOUND) == {new}
            await writes.enlist(name, "1:a", "", DAY)
            assert await listener(BOUND) == {name}
            listener.drop([dropped, a_game()])
            await writes.commit(a_commit(dropped, 1))
            await writes.enlist(a_list(), "1:a", "", DAY)
            await writes.commit(a_commit(known, 2))
            assert await listener(BOUND) == {known}
            assert await listener(0.01) == set()

    async def test_gathers_what_changes_meanwhile(self, open_store: Callable[[], Store]) -> None:
        hears, writes, games = open_store(), open_store(), {a_game() for _ in range(60)}
        async with hears.hearing(a_list()) as listener, hears.hearing(a_list()) as other:
            await listener.add([*games])
            await other.add([*games][:1])
            heard: set[str] = set()
            for game in games:
                await play(writes, game, 2)
            async with asyncio.timeout(BOUND):
                while heard != games:
                    heard |= await listener(BOUND)
            assert await other(BOUND) == {*[*games][:1]}
        async with hears.listening(next(iter(games))) as woken:  # nobody else is in the way of it
            await writes.commit(a_commit(next(iter(games)), 2))
            await woken(BOUND)


class TestListening:
    async def test_names_the_newest_version(self, open_store: Callable[[], Store]) -> None:
        hears, writes, game = open_store(), open_store(), a_game()
        await play(writes, game, 1)
        async with hears.listening(game) as woken:
            while await woken(0.05):
                """In a cluster, news of what was written before may still be on its way."""
            await writes.commit(a_commit(game, 1, 2))
            assert await woken(BOUND) == 3
            assert await woken(0.01) is None

    async def test_can_wait_for_commits_of_its_own(self, store: Store) -> None:
        game, ended = a_game(), list[int]()
        commits = [asyncio.create_task(store.commit(a_commit(game, 0, count))) for count in (1, 2, 3)]
        for number, task in enumerate(commits):
            task.add_done_callback(lambda _, number=number: ended.append(number))
        await asyncio.sleep(0)
        await store.own_commits(game)
        await asyncio.sleep(0)
        assert ended == [0, 1, 2]
        await store.own_commits(game)

    async def test_goes_on_after_who_made_the_commit(self, store: Store) -> None:
        game, made = a_game(), list[bool]()

        async def commit() -> None:
            await store.commit(a_commit(game, 0))
            made.append(True)

        async def wait() -> bool:
            await store.own_commits(game)
            return bool(made)

        committing, waiting = asyncio.create_task(commit()), list[asyncio.Task[bool]]()
        await asyncio.sleep(0)
        while not committing.done():
            waiting.append(asyncio.create_task(wait()))  # at each turn of the loop until the commit is made
            await asyncio.sleep(0)
        assert all(await asyncio.gather(*waiting))


class TestBriefs:
    async def test_say_what_games_have_come_to(self, store: Store) -> None:
        game, other, none = a_game(), a_game(), a_game()
        await play(store, game, 3)
        await play(store, other, 1)
        loaded = [(await store.load(one)).record for one in (game, other)]
        assert await store.briefs([game, none, other]) == (
            Brief(3, loaded[0].status, loaded[0].updated, loaded[0].epochs) if loaded[0] else None,
            None,
            Brief(1, loaded[1].status, loaded[1].updated, loaded[1].epochs) if loaded[1] else None,
        )
        assert await store.briefs([]) == ()

    @pytest.mark.parametrize("count", [300])
    async def test_are_read_together(self, store: Store, count: int) -> None:
        game = a_game()
        await play(store, game, 1)
        found = await store.briefs([game] * count)
        assert len(found) == count
        assert len({*found}) == 1
