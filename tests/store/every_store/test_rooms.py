"""Duties of every store for the rooms beside a game's log."""

import asyncio
import time
from collections.abc import Callable

from msgspec.structs import replace

from taphouse.service.store.protocol import Store
from taphouse.service.store.rooms import (
    MOST_LINES,
    MOST_OF_ALL,
    MOST_OF_AUTHOR,
    SPAN,
    KeyUsed,
    LineRefused,
    Said,
    Saying,
    StoredLine,
)
from tests.store.build import NOTHING_IS_TEXT, a_game, play
from tests.store.conftest import Clock

ACCOUNT = "a" * 32
DAY = 86_400_000


def saying(game: str, key: str = "k1", **given: object) -> Saying:
    line = Saying(game, "players", "seat:1", None, key, b"Hello" + NOTHING_IS_TEXT, free=True, mode="FREE")
    return replace(line, **given)


async def lines(store: Store, game: str, room: str = "players", count: int = MOST_LINES) -> tuple[StoredLine, ...]:
    return (await store.heard(game, [room], count)).rooms[room]


async def test_lines_are_numbered_by_room_and_come_in_order(store: Store) -> None:
    game = a_game()
    await play(store, game, 1)
    said = [await store.say(saying(game, f"k{number}", body=b"%d" % number)) for number in range(3)]
    await store.say(saying(game, room="spectators", author="host", account=ACCOUNT))
    found = await lines(store, game)
    assert [Said(one) for one in found] == said
    assert [(one.number, one.body) for one in found] == [(1, b"0"), (2, b"1"), (3, b"2")]
    assert [one.number for one in await lines(store, game, count=2)] == [2, 3]
    (watched,) = await lines(store, game, "spectators")
    assert (watched.number, watched.author, watched.account) == (1, "host", ACCOUNT)
    assert watched.body.endswith(NOTHING_IS_TEXT)
    assert (await store.load(game)).record == (await store.heard(game, [], 1)).record


async def test_nothing_is_said_in_no_game(store: Store) -> None:
    game = a_game()
    assert await store.say(saying(game)) is None
    assert (await store.heard(game, ["players"], 9)).record is None


async def test_a_line_that_is_sent_again_is_said_once(store: Store) -> None:
    game = a_game()
    await play(store, game, 1)
    first = await store.say(saying(game))
    assert await asyncio.gather(*(store.say(saying(game)) for _ in range(3))) == [first] * 3
    assert await store.say(saying(game, body=b"another")) == KeyUsed()
    assert isinstance(await store.say(saying(game, author="seat:2")), Said)
    assert len(await lines(store, game)) == 2


async def test_the_mode_decides_what_is_said(store: Store) -> None:
    game = a_game()
    await play(store, game, 1)
    assert await store.say(saying(game, mode="PHRASES")) == LineRefused(mode="PHRASES")
    assert isinstance(await store.say(saying(game, mode="PHRASES", free=False)), Said)
    await store.set_talk(game, "mode", "OFF", int(time.time() * 1000) + DAY)
    assert await store.say(saying(game, "k2", free=False)) == LineRefused(mode="OFF")
    assert (await store.heard(game, [], 1)).settings == {"mode": "OFF"}
    await store.set_talk(game, "mode", "FREE", int(time.time() * 1000) + DAY)
    assert isinstance(await store.say(saying(game, "k2")), Said)
    await store.set_talk(game, "ended", "yes", int(time.time() * 1000) + DAY)
    assert await store.say(saying(game, "k3", free=False)) == LineRefused(mode="OFF")


async def test_an_author_and_a_room_are_bounded(store: Store) -> None:
    game = a_game()
    await play(store, game, 1)
    for number in range(MOST_OF_AUTHOR):
        assert isinstance(await store.say(saying(game, f"k{number}")), Said)
    refused = await store.say(saying(game, "one-more"))
    assert isinstance(refused, LineRefused)
    assert 0 < refused.wait <= SPAN
    for number in range(MOST_OF_AUTHOR, MOST_OF_ALL):
        assert isinstance(await store.say(saying(game, "k", author=f"seat:{number}")), Said)
    full = await store.say(saying(game, "k", author="somebody-else"))
    assert isinstance(full, LineRefused)
    assert full.wait > 0
    assert isinstance(await store.say(saying(game, room="spectators")), Said)


async def test_an_account_is_forgotten(store: Store) -> None:
    game = a_game()
    await play(store, game, 1)
    await store.say(saying(game, account=ACCOUNT))
    await store.say(saying(game, author="seat:2", account="b" * 32, body=ACCOUNT.encode()))
    await store.say(saying(game, room="spectators", account=ACCOUNT))
    before = await lines(store, game)
    await store.forget_lines(game, ACCOUNT)
    await store.forget_lines(game, ACCOUNT)
    assert await lines(store, game) == (replace(before[0], account=None, body=b""), before[1])
    assert [(one.account, one.body) for one in await lines(store, game, "spectators")] == [(None, b"")]


async def test_listeners_are_woken_and_those_of_the_game_are_not(open_store: Callable[[], Store]) -> None:
    one, two, game = open_store(), open_store(), a_game()
    await play(one, game, 1)
    async with two.listening_to_talk(game) as woken, two.listening(game) as of_game:
        async with asyncio.timeout(5):
            await one.say(saying(game))
            assert await woken() == 1
            await one.forget_lines(game, ACCOUNT)  # no number: other lines may have changed
            assert await woken() is None
        assert await of_game(0.05) is None


async def test_the_oldest_line_makes_room(clock: Clock, store: Store, url: str | None) -> None:
    if url is not None:
        return  # by the clock of a server, this takes minutes; say.lua trims by one command
    game = a_game()
    await play(store, game, 1)
    for number in range(MOST_LINES + 3):
        clock.now += SPAN / 1000
        assert isinstance(await store.say(saying(game, f"k{number}")), Said)
    found = await lines(store, game)
    assert [found[0].number, found[-1].number, len(found)] == [4, MOST_LINES + 3, MOST_LINES]
