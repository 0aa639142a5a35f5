"""The store's time, by which clocks run: what comes too late or too early is not written, and alarms are never lost."""

import time
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from taphouse.service.store.protocol import CLOCKS, Due, Repeated, Store, Untimely
from taphouse.service.store.servers.server_time import ServerTime
from tests.store.build import Made, a_commit, a_game, a_record

SOON, LONG = 0.05, 600.0
MANY = 1000


async def claimed(store: Store, game: str, lease: float = LONG) -> list[Due]:
    return [due for due in await store.claim(lease, MANY, CLOCKS) if due.member == game]


async def test_a_commit_is_written_only_in_its_time(store: Store) -> None:
    game = a_game()
    now = await store.now(game)
    for wrong in ({"before": now - 1000}, {"not_before": now + 10_000}, {"before": now, "not_before": now}):
        result = await store.commit(replace(a_commit(game), **wrong))
        assert isinstance(result, Untimely)
        assert abs(result.now - now) < 5000
    assert (await store.load(game)).record is None
    assert await store.commit(replace(a_commit(game), before=now + 60_000, not_before=now - 1000)) == Made()
    assert (await store.load(game)).record == a_record(1)


async def test_a_repeated_commit_is_recognised_after_its_time(store: Store) -> None:
    commit = a_commit(a_game())
    assert await store.commit(commit) == Made()
    now = await store.now(commit.game)
    assert await store.commit(replace(commit, before=now - 1000)) == Repeated(1, 1)


async def test_two_stores_agree_on_the_time(open_store: Callable[[], Store], url: str | None) -> None:
    game, stores = a_game(), [open_store() for _ in range(3)]
    times = [await store.now(game) for store in stores]
    assert max(times) - min(times) < 1000
    if url is not None:
        assert abs(times[0] / 1000 - time.time()) < 5


async def test_the_earliest_alarm_remains(store: Store) -> None:
    game = a_game()
    await store.commit(replace(a_commit(game), alarm=0.0))
    await store.commit(replace(a_commit(game, 1), alarm=LONG))
    (due,) = await claimed(store, game)
    assert await claimed(store, game) == []
    await store.settle(due)


async def test_who_claimed_an_alarm_can_put_it_off_unless_a_commit_came_in_between(store: Store) -> None:
    game = a_game()
    await store.commit(replace(a_commit(game), alarm=0.0))
    (due,) = await claimed(store, game)
    await store.postpone(due, 0.0)
    (due,) = await claimed(store, game, lease=0.0)
    await store.commit(replace(a_commit(game, 1), alarm=LONG))
    await store.postpone(due, LONG)
    await store.settle(due)
    assert [one.member for one in await claimed(store, game)] == [game]


@pytest.mark.parametrize("slow", [0.0, 0.2])
def test_a_measurement_errs_by_half_a_round_trip_at_most(slow: float) -> None:
    known, true = ServerTime(), 1_700_000_000.0
    assert known.now(0.0) is None
    known.measured(10.0, 10.0 + slow, [b"1700000010", b"0"])  # the server answered at once, or at the end
    for passed in (0.0, 5.0):
        now = known.now(10.0 + passed)
        assert now is not None
        assert abs(now - (true + 10.0 + passed) * 1000) <= slow / 2 * 1000 + 1


def test_a_slow_answer_does_not_replace_a_good_measurement_but_a_clock_that_was_set_does() -> None:
    known = ServerTime()
    known.measured(10.0, 10.002, [b"1700000010", b"1000"])
    good = known.now(20.0)
    known.measured(15.0, 16.0, [b"1700000015", b"0"])
    assert known.now(20.0) == good
    known.measured(17.0, 17.002, [b"1700003617", b"1000"])
    assert known.now(20.0) == 1_700_003_620_000
    known.measured(18.0, 18.0, b"OK")
    assert known.now(20.0) == 1_700_003_620_000
