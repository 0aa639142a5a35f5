"""Standing orders: what they make, what ends them, and who is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.schema.concepts.standing_orders import (
    MOST_AFTER,
    MOST_ORDERS,
    MOST_PLAYED,
    ClockTooFast,
    OrdersEnd,
    OrdersEnded,
    StandingOrder,
    StandingOrdersOff,
    TooManyOrders,
    YourDecision,
)
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.problems.games import GameNotStarted, VersionConflict
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.moves import MoveNotUnderstood
from taphouse.schema.problems.seats import AlreadyResigned
from taphouse.schema.values.clocks import NewClock
from taphouse.service.games.agreeing.undoing import Undoing
from taphouse.service.games.standing.ordering import Ordered, Ordering
from taphouse.service.games.standing.stored import orders_in, pack
from taphouse.service.store.failures import StoreUnavailable
from tests.orders.build import ANN, BOB, CID, Standing, order
from tests.use_cases.accounts import MINE, OPEN

DAY = 86_400
PASSES = order("pass", "pass"), order("pass; pass; pass", "pass")


@pytest.fixture
def place() -> Standing:
    return Standing()


async def refused(call: Any) -> Any:
    with pytest.raises(Refused) as caught:
        await call
    return caught.value.problem


async def ended(place: Standing, game: str, caller: Caller = BOB) -> OrdersEnded | None:
    found = await place.left(caller, game)
    assert (found.ended is None) or (found.orders, found.since) == ((), None)
    return found.ended


async def test_moves_are_made_one_after_the_other_if_the_others_do_what_was_expected(place: Standing) -> None:
    game = await place.running()
    left = await place.leave(BOB, game, *PASSES)
    assert (left.orders, left.since, left.ended) == (PASSES, (await place.game(game)).version, None)
    await place.play(ANN, game, "pass")
    assert await place.log(game) == [("1", "Pass")]
    await place.settle()
    assert await place.log(game) == [("1", "Pass"), ("2", "Pass")]
    assert await place.left(BOB, game) == left
    await place.play(ANN, game, "pass")
    await place.settle()
    assert await place.log(game) == [("1", "Pass"), ("2", "Pass")] * 2
    assert await ended(place, game) == OrdersEnded(OrdersEnd.PLAYED, (await place.game(game)).version)
    assert (await place.game(game)).record.orders == b""
    assert place.reminded() == {}


async def test_the_moves_are_moves_of_the_seat_made_at_that_moment(place: Standing) -> None:
    game = await place.create(ANN, MINE, OPEN, clock=NewClock(bank=DAY, increment=60))
    await place.join(BOB, game)
    await place.leave(BOB, game, order("pass", "pass"))
    place.now += 3_600_000
    await place.play(ANN, game, "pass")
    place.now += 2_000
    await place.settle()
    loaded = await place.game(game)
    assert loaded.clock is not None
    assert loaded.record.updated == place.now
    assert loaded.clock.left == ((DAY - 3600 + 60) * 1000, (DAY - 2 + 60) * 1000)
    (*_, last) = await place.store.entries(game, 0, 99)
    assert (last.who, last.at, loaded.codec.body(last.body)[1]) == ("seat:2", place.now, False)


async def test_orders_end_at_the_first_difference(place: Standing) -> None:
    game = await place.running()
    await place.leave(BOB, game, order("pass", "pass"), order("look; keep 1,2", "pass"))
    await place.play(ANN, game, "look")
    await place.settle()
    assert (await place.left(BOB, game)).orders  # the second may still come true
    await place.play(ANN, game, "keep 2,3")
    await place.settle()
    assert await place.log(game) == [("1", "Look"), ("1", "Keep")]
    assert await ended(place, game) == OrdersEnded(OrdersEnd.UNEXPECTED, (await place.game(game)).version)
    assert await ended(place, game, ANN) is None


async def test_a_player_who_moves_first_keeps_the_orders_that_agree(place: Standing) -> None:
    game = await place.running()
    await place.leave(BOB, game, *PASSES)
    await place.play(ANN, game, "pass")
    await place.play(BOB, game, "pass")  # before an instance makes the same move
    await place.settle()
    assert await place.log(game) == [("1", "Pass"), ("2", "Pass")]
    await place.play(ANN, game, "pass")
    await place.settle()
    assert len(await place.log(game)) == 4


async def test_a_move_that_is_not_legal_then_ends_the_orders_with_its_problem(place: Standing) -> None:
    game = await place.running()
    await place.leave(BOB, game, order("pass", "answer yes"))
    await place.play(ANN, game, "pass")
    await place.settle()
    assert await place.log(game) == [("1", "Pass")]
    version = (await place.game(game)).version
    assert await ended(place, game) == OrdersEnded(OrdersEnd.REFUSED, version, "answer yes", "MOVE_REFUSED")
    await place.play(BOB, game, "pass")
    assert (await place.leave(BOB, game, order("pass", "pass"))).ended is None
    assert await ended(place, game) is None


async def test_orders_do_not_find_out_what_their_seat_cannot_see(place: Standing) -> None:
    for guess, made in (("?", True), ("barley", False), ("wheat", False), ("rye", False)):
        game = await place.running(three=True)
        await place.leave(CID, game, order(f"ask 2; give {guess}; answer yes; pass", "pass"))
        await place.play(ANN, game, "ask 2")
        for move in ("give barley", "give wheat", "give rye"):
            try:
                await place.play(BOB, game, move)
            except Refused:
                continue
            break
        await place.settle()
        assert ((await ended(place, game, CID)) is None) is made, guess


async def test_orders_end_with_an_undo(place: Standing) -> None:
    made = await place.created()
    game, (one, two) = made.game.game_id, [Caller(seat.token) for seat in made.seats]
    place.reader._accounts = None
    await place.play(one, game, "pass")
    await place.play(two, game, "pass")
    await place.leave(two, game, order("pass", "pass"))
    await Undoing(place.committer, place.reader).undo(two, game, None, None, None)
    await place.settle()
    found = await ended(place, game, two)
    assert found is not None
    assert found.reason is OrdersEnd.UNDONE


async def test_a_move_that_comes_too_late_is_not_made(place: Standing) -> None:
    """Orders are no way to keep a clock from running: without an instance, the time is over as for everybody."""
    game = await place.create(ANN, MINE, OPEN, clock=NewClock(per_move=DAY))
    await place.join(BOB, game)
    await place.leave(BOB, game, order("pass", "look"))
    await place.play(ANN, game, "pass")
    place.now += DAY * 1000 + 1 - 11_000
    await place.later()
    assert ("2", "Look") not in await place.log(game)
    loaded = await place.game(game)
    assert loaded.clock is not None
    assert loaded.clock.time_outs[1] == 1
    assert await ended(place, game) == OrdersEnded(OrdersEnd.ABSENT, loaded.version)


async def test_leaving_orders_does_not_change_the_game_or_its_clocks(place: Standing) -> None:
    game = await place.create(ANN, MINE, OPEN, clock=NewClock(per_move=DAY))
    await place.join(BOB, game)
    before = await place.game(game)
    place.now += 1000
    await place.leave(BOB, game, *PASSES)
    after = await place.game(game)
    assert (after.version, after.record.updated, after.clock) == (before.version, before.record.updated, before.clock)
    await place.settle()
    assert place.reminded() == {}
    await place.leave(BOB, game)
    assert (await place.game(game)).record == before.record


async def test_who_cannot_leave_orders_learns_why(place: Standing) -> None:
    game = await place.running()
    assert isinstance(await refused(place.leave(ANN, game, *PASSES)), YourDecision)
    assert isinstance(await refused(place.leave(CID, game, *PASSES)), NotSeated)
    assert isinstance(await refused(place.left(CID, game)), NotSeated)
    many = [order("pass", "pass")] * (MOST_ORDERS + 1)
    assert await refused(place.leave(BOB, game, *many)) == TooManyOrders(limit=MOST_ORDERS)
    long = order("; ".join(["pass"] * (MOST_AFTER + 1)), "pass")
    assert await refused(place.leave(BOB, game, long)) == TooManyOrders(limit=MOST_AFTER)
    much = order("pass", "; ".join(["pass"] * (MOST_PLAYED + 1)))
    assert await refused(place.leave(BOB, game, much)) == TooManyOrders(limit=MOST_PLAYED)
    assert isinstance(await refused(place.leave(BOB, game, order("pass", "give ?"))), MoveNotUnderstood)
    assert isinstance(await refused(place.leave(BOB, game, order("nonsense", "pass"))), MoveNotUnderstood)
    empty = StandingOrder((), ("pass",))
    assert isinstance(await refused(place.leave(BOB, game, empty)), InputRefused)
    version = (await place.game(game)).version
    stale = place.ordering.leave_orders(BOB, game, PASSES, version - 1)
    assert isinstance(await refused(stale), VersionConflict)
    off = Ordering(place.reader, place.committer, None)
    assert isinstance(await refused(off.leave_orders(BOB, game, PASSES, None)), StandingOrdersOff)
    waiting = await place.create(ANN, MINE, OPEN)
    assert isinstance(await refused(place.leave(ANN, waiting, *PASSES)), GameNotStarted)
    fast = await place.create(ANN, MINE, OPEN, clock=NewClock(per_move=DAY - 1))
    await place.join(BOB, fast)
    assert isinstance(await refused(place.leave(BOB, fast, *PASSES)), ClockTooFast)
    assert (await place.game(game)).record.orders == b""


async def test_who_resigns_has_no_orders_any_more(place: Standing) -> None:
    game = await place.running(three=True)
    await place.leave(BOB, game, *PASSES)
    await place.playing.resign(BOB, game, None, None)
    await place.settle()
    assert await ended(place, game) == OrdersEnded(OrdersEnd.ABSENT, (await place.game(game)).version)
    assert isinstance(await refused(place.leave(BOB, game, *PASSES)), AlreadyResigned)


async def test_a_new_player_of_a_seat_does_not_see_the_orders_of_the_one_before(place: Standing) -> None:
    game = await place.running(three=True)
    await place.leave(BOB, game, *PASSES)
    loaded = await place.game(game)
    (one,) = orders_in(loaded.record.orders)
    earlier = replace(one, generation=one.generation - 1)
    assert await place.store.put_orders(game, pack((earlier,)), loaded.record.orders)
    assert (await place.left(BOB, game)).orders == ()
    await place.play(ANN, game, "pass")
    await place.settle()
    assert await place.log(game) == [("1", "Pass")]
    assert (await place.game(game)).record.orders == b""


@pytest.mark.parametrize("breaks", range(1, 12))
@pytest.mark.parametrize("late", [False, True])
async def test_whatever_call_fails_the_move_is_made_once(
    place: Standing, breaks: int, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await place.running()
    await place.leave(BOB, game, *PASSES)
    await place.settle()
    await place.play(ANN, game, "pass")
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
        for method in ("load", "entries", "commit", "remind", "settle", "put_orders", "put_item", "items"):
            breaking.setattr(place.store, method, failing(getattr(place.store, method)))
        try:
            await place.settle()
        except StoreUnavailable:
            assert calls == breaks
    await place.later()
    assert await place.log(game) == [("1", "Pass"), ("2", "Pass")]
    await place.play(ANN, game, "pass")
    await place.later()
    assert await place.log(game) == [("1", "Pass"), ("2", "Pass")] * 2
    assert place.reminded() == {}
    found = await ended(place, game)
    assert found is not None
    assert found.reason is OrdersEnd.PLAYED


async def test_many_instances_make_a_move_once(place: Standing) -> None:
    game = await place.running()
    await place.leave(BOB, game, *PASSES)
    await place.play(ANN, game, "pass")
    instances = [Ordered(place.reader) for _ in range(4)]
    for one in instances:
        one.committer = place.committer
    await asyncio.gather(*[one.do(place.due(game)) for one in instances])
    assert await place.log(game) == [("1", "Pass"), ("2", "Pass")]


async def test_orders_that_are_left_while_a_move_is_judged_are_not_forgotten(place: Standing) -> None:
    """The commit of a move that was judged before there were orders is refused, so that a reminder is set before it."""
    game = await place.running()
    honest, once = place.store.commit, [True]

    async def commit(commit: Any) -> Any:
        if once:
            once.pop()
            await place.leave(BOB, game, order("pass", "pass"))
            place.ordered._waiting.get_nowait()
            await place.ordered.do(place.due(game))
        return await honest(commit)

    place.store.commit = commit  # type: ignore[method-assign]
    await place.play(ANN, game, "pass")
    assert game in place.reminded()
    await place.later()
    assert await place.log(game) == [("1", "Pass"), ("2", "Pass")]


async def test_a_running_instance_makes_a_move_within_a_tenth_of_a_second(place: Standing) -> None:
    game = await place.running()
    await place.leave(BOB, game, order("pass", "pass"))
    running = asyncio.create_task(place.ordered.run())
    await place.play(ANN, game, "pass")
    async with asyncio.timeout(5):
        while len(await place.log(game)) < 2:  # noqa: ASYNC110 -- the instance tells nobody
            await asyncio.sleep(0)
    running.cancel()
