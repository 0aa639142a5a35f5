"""Versions that a failover takes back in the games of an account: its stream tells the games as they are."""

from __future__ import annotations

import time

import msgspec
import pytest

from taphouse.schema.ports import Caller
from taphouse.schema.values.games import Status
from taphouse.service.games.kernel.game_lists import of_player
from taphouse.service.games.streams import account_games
from tests.live.build import until
from tests.streams.unsteady import ANN, BOB, Accounts, Unsteady, told


async def test_a_game_that_a_failover_set_back_is_told_as_it_is(house: Accounts, store: Unsteady) -> None:
    game = await house.begun()
    before = store._games[game]
    await house.passes(game, ANN)
    follower = house.follow()
    await follower.has(1)
    store._games[game] = before
    store.break_off()
    store.away = False
    assert told(await follower.has(2)) == [(game, 4), (game, 3)]
    await follower.leave()


async def test_a_game_that_a_failover_set_back_is_told_to_who_resumes_however_old_it_is_now(
    house: Accounts, store: Unsteady
) -> None:
    house.committer._now = lambda: time.time_ns() // 1_000_000 - 3_600_000
    game = await house.begun()
    expires, record, log = store._games[game]
    house.committer._now = lambda: time.time_ns() // 1_000_000
    await house.passes(game, ANN)
    follower = house.follow()
    cursor = (await follower.has(1))[-1].cursor
    await follower.leave()
    store._games[game] = expires, msgspec.structs.replace(record, epochs="1f3a9c27:1"), log
    again = house.follow(after=cursor)
    assert [(event.version, event.epoch) for event in await again.has(1)] == [(3, "1f3a9c27")]
    store._games[game] = expires, msgspec.structs.replace(record, epochs="77aa0e1d:1"), log  # made again at once
    store.break_off()
    store.away = False
    assert [(event.version, event.epoch) for event in await again.has(2)][1:] == [(3, "77aa0e1d")]
    await again.leave()


async def test_a_game_whose_place_in_the_list_a_failover_took_is_followed_on(
    house: Accounts, store: Unsteady, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_games, "RECHECK", 0.01)
    game = await house.begun()
    follower = house.follow()
    await follower.has(1)
    del store._lists[of_player(BOB)]
    looks = store.glances
    await until(lambda: store.glances > looks + 3, "it looks at all games again")
    await house.passes(game, ANN)
    assert told(await follower.has(2)) == [(game, 3), (game, 4)]
    await follower.leave()


async def test_an_end_that_a_failover_took_back_is_not_the_last_thing_told(house: Accounts, store: Unsteady) -> None:
    game = await house.begun()
    before = store._games[game]
    follower = house.follow()
    await follower.has(1)
    await house.tables.abandon(Caller(ANN), game, None, None)
    assert (await follower.has(2))[-1].status is Status.ABANDONED
    store._games[game] = before
    store.break_off()
    store.away = False
    assert (await follower.has(3))[-1].status is Status.RUNNING
    await house.passes(game, ANN)
    assert told(await follower.has(4))[-1] == (game, 4)
    await follower.leave()


async def test_a_game_whose_server_is_away_is_told_as_soon_as_it_is_back(house: Accounts, store: Unsteady) -> None:
    game, other = await house.begun(), await house.begun()
    follower = house.follow()
    await follower.has(2)
    store.gone = {game}
    await house.passes(game, ANN)  # who listens is woken, and finds nothing
    await house.passes(other, ANN)
    await follower.has(3)
    store.gone = set()
    assert told(await follower.has(4))[2:] == [(other, 4), (game, 4)]  # long before all games are looked at again
    await follower.leave()
