"""A table while it waits: players leave, are away, and bots come; nothing is left behind."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.engine.records.record import Joined
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotHost, TokenRejected
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import Status
from taphouse.service.games.beginning.starting import Starting
from taphouse.service.games.clocks.timekeeping import agreed
from taphouse.service.games.kernel.presence import QUICK_AFTER
from taphouse.service.games.quick.terms import resized
from taphouse.service.games.records.recording import recorded
from taphouse.service.store.protocol import QUICK
from tests.quick_play.build import Quick
from tests.use_cases.accounts import ANN, BOB, CID, id_of
from tests.use_cases.build import KIND, nobody

THREE: dict[str, Any] = {"min_seats": 3, "max_seats": 3}
LIVE, SLOW = NewClock(per_move=60), NewClock(per_move=86_400)
BOTS: dict[str, Any] = {"bots": BotKind.RANDOM, "bots_after": 30}


async def test_a_table_that_everybody_has_left_is_abandoned_at_once(quick: Quick) -> None:
    first = await quick.play(ANN)
    left = await quick.leave(first)
    assert left.game.status is Status.ABANDONED
    assert await quick.places() == []
    second = await quick.play(BOB)
    assert (second.game.status, second.game.game_id != first.game.game_id) == (Status.WAITING, True)
    await quick.later(60)
    assert [*quick.store._due[QUICK]] == [second.game.game_id]


async def test_leaving_twice_is_leaving_once(quick: Quick) -> None:
    first, key = await quick.play(), "a" * 22
    assert (await quick.leave(first, key)).game.version == (await quick.leave(first, key)).game.version
    version = (await quick.loaded(first)).version
    again = await quick.leave(first)
    assert (again.game.version, list(again.entries)) == (version, [])
    ann = await quick.play(ANN)
    await quick.coming.leave_seat(ANN, ann.game.game_id, None, None)
    version = (await quick.loaded(ann)).version
    assert (await quick.coming.leave_seat(ANN, ann.game.game_id, None, None)).game.version == version


async def test_an_account_that_never_sat_there_has_left(quick: Quick) -> None:
    first = await quick.play(ANN)
    left = await quick.coming.leave_seat(BOB, first.game.game_id, None, None)
    assert (left.game.version, [one.taken for one in left.game.seats]) == (1, [True, False])


async def test_a_seat_that_somebody_left_is_found_by_the_next(quick: Quick) -> None:
    three: dict[str, Any] = {"min_seats": 3, "max_seats": 3}
    first, second = await quick.play(ANN, **three), await quick.play(BOB, **three)
    await quick.leave(second)
    (place,) = await quick.places()
    assert (place.game, place.players) == (first.game.game_id, (id_of(ANN),))
    third = await quick.play(CID, **three)
    assert (third.game.game_id, third.seat.seat) == (first.game.game_id, 2)


@pytest.mark.parametrize(
    ("stays", "leaves", "comes", "clock"),
    [
        ({"max_seats": 3}, THREE, {}, None),
        ({"max_seats": 3, "any_clock": True}, THREE | {"clock": LIVE}, {"clock": SLOW}, SLOW),
        ({"max_seats": 3, "any_clock": True}, THREE | {"clock": LIVE}, {}, None),
        ({"max_seats": 3, "any_clock": True, "clock": SLOW}, THREE | {"clock": LIVE}, {"any_clock": True}, SLOW),
    ],
)
async def test_only_the_terms_of_those_count_who_still_sit_there(
    quick: Quick, stays: dict[str, Any], leaves: dict[str, Any], comes: dict[str, Any], clock: NewClock | None
) -> None:
    first, second = await quick.play(**stays), await quick.play(**leaves)
    assert first.game.game_id == second.game.game_id
    await quick.leave(second)
    third = await quick.play(**comes)
    assert third.game.game_id == first.game.game_id
    loaded = await quick.loaded(third)
    assert (len(loaded.seats), loaded.status) == (2, Status.RUNNING)
    assert loaded.terms.timing == (None if clock is None else agreed(clock))


@pytest.mark.parametrize("leaver", [0, 1])
async def test_bots_and_clocks_are_those_of_the_player_who_stays(quick: Quick, leaver: int) -> None:
    both = [THREE | {"clock": LIVE}, THREE | {"any_clock": True} | BOTS]
    joined = [await quick.play(**terms) for terms in (both if leaver == 0 else both[::-1])]
    assert (await quick.loaded(joined[0])).terms.timing == agreed(LIVE)
    await quick.leave(joined[leaver])
    assert (await quick.loaded(joined[0])).terms.timing is None
    await quick.later(50)
    loaded = await quick.loaded(joined[0])
    assert (loaded.status, loaded.terms.timing) == (Status.RUNNING, None)
    assert [one.bot for one in loaded.seats].count("RANDOM") == 2


async def test_the_token_of_a_seat_that_a_table_needs_no_more_ends(quick: Quick) -> None:
    first, second = await quick.play(max_seats=3), await quick.play(**THREE)
    game = first.game.game_id
    await quick.leave(second)
    former = await quick.joining.join(Caller(), game, None, None, 3, None, False, None, None)
    await quick.leave(former)
    table = await quick.loaded(first)
    assert [one.generation for one in table.seats] == [1, 2, 3]
    assert resized(resized(table, 2), 3).seats[2].generation > 3
    last = await quick.play()
    assert last.game.game_id == game
    edition = await quick.editions.by_digest(KIND, table.terms.edition, quick.store)
    record = await recorded(last.game, edition, quick.reader, Caller().scheduler)
    assert [one.seat for one in record.lines if isinstance(one, Joined)] == [2, 2]
    with pytest.raises(Refused) as refused:
        quick.reader.viewer(await quick.loaded(first), await quick.reader.identify(Caller(former.seat.token), game))
    assert isinstance(refused.value.problem, TokenRejected)


async def test_bots_come_when_nobody_does(quick: Quick) -> None:
    first = await quick.play(ANN, min_seats=3, max_seats=3, clock=NewClock(per_move=60), any_clock=True, **BOTS)
    await quick.later(25)
    assert (await quick.loaded(first)).status is Status.WAITING
    await quick.later(10)
    loaded = await quick.loaded(first)
    assert (loaded.status, [one.bot for one in loaded.seats]) == (Status.RUNNING, [None, "RANDOM", "RANDOM"])
    assert loaded.terms.timing is not None
    assert await quick.places() == []
    await quick.later(20)
    assert quick.store._due[QUICK] == {}


async def test_no_bots_come_where_one_player_wants_none(quick: Quick) -> None:
    first = await quick.play(ANN, min_seats=3, max_seats=3, **BOTS)
    await quick.play(BOB, min_seats=3, max_seats=3)
    await quick.later(50)
    assert (await quick.loaded(first)).status is Status.WAITING


@pytest.mark.parametrize("looks", [True, False])
async def test_a_player_who_is_away_is_met_by_nobody(quick: Quick, looks: bool) -> None:
    first = await quick.play(ANN)
    quick.now += QUICK_AFTER * 1000 + 1
    if looks:
        await quick.waiting.look()
        assert (await quick.loaded(first)).status is Status.ABANDONED
        assert await quick.places() == []
    second = await quick.play(BOB)
    assert (second.game.status, second.game.game_id != first.game.game_id) == (Status.WAITING, True)
    assert (await quick.loaded(first)).status is Status.ABANDONED
    assert (await quick.play(CID)).game.game_id == second.game.game_id


async def test_a_player_who_looks_at_the_table_is_there(quick: Quick) -> None:
    first = await quick.play(ANN)
    for _ in range(4):
        await quick.later(QUICK_AFTER / 2)
        loaded = await quick.loaded(first)
        await quick.presence.here(loaded, quick.reader.viewer(loaded, await quick.reader.identify(ANN)))
        quick.presence._known.clear()  # which goes by the clock of the process
    assert (await quick.play(BOB)).game.game_id == first.game.game_id


async def test_nobody_becomes_the_host_of_strangers(quick: Quick) -> None:
    starting = Starting(quick.committer, quick.reader, quick.access, quick.presence, nobody)
    game = (await quick.play(ANN, min_seats=3, max_seats=3)).game.game_id
    await quick.play(BOB, min_seats=3, max_seats=3)
    quick.now += (QUICK_AFTER - 1) * 1000
    attendance = await starting.attendance(ANN, game)
    assert (attendance.away_after, attendance.host_away) == (QUICK_AFTER, False)
    with pytest.raises(Refused) as refused:
        await starting.take_host(ANN, game, None, None)
    assert isinstance(refused.value.problem, NotHost)


async def test_an_account_that_is_deleted_leaves_its_table_and_the_queue(quick: Quick) -> None:
    first = await quick.play(ANN)
    assert id_of(ANN) in quick.stored()
    await quick.delete()
    await quick.later(20)
    await quick.settle()
    assert (await quick.loaded(first)).status is Status.ABANDONED
    assert id_of(ANN) not in quick.stored()


async def test_a_table_that_the_queue_has_lost_comes_back(quick: Quick) -> None:
    first = await quick.play(ANN)
    quick.store._items.clear()
    await quick.later(20)
    assert (await quick.play(BOB)).game.game_id == first.game.game_id
