"""Rated quick play: accounts whose ratings are near enough meet, on the terms of rated games."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.schema.concepts.persons import PlayerMark
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.seats import NoOpenSeat
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import HostPowers, Status
from taphouse.service.games.quick.queue import PlaceQueues
from taphouse.service.persons.rating import RATED as NAME
from taphouse.service.persons.rating import SURE, UNIT
from taphouse.service.persons.stored import KEPT, Rated, pack, person_name
from tests.quick_play.build import Quick
from tests.use_cases.accounts import ANN, BOB, CID, id_of
from tests.use_cases.build import KIND

RATED: dict[str, Any] = {"rated": True}
THREE: dict[str, Any] = {"min_seats": 3, "max_seats": 3}


async def rate(quick: Quick, caller: Caller, points: int) -> None:
    """Give an account a rating that is certain to one unit."""
    rated = Rated(1000 * (points // UNIT + SURE), 1000, 10, quick.now // 1000, b"")
    assert await quick.store.put_item(person_name(id_of(caller)), NAME + KIND, pack(rated), None, KEPT)
    assert await quick.ratings.rating_of(id_of(caller), KIND) == points


def within(points: int) -> dict[str, Any]:
    return {"rated": True, "within": points}


async def test_a_rated_table_has_the_terms_of_rated_games(quick: Quick) -> None:
    first, second = await quick.play(ANN, **RATED), await quick.play(BOB, **RATED)
    assert first.game.rated
    loaded = await quick.loaded(second)
    assert (loaded.id, loaded.status) == (first.game.game_id, Status.RUNNING)
    terms = loaded.terms
    assert (terms.rated, terms.undo, terms.advice, terms.powers, terms.seeded) == (
        True,
        UndoOption.CONSENT,
        Advice.NONE,
        HostPowers.AGREED,
        False,
    )


@pytest.mark.parametrize(("one", "other"), [(RATED, {}), ({}, RATED)])
async def test_rated_and_unrated_players_never_meet(quick: Quick, one: dict[str, Any], other: dict[str, Any]) -> None:
    first, second = await quick.play(ANN, **one), await quick.play(BOB, **other)
    assert (first.game.status, second.game.status) == (Status.WAITING, Status.WAITING)
    assert first.game.game_id != second.game.game_id
    assert (first.game.rated, second.game.rated) == (bool(one), bool(other))


@pytest.mark.parametrize(
    ("ann", "bob", "one", "other", "meets"),
    [
        (400, 480, RATED, RATED, True),
        (400, 2000, RATED, RATED, True),
        (400, 480, within(80), within(80), True),
        (400, 480, within(79), within(80), False),
        (400, 480, within(80), within(79), False),
        (400, 480, within(79), RATED, False),
        (400, 480, RATED, within(79), False),
        (480, 400, RATED, within(79), False),
        (None, 80, within(80), RATED, True),
        (None, 80, within(79), RATED, False),
        (None, None, within(1), within(1), True),
    ],
)
async def test_players_meet_whose_ratings_both_accept(
    quick: Quick, ann: int | None, bob: int | None, one: dict[str, Any], other: dict[str, Any], meets: bool
) -> None:
    for caller, points in ((ANN, ann), (BOB, bob)):
        if points is not None:
            await rate(quick, caller, points)
    first, second = await quick.play(ANN, **one), await quick.play(BOB, **other)
    assert (first.game.game_id == second.game.game_id) is meets
    assert len(await quick.places()) == (0 if meets else 2)


async def test_everybody_at_a_table_must_be_near_enough(quick: Quick) -> None:
    await rate(quick, ANN, 400)
    await rate(quick, BOB, 480)
    await rate(quick, CID, 560)
    first = await quick.play(ANN, **THREE, **within(100))
    second = await quick.play(BOB, **THREE, **RATED)
    assert second.game.game_id == first.game.game_id
    assert (await quick.play(CID, **THREE, **RATED)).game.game_id != first.game.game_id


async def test_only_the_ratings_of_those_count_who_still_sit_there(quick: Quick) -> None:
    await rate(quick, ANN, 400)
    await rate(quick, BOB, 480)
    await rate(quick, CID, 320)
    first = await quick.play(ANN, **THREE, **RATED)
    second = await quick.play(BOB, **THREE, **within(100))
    assert second.game.game_id == first.game.game_id
    await quick.coming.leave_seat(BOB, second.game.game_id, None, None)
    third = await quick.play(CID, **THREE, **within(80))
    assert (third.game.game_id, third.seat.seat) == (first.game.game_id, 2)
    (place,) = await quick.places()
    assert [(one.rating, one.within) for one in place.levels] == [(400, None), (320, 80)]


@pytest.mark.parametrize(("points", "accepted"), [(480, True), (560, False), (None, False)])
async def test_a_table_accepts_only_near_players_who_know_its_id(
    quick: Quick, points: int | None, accepted: bool
) -> None:
    await rate(quick, ANN, 400)
    if points is not None:
        await rate(quick, BOB, points)
    first = await quick.play(ANN, **THREE, **within(80))
    if not accepted:
        with pytest.raises(Refused) as refused:
            await quick.join(BOB, first.game.game_id)
        assert isinstance(refused.value.problem, NoOpenSeat)
        assert [one.taken for one in (await quick.loaded(first)).seats] == [True, False, False]
        return
    await quick.joining.join(BOB, first.game.game_id, None, None, 3, None, False, None, None)
    loaded = await quick.loaded(first)
    assert [one.taken for one in loaded.seats] == [True, False, True]
    assert loaded.agreements.quick is not None
    levels = [one and one.level for one in loaded.agreements.quick.wanted]
    assert [one and one.rating for one in levels] == [400, None, points]


async def test_blocked_players_do_not_meet(quick: Quick) -> None:
    await quick.profiles.save_profile(BOB, "Other", None, None, False, False)
    await quick.profiles.mark_player(ANN, "Other", PlayerMark.BLOCKED)
    first, second = await quick.play(ANN, **RATED), await quick.play(BOB, **RATED)
    assert first.game.game_id != second.game.game_id
    with pytest.raises(Refused) as refused:
        await quick.join(BOB, first.game.game_id)
    assert isinstance(refused.value.problem, NoOpenSeat)
    assert (await quick.play(CID, **RATED)).game.game_id == first.game.game_id


async def test_a_table_keeps_its_ratings_after_a_crash(quick: Quick) -> None:
    """An instance dies, and the queue is lost. The table's reminder puts it back on another one."""
    await rate(quick, BOB, 480)
    first = await quick.play(ANN, **within(80))
    (queue,) = [name for name in quick.store._items if name.startswith("quick:")]
    await quick.store.drop_items(queue, ["places"])
    assert await quick.places() == []
    await quick.later(20)
    again = quick.instance_of(PlaceQueues(quick.store))
    assert (await quick.play(BOB, at=again, **RATED)).game.game_id != first.game.game_id
    assert (await quick.play(CID, at=again, **within(1))).game.game_id == first.game.game_id


async def test_an_account_that_waits_gets_its_seat_again(quick: Quick) -> None:
    first = await quick.play(ANN, **within(80))
    again = await quick.play(ANN, **within(40))
    assert (again.game.game_id, again.seat) == (first.game.game_id, first.seat)


async def test_a_rated_game_needs_an_account(quick: Quick) -> None:
    with pytest.raises(Refused) as refused:
        await quick.play(**RATED)
    assert isinstance(refused.value.problem, NoAccount)


async def test_a_service_without_ratings_has_no_rated_games(quick: Quick) -> None:
    with pytest.raises(Refused) as refused:
        await quick.play(ANN, at=quick.instance_of(quick.queues, rated=False), **RATED)
    assert isinstance(refused.value.problem, InputRefused)
    assert refused.value.problem.argument == "rated"


@pytest.mark.parametrize(
    ("given", "argument"),
    [
        (RATED | {"bots": BotKind.RANDOM}, "bots"),
        ({"within": 100}, "within"),
        (within(0), "within"),
        (within(5001), "within"),
    ],
)
async def test_terms_that_no_rated_game_has_are_refused(quick: Quick, given: dict[str, Any], argument: str) -> None:
    with pytest.raises(Refused) as refused:
        await quick.play(ANN, **given)
    assert isinstance(refused.value.problem, InputRefused)
    assert refused.value.problem.argument == argument
    assert await quick.places() == []
