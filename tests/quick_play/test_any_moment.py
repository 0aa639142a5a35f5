"""Many players at one moment, on several instances; requests that are repeated; calls that fail: one seat each, or none."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.failures import Unavailable
from taphouse.schema.ports import Caller
from taphouse.schema.values.games import Status
from taphouse.service.games.quick import playing_at_once
from taphouse.service.games.quick.queue import PlaceQueues
from taphouse.service.store.failures import StoreUnavailable
from tests.effort import EFFORT
from tests.quick_play.build import Quick
from tests.use_cases.accounts import ANN, BOB, CID, id_of

PAIRS = 100 * EFFORT
CALLS = ("load", "items", "put_item", "remind", "commit", "hold", "enlist")
KEY = "k" * 22
KEYED = Caller()
"""Somebody whom only a key makes known."""


class Slow(MemoryStore):
    """A store whose answers come in any order, and of which one call fails: before it acts, or after."""

    rng: random.Random | None = None
    fails_at = 0
    acts = False
    failed = ""
    _calls = 0

    async def asked(self, what: str, call: Callable[..., Awaitable[Any]], *given: Any) -> Any:
        for _ in range(0 if self.rng is None else self.rng.randrange(3)):
            await asyncio.sleep(0)
        self._calls += 1
        fails = self._calls == self.fails_at
        found = await call(*given) if not fails or self.acts else None
        if fails:
            self.failed = what
            raise StoreUnavailable("The store is away.")
        return found


def _slowly(name: str) -> Any:
    async def call(self: Slow, *given: Any, **named: Any) -> Any:
        async def real(*_: Any) -> Any:
            return await getattr(MemoryStore, name)(self, *given, **named)

        return await self.asked(name, real)

    return call


for _name in CALLS:
    setattr(Slow, _name, _slowly(_name))


@pytest.fixture
def slow(quick: Quick) -> Slow:
    quick.store.__class__ = Slow
    store: Any = quick.store
    return store  # type: ignore[no-any-return]


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing_at_once, "PAUSES", (0.0,) * 200)


@pytest.mark.parametrize("seats", [2, 3])
async def test_all_who_come_at_one_moment_to_two_instances_play(quick: Quick, slow: Slow, seats: int) -> None:
    slow.rng = random.Random(seats)
    instances = [quick.instance_of(PlaceQueues(slow)) for _ in range(2)]
    given = {"min_seats": seats, "max_seats": seats}
    calls = [quick.play(at=instances[number % 2], **given) for number in range(seats * PAIRS)]
    joined = await asyncio.gather(*calls)
    games = Counter(one.game.game_id for one in joined)
    assert {*games.values()} == {seats}
    assert len({(one.game.game_id, one.seat.seat) for one in joined}) == seats * PAIRS
    assert {(await quick.game(game)).status for game in games} == {Status.RUNNING}
    assert await quick.places() == []
    assert len(slow._games) == PAIRS


async def test_no_two_are_left_who_fit(quick: Quick, slow: Slow) -> None:
    rng = slow.rng = random.Random(7)
    terms = [{"min_seats": 2, "max_seats": 3}, {"min_seats": 3, "max_seats": 3}, {"any_clock": True}, {}]
    instances = [quick.instance_of(PlaceQueues(slow)) for _ in range(2)]
    calls = [quick.play(at=instances[number % 2], **rng.choice(terms)) for number in range(PAIRS)]
    joined = await asyncio.gather(*calls)
    assert len({(one.game.game_id, one.seat.seat) for one in joined}) == PAIRS
    places = await quick.places()
    waiting = {one.game.game_id for one in joined} & {
        game for game in slow._games if (await quick.game(game)).status is Status.WAITING
    }
    assert {one.game for one in places} == waiting
    for number, one in enumerate([place.terms for place in places]):
        for other in [place.terms for place in places[:number]]:
            assert max(one.least, other.least) > min(one.most, other.most) or (
                not one.any_clock and not other.any_clock and one.timing != other.timing
            )


async def test_a_repeated_request_has_the_first_answer_whatever_happened_since(quick: Quick) -> None:
    first = await quick.play(key=KEY)
    assert (await quick.play(key=KEY)).seat == first.seat
    second = await quick.play(BOB, key="b" * 22)
    for _ in range(2):
        again = await quick.play(key=KEY)
        assert (again.game.game_id, again.game.version, again.seat) == (first.game.game_id, 1, first.seat)
        again = await quick.play(BOB, key="b" * 22)
        assert (again.game.game_id, again.game.version, again.seat) == (
            second.game.game_id,
            second.game.version,
            second.seat,
        )
    assert len(quick.store._games) == 1


async def test_one_request_sent_many_times_at_once_takes_one_seat(quick: Quick, slow: Slow) -> None:
    slow.rng = random.Random(3)
    other = await quick.play(ANN)
    instances = [quick.instance_of(PlaceQueues(slow)) for _ in range(2)]
    calls = [quick.play(BOB, at=instances[number % 2], key=KEY) for number in range(6)]
    found = await asyncio.gather(*calls, return_exceptions=True)
    seats = {(one.game.game_id, one.seat.seat) for one in found if not isinstance(one, BaseException)}
    again = await quick.play(BOB, key=KEY)
    assert seats == {(again.game.game_id, again.seat.seat)}
    assert not any(isinstance(one, BaseException) for one in found)
    assert {*slow._games} == {other.game.game_id, again.game.game_id}
    waiting = {game for game in slow._games if (await quick.game(game)).status is Status.WAITING}
    assert {one.game for one in await quick.places()} == waiting


async def test_a_request_that_is_repeated_while_others_come_takes_one_seat() -> None:
    """Also if somebody takes a place at the table that is being opened before the request is repeated."""
    for seed in range(3 * PAIRS):
        quick = Quick()
        quick.store.__class__ = Slow
        store: Any = quick.store
        rng = store.rng = random.Random(seed)

        async def after(turns: int, call: Awaitable[Any]) -> Any:
            for _ in range(turns):
                await asyncio.sleep(0)
            return await call

        instances = [quick.instance_of(PlaceQueues(store)) for _ in range(3)]
        bobs = [after(rng.randrange(30), quick.play(BOB, at=at, key=KEY)) for at in instances]
        others = [after(rng.randrange(30), quick.play(at=at)) for at in instances]
        joined = await asyncio.gather(*bobs, *others)
        assert len({(one.game.game_id, one.seat.seat) for one in joined}) == 4, seed
        games = [await quick.game(game) for game in store._games]
        assert sum(one.player == id_of(BOB) for game in games for one in game.seats) == 1, seed


@pytest.mark.parametrize("acts", [False, True])
@pytest.mark.parametrize("waits", [False, True])
async def test_whatever_call_fails_the_repeated_request_gets_one_seat(acts: bool, waits: bool) -> None:
    """Also while others come in between: the failed player has one seat at the end, and no table waits for nobody."""
    failed = set[str]()
    for number in range(1, 60):
        quick = Quick()
        quick.store.__class__ = Slow
        store: Any = quick.store
        if waits:
            await quick.play(ANN)
        store._calls, store.fails_at, store.acts = 0, number, acts
        try:
            await quick.play(BOB, key=KEY)
        except Unavailable:
            await quick.play(CID)
        failed.add(store.failed)
        store.fails_at = 0
        joined = await quick.play(BOB, key=KEY)
        await quick.later(20)
        games = [await quick.game(game) for game in store._games]
        at = [game.id for game in games for one in game.seats if one.player == id_of(BOB) and game.status in PLAYED]
        assert at == [joined.game.game_id], (number, store.failed)
        waiting = {game.id for game in games if game.status is Status.WAITING}
        assert {one.game for one in await quick.places()} == waiting
        # A table that could not be read was passed over.
        assert len(waiting) <= 1 + (store.failed == "load"), (number, store.failed)
        if not store.failed:
            break
    assert failed >= {"load", "items", "put_item", "commit"}


@pytest.mark.parametrize("acts", [False, True])
async def test_who_may_sit_at_a_table_that_cannot_be_read_gets_no_other_seat(acts: bool) -> None:
    """The first request has taken the seat and was not answered. The second one cannot read the table, and there is another."""
    failed = set[str]()
    for number in range(1, 60):
        quick = Quick()
        quick.store.__class__ = Slow
        store: Any = quick.store
        table = (await quick.play(ANN)).game.game_id
        commit = store.commit

        async def made_unanswered(asked: Any, commit: Any = commit) -> Any:
            await commit(asked)
            raise StoreUnavailable("The reply was lost.")

        store.commit = made_unanswered
        with pytest.raises(StoreUnavailable):
            await quick.play(KEYED, key=KEY)
        store.commit = commit
        await quick.play(CID)
        store._calls, store.fails_at, store.acts = 0, number, acts
        with suppress(Unavailable):
            await quick.play(KEYED, key=KEY)
        failed.add(store.failed)
        store.fails_at = 0
        assert (await quick.play(KEYED, key=KEY)).game.game_id == table, (number, store.failed)
        if not store.failed:
            break
    assert "load" in failed


PLAYED = (Status.WAITING, Status.RUNNING)
