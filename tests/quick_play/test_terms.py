"""Players meet whose terms fit, and play on terms that both accept."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.schema.concepts.persons import PlayerMark
from taphouse.schema.concepts.quick_play import QuickPlayOff
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import HostPowers, Status, Visibility
from tests.quick_play.build import Quick
from tests.use_cases.accounts import ANN, BOB, CID

LIVE, SLOW = NewClock(per_move=60), NewClock(per_move=86_400)
ANY: dict[str, Any] = {"any_clock": True}


async def meet(quick: Quick, one: dict[str, Any], other: dict[str, Any]) -> bool:
    first, second = await quick.play(**one), await quick.play(**other)
    return first.game.game_id == second.game.game_id


async def test_the_second_player_starts_the_game_of_the_first(quick: Quick) -> None:
    first, second = await quick.play(ANN), await quick.play(BOB)
    assert (first.seat.seat, second.seat.seat) == (1, 2)
    assert (first.game.status, second.game.status) == (Status.WAITING, Status.RUNNING)
    assert first.game.game_id == second.game.game_id
    loaded = await quick.loaded(second)
    assert (loaded.terms.visibility, loaded.terms.advice) == (Visibility.UNLISTED, Advice.NONE)
    assert (loaded.terms.powers, loaded.terms.seeded, loaded.host.player) == (HostPowers.AGREED, False, None)
    assert loaded.agreements.quick is None
    assert await quick.places() == []


async def test_the_oldest_table_comes_first(quick: Quick) -> None:
    first = await quick.play(ANN, clock=LIVE)
    second = await quick.play(BOB, clock=SLOW)
    assert (await quick.play(CID, any_clock=True)).game.game_id == first.game.game_id
    assert [one.game for one in await quick.places()] == [second.game.game_id]


@pytest.mark.parametrize(
    ("one", "other", "meets"),
    [
        ({}, {}, True),
        ({"clock": LIVE}, {"clock": LIVE}, True),
        ({"clock": LIVE}, {}, False),
        ({"clock": LIVE}, {"clock": SLOW}, False),
        ({"clock": LIVE}, ANY, True),
        (ANY, {"clock": LIVE}, True),
        (ANY, {}, True),
        (ANY, ANY, True),
        ({"max_seats": 3}, {"min_seats": 3, "max_seats": 3}, True),
        ({"min_seats": 3, "max_seats": 3}, {"max_seats": 3}, True),
        ({"min_seats": 3, "max_seats": 3}, {}, False),
        ({"people_only": True}, {}, False),
        ({"options": {"turnCap": 30}}, {}, False),
        ({"options": {"turnCap": 30}}, {"options": {"turnCap": 30}}, True),
    ],
)
async def test_players_meet_whose_terms_fit(
    quick: Quick, one: dict[str, Any], other: dict[str, Any], meets: bool
) -> None:
    assert await meet(quick, one, other) is meets


@pytest.mark.parametrize(
    ("one", "other", "agreed"),
    [
        (ANY, {"clock": LIVE}, 60_000),
        ({"clock": LIVE}, ANY | {"clock": SLOW}, 60_000),
        (ANY | {"clock": LIVE}, ANY | {"clock": SLOW}, 60_000),
        (ANY, ANY | {"clock": SLOW}, 86_400_000),
        (ANY | {"clock": LIVE}, {}, None),
        (ANY, ANY, None),
    ],
)
async def test_clocks_are_those_that_both_accept(
    quick: Quick, one: dict[str, Any], other: dict[str, Any], agreed: int | None
) -> None:
    await quick.play(**one)
    loaded = await quick.loaded(await quick.play(**other))
    assert loaded.status is Status.RUNNING
    assert (loaded.terms.timing and loaded.terms.timing.per_move) == agreed
    assert (loaded.clock is None) == (agreed is None)


async def test_a_table_grows_to_the_players_that_one_of_them_asks_for(quick: Quick) -> None:
    first = await quick.play(max_seats=3)
    assert len(first.game.seats) == 2
    second = await quick.play(min_seats=3, max_seats=3)
    assert (second.game.status, second.game.open_seats) == (Status.WAITING, [3])
    assert (await quick.play()).game.game_id != first.game.game_id
    third = await quick.play(max_seats=3, min_seats=3)
    assert (third.game.game_id, third.game.status, third.seat.seat) == (first.game.game_id, Status.RUNNING, 3)


async def test_a_clock_that_one_brings_holds_for_those_who_come_later(quick: Quick) -> None:
    three: dict[str, Any] = {"min_seats": 3, "max_seats": 3}
    first = await quick.play(any_clock=True, **three)
    await quick.play(clock=LIVE, **three)
    assert (await quick.play(clock=SLOW, **three)).game.game_id != first.game.game_id
    assert (await quick.play(any_clock=True, **three)).game.game_id == first.game.game_id
    loaded = await quick.loaded(first)
    assert loaded.terms.timing is not None
    assert loaded.terms.timing.per_move == 60_000
    assert loaded.terms is (await quick.loaded(first)).terms


async def test_the_clock_of_a_table_runs_for_players_who_know_its_id(quick: Quick) -> None:
    first = await quick.play(ANN, any_clock=True, clock=LIVE)
    await quick.join(BOB, first.game.game_id)
    loaded = await quick.loaded(first)
    assert (loaded.status, loaded.agreements.quick) == (Status.RUNNING, None)
    assert loaded.clock is not None


async def test_an_account_sits_once_at_a_table(quick: Quick) -> None:
    first, again = await quick.play(ANN), await quick.play(ANN)
    assert (again.game.game_id, again.seat) == (first.game.game_id, first.seat)
    other = await quick.play(ANN, clock=LIVE)
    assert other.game.game_id != first.game.game_id
    assert (await quick.play(BOB)).game.game_id == first.game.game_id


async def test_names_that_look_alike_do_not_meet(quick: Quick) -> None:
    first, second = await quick.play(name="Ada"), await quick.play(name="Ada")
    assert first.game.game_id != second.game.game_id
    assert (await quick.play(name="Bo")).game.game_id == first.game.game_id


@pytest.mark.parametrize(("one", "other"), [(ANN, BOB), (BOB, ANN)])
async def test_players_do_not_meet_if_one_of_them_has_blocked_the_other(
    quick: Quick, one: Caller, other: Caller
) -> None:
    await blocked(quick, ANN, BOB)
    first, second = await quick.play(one), await quick.play(other)
    assert (first.game.status, second.game.status) == (Status.WAITING, Status.WAITING)
    assert first.game.game_id != second.game.game_id
    assert (await quick.play(CID)).game.game_id == first.game.game_id
    assert (await quick.play(CID)).game.game_id == second.game.game_id


async def test_a_blocked_player_whom_the_queue_does_not_show_is_not_met(quick: Quick) -> None:
    await blocked(quick, ANN, BOB)
    three: dict[str, Any] = {"min_seats": 3, "max_seats": 3}
    first, second = await quick.play(CID, **three), await quick.play(ANN, **three)
    assert first.game.game_id == second.game.game_id
    (place,) = await quick.places()
    for shown in (place, replace(place, players=place.players[:1])):
        await quick.queues.put(
            next(name for name in quick.store._items if name.startswith("quick:")), place.game, shown
        )
        third = await quick.play(BOB, **three)
        assert third.game.game_id != first.game.game_id
        await quick.coming.leave_seat(BOB, third.game.game_id, None, None)


async def blocked(quick: Quick, one: Caller, other: Caller) -> None:
    await quick.profiles.save_profile(other, "Other", None, None, False, False)
    await quick.profiles.mark_player(one, "Other", PlayerMark.BLOCKED)


async def test_an_operator_can_turn_it_off(quick: Quick) -> None:
    with pytest.raises(Refused) as refused:
        await quick.play(at=quick.instance_of(quick.queues, on=False))
    assert isinstance(refused.value.problem, QuickPlayOff)


@pytest.mark.parametrize(
    ("given", "argument"),
    [
        ({"min_seats": 1}, "minSeats"),
        ({"max_seats": 9}, "maxSeats"),
        ({"min_seats": 3, "max_seats": 2}, "minSeats"),
        ({"people_only": True, "bots": BotKind.RANDOM}, "peopleOnly"),
        ({"people_only": True, "program": True}, "peopleOnly"),
        ({"bots": BotKind.RANDOM, "bots_after": 4}, "botsAfter"),
        ({"edition": "none"}, "edition"),
        ({"clock": NewClock()}, "clock"),
        ({"name": "\u200b"}, "name"),
        ({"show_name": True}, "showName"),
        ({"key": "short"}, "idempotencyKey"),
        ({"options": {"none": 1}}, "game"),
        ({"key": None}, "idempotencyKey"),
    ],
)
async def test_terms_that_nobody_can_meet_are_refused(quick: Quick, given: dict[str, Any], argument: str) -> None:
    with pytest.raises(Refused) as refused:
        await quick.play(**given)
    assert isinstance(refused.value.problem, InputRefused)
    assert refused.value.problem.argument == argument
    assert await quick.places() == []
