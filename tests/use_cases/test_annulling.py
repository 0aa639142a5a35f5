"""A rated game is taken back once for each of its players, whatever fails."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from taphouse.schema.concepts.ratings import LEAST_GAMES
from taphouse.service.persons import ratings as module
from taphouse.service.persons.rating_games import RatingGames
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import RATINGS
from tests.use_cases.rated import ANN, BOB, CID, RatedPlace, id_of

METHODS = ("items", "put_item", "enlist", "strike", "drop_items", "settle", "records", "remind")


@pytest.fixture
def place() -> RatedPlace:
    return RatedPlace()


async def shown(place: RatedPlace, *callers: Any) -> list[tuple[int, int, int, int]]:
    found = [await place.of(one) for one in callers]
    return [(one.rating, one.strength, one.doubt, one.games) for one in found if one is not None]


async def test_the_last_game_is_taken_back_as_if_it_had_never_been(place: RatedPlace) -> None:
    await place.lost(BOB, ANN)
    await place.count()
    before = await shown(place, ANN, BOB)
    game = await place.lost(BOB, ANN)
    await place.count()
    assert await shown(place, ANN, BOB) != before
    await place.rating.annul(game)
    assert await shown(place, ANN, BOB) == before
    points = (await place.history(ANN)).nodes
    assert [(one.number, one.annulled, one.place) for one in points] == [(3, True, 0), (2, False, 1), (1, False, 1)]
    assert (points[0].game_id, points[0].rating) == (game, points[2].rating)
    assert place.store._due[RATINGS] == {}
    assert await place.rating.is_annulled(game)


async def test_a_first_game_leaves_the_rating_of_a_new_player(place: RatedPlace) -> None:
    game = await place.lost(BOB, ANN)
    await place.rating.annul(game)
    assert await shown(place, ANN, BOB) == [(0, 1000, 333, 0)] * 2


async def test_later_games_keep_what_they_gave(place: RatedPlace) -> None:
    first = await place.lost(BOB, ANN)
    await place.count()
    after_first = await place.of(ANN)
    await place.lost(CID, ANN)
    await place.count()
    after_second = await place.of(ANN)
    await place.rating.annul(first)
    left = await place.of(ANN)
    assert after_first is not None
    assert after_second is not None
    assert left is not None
    assert left.strength - 1000 == pytest.approx(after_second.strength - after_first.strength, abs=1)
    assert after_second.doubt < left.doubt < 333
    assert await shown(place, BOB) == [(0, 1000, 333, 0)]


async def test_taking_it_back_again_changes_nothing(place: RatedPlace) -> None:
    game = await place.lost(BOB, ANN)
    await place.rating.annul(game)
    before = [await place.history(one) for one in (ANN, BOB)]
    await place.rating.annul(game)
    await place.rating.do(place.due(game))
    assert [await place.history(one) for one in (ANN, BOB)] == before


async def test_many_instances_take_it_back_once(place: RatedPlace) -> None:
    game = await place.lost(BOB, ANN)
    instances = [RatingGames(place.reader) for _ in range(4)]
    await asyncio.gather(*[one.do(place.due(game)) for one in instances], *[one.annul(game) for one in instances])
    assert await shown(place, ANN, BOB) == [(0, 1000, 333, 0)] * 2
    assert len((await place.history(ANN)).nodes) == 2


@pytest.mark.parametrize(("late", "counted"), [(False, True), (True, False)])
@pytest.mark.parametrize("breaks", range(1, 25))
async def test_whatever_call_fails_it_is_taken_back_once_for_each(
    place: RatedPlace, breaks: int, late: bool, counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAGE", 1)
    for _ in range(2):
        await place.lost(BOB, ANN)
        await place.count()
    before = await shown(place, ANN, BOB)
    game = await place.lost(BOB, ANN)
    if counted:
        await place.count()
    calls = 0

    def failing(honest: Any) -> Any:
        async def call(*given: Any, **named: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == breaks and not late:
                raise StoreUnavailable("away")
            found = await honest(*given, **named)
            if calls == breaks:
                raise StoreUnavailable("it answered, but its answer was lost")
            return found

        return call

    with monkeypatch.context() as breaking:
        for method in METHODS:
            breaking.setattr(place.store, method, failing(getattr(place.store, method)))
        promised = False
        with suppress(StoreUnavailable):
            await place.rating.annul(game)
            promised = True
    assert promised <= await place.rating.is_annulled(game)
    assert promised or calls == breaks
    place.now += 60_000
    await place.count()
    if not await place.rating.is_annulled(game):
        assert await place.games(ANN, BOB) == [3, 3]  # nothing was asked for
        await place.rating.annul(game)
    assert await shown(place, ANN, BOB) == before
    for one in (ANN, BOB):
        assert [point.number for point in (await place.history(one)).nodes] == [4, 3, 2, 1]
    assert place.store._due[RATINGS] == {}


async def test_a_game_that_is_taken_back_does_not_count_for_the_leaderboard(place: RatedPlace) -> None:
    await place.profiles.save_profile(ANN, "Ann-Leads", None, None, False, False)
    for _ in range(LEAST_GAMES):
        game = await place.lost(BOB, ANN)
        await place.count()
    assert len((await place.leaders()).nodes) == 1
    await place.rating.annul(game)
    assert (await place.leaders()).nodes == ()
    assert await place.store.listed(["ratings:cask-race"], None, 10) == ()


async def test_a_player_who_was_deleted_is_left_out(place: RatedPlace) -> None:
    game = await place.lost(BOB, ANN)
    await place.count()
    while not await place.delete():
        pass
    await place.rating.annul(game)
    await place.settle()
    assert await shown(place, BOB) == [(0, 1000, 333, 0)]
    assert id_of(ANN) not in place.stored()
