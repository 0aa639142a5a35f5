"""Games that are read again and again: one that has not changed is decoded once, and no other is mistaken for it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from taphouse.schema.ports import Caller
from taphouse.schema.values.clocks import NewClock
from taphouse.service.games.kernel import loading
from taphouse.service.games.kernel.loaded_game import LoadedGame
from tests.use_cases.accounts import ANN, BOB, MINE, OPEN, PASS, Place


@pytest.fixture
def place() -> Place:
    return Place()


async def test_a_game_is_opened_once_until_it_changes(place: Place) -> None:
    game = await place.running()
    opened = await place.reader.now(game)
    assert await place.reader.now(game, Caller()) is opened
    await place.playing.play(ANN, game, PASS, None, None)
    assert (await place.reader.now(game)).version == opened.version + 1


@pytest.mark.parametrize("clock", [None, NewClock(per_move=60)])
async def test_a_game_that_a_move_has_made_is_what_would_be_read(place: Place, clock: NewClock | None) -> None:
    game = await place.create(ANN, MINE, OPEN, clock=clock)
    await place.join(BOB, game)
    await place.reader.now(game)
    for caller in (ANN, BOB) * 10:
        await place.playing.play(caller, game, PASS, None, None)
        kept = await place.reader.now(game)
        assert await place.reader.now(game) is kept
        assert _shown(kept) == _shown(await Place(place.store).reader.now(game))


async def test_a_game_is_read_again_when_another_instance_has_changed_it(place: Place) -> None:
    game, other = await place.running(), Place(place.store)
    await place.reader.now(game)
    await place.playing.play(ANN, game, PASS, None, None)
    await other.playing.play(BOB, game, PASS, None, None)
    assert _shown(await place.reader.now(game)) == _shown(await other.reader.now(game))


async def test_only_so_many_games_are_kept(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MOST_KEPT", 2)
    games = [await place.running() for _ in range(3)]
    opened = [await place.reader.now(game) for game in games]
    assert await place.reader.now(games[2]) is opened[2]
    assert await place.reader.now(games[0]) is not opened[0]
    assert _shown(await place.reader.now(games[0])) == _shown(opened[0])


def _shown(loaded: LoadedGame) -> dict[str, Any]:
    """The game as it is read, without what each instance makes of its kind, edition and seed."""
    made = {"game", "codec", "rules", "versions", "wordings", "terms"}
    shown = {name: one for name, one in msgspec.structs.asdict(loaded).items() if name not in made}
    return shown | {"timing": loaded.terms.timing}
