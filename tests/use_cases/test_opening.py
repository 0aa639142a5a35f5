"""Games that are read again and again: one that has not changed is decoded once, and no other is mistaken for it."""

from __future__ import annotations

import pytest

from taphouse.schema.ports import Caller
from taphouse.schema.values.games import MoveInputObject
from taphouse.service.games.kernel import loading
from tests.use_cases.accounts import ANN, Place


@pytest.fixture
def place() -> Place:
    return Place()


async def test_a_game_is_opened_once_until_it_changes(place: Place) -> None:
    game = await place.running()
    opened = await place.reader.now(game)
    assert await place.reader.now(game, Caller()) is opened
    await place.playing.play(ANN, game, [MoveInputObject({"notation": "pass"})], None, None)
    assert (await place.reader.now(game)).version == opened.version + 1


async def test_only_so_many_games_are_kept(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MOST_OPENED", 2)
    games = [await place.running() for _ in range(3)]
    opened = [await place.reader.now(game) for game in games]
    assert await place.reader.now(games[2]) is opened[2]
    assert await place.reader.now(games[0]) is not opened[0]
    assert await place.reader.now(games[0]) == opened[0]
