"""Reminders: who asks for what is due is told once, again when nobody settled it, and never of what is settled."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from taphouse.service.store.health import Reminders
from taphouse.service.store.protocol import Due, Store
from tests.store.build import a_game
from tests.store.conftest import Clock

LONG = 600.0
"""Seconds within which no test ends."""
SOON = 0.05
MANY = 1000
BOUND = 10.0

Passes = Callable[[float], Awaitable[None]]


@pytest.fixture
def passes(url: str | None, clock: Clock) -> Passes:
    """Lets the store's time pass."""

    async def pass_by(seconds: float) -> None:
        clock.now += seconds
        await asyncio.sleep(0.001 if url is None else seconds)

    return pass_by


async def claimed(store: Store, *games: str, lease: float = LONG, count: int = MANY) -> list[Due]:
    """The reminders of these games that are due: other tests leave reminders in the same server."""
    return [due for due in await store.claim(lease, count) if due.member in games]


async def claimed_soon(store: Store, passes: Passes, game: str, lease: float = LONG) -> Due:
    """Claim the reminder of a game once, as soon as it is due."""
    deadline = time.monotonic() + BOUND
    while not (found := await claimed(store, game, lease=lease)):
        assert time.monotonic() < deadline, "it did not become due in time"
        await passes(SOON / 4)
    (due,) = found
    return due


async def test_nothing_is_due_of_a_game_that_nobody_was_reminded_of(store: Store) -> None:
    assert await claimed(store, a_game()) == []


async def test_what_is_due_is_claimed_by_any_instance(store: Store, open_store: Callable[[], Store]) -> None:
    game, other = a_game(), open_store()
    await store.remind(game, 0)
    (due,) = await claimed(other, game)
    assert due.member == game
    await other.settle(due)


async def test_a_reminder_is_not_due_before_its_time(store: Store, passes: Passes) -> None:
    later, sooner = a_game(), a_game()
    await store.remind(later, LONG)
    await store.remind(sooner, SOON)
    await claimed_soon(store, passes, sooner)
    assert await claimed(store, later, sooner) == []


async def test_of_many_who_ask_at_once_one_is_told(open_store: Callable[[], Store]) -> None:
    stores = [open_store() for _ in range(4)]
    for _ in range(5):
        games = [a_game() for _ in range(12)]
        await asyncio.gather(*(stores[0].remind(game, 0) for game in games))
        answers = await asyncio.gather(*(claimed(store, *games, count=100) for store in stores * 5))
        told = Counter(due.member for answer in answers for due in answer)
        assert set(told.values()) <= {1}
        if told.keys() == set(games):
            return
    # On a busy machine the reply to a claim may come too late; then it is sent again, and what it took is put off.
    raise AssertionError("nobody is told of what is due")


async def test_what_is_claimed_is_put_off_and_due_again_when_nobody_settles_it(store: Store, passes: Passes) -> None:
    game = a_game()
    await store.remind(game, 0)
    first = await claimed_soon(store, passes, game, lease=SOON)
    second = await claimed_soon(store, passes, game)
    assert second != first
    assert await claimed(store, game) == []


async def test_what_is_settled_is_not_due_any_more(store: Store, passes: Passes) -> None:
    settled, never, other = a_game(), a_game(), a_game()
    await store.remind(settled, 0)
    await store.settle(await claimed_soon(store, passes, settled, lease=SOON))
    await store.settle(await store.remind(never, SOON))
    await store.remind(other, 2 * SOON)
    await claimed_soon(store, passes, other)  # by now the others would have been due
    assert await claimed(store, settled, never) == []


async def test_to_settle_twice_or_what_was_never_reminded_of_does_nothing(store: Store) -> None:
    game, other = a_game(), a_game()
    due = await store.remind(game, 0)
    await store.settle(Due(other, due.score))
    assert [one.member for one in await claimed(store, game, lease=LONG)] == [game]
    due = await store.remind(game, 0)
    await store.settle(due)
    await store.settle(due)
    assert await claimed(store, game, other) == []


async def test_a_later_reminder_replaces_an_earlier_one(store: Store, passes: Passes) -> None:
    sooner, later, mark = a_game(), a_game(), a_game()
    await store.remind(sooner, LONG)
    await store.remind(sooner, 0)
    await store.remind(later, 0)
    await store.remind(later, LONG)
    assert [due.member for due in await claimed(store, sooner, later)] == [sooner]
    await store.remind(mark, SOON)
    await claimed_soon(store, passes, mark)
    assert await claimed(store, sooner, later) == []


async def test_what_was_reminded_of_anew_is_not_settled_by_who_claimed_it_before(store: Store, passes: Passes) -> None:
    game = a_game()
    old = await store.remind(game, 0)
    first = await claimed_soon(store, passes, game, lease=SOON)
    await store.settle(old)
    second = await claimed_soon(store, passes, game)
    await store.settle(first)
    await store.remind(game, SOON)
    await store.settle(second)
    assert (await claimed_soon(store, passes, game)).member == game


@pytest.mark.parametrize(("lease", "times"), [(0, 40), (SOON, 5)])
async def test_a_claim_and_a_reminder_of_the_same_millisecond_are_told_apart(
    store: Store, passes: Passes, lease: float, times: int
) -> None:
    for _ in range(times):
        game = a_game()
        reminded = await store.remind(game, 0)
        (claim,) = await claimed(store, game, lease=lease)
        again = await store.remind(game, lease)
        assert len({reminded, claim, again}) in (2, 3)  # two reminders of one millisecond are the same
        assert claim not in (reminded, again)
        await store.settle(claim)
        await store.settle(await claimed_soon(store, passes, game))


async def test_at_most_so_many_are_claimed_at_once_and_the_longest_due_first(store: Store, passes: Passes) -> None:
    games = [a_game() for _ in range(5)]
    for game in games:
        await store.remind(game, 0)
        await passes(0.002)
    order: list[str] = []
    while len(order) < len(games):
        answer = await store.claim(LONG, 2)
        assert 1 <= len(answer) <= 2
        order += [due.member for due in answer if due.member in games]
    assert order == games


async def test_how_many_there_are_and_how_late_the_first_is(store: Store, open_store: Callable[[], Store]) -> None:
    queue, empty = a_game(), a_game()
    first = await store.remind(a_game(), -90, queue)
    await store.remind(a_game(), -30, queue)
    await store.remind(a_game(), LONG, queue)
    found, nothing = await open_store().reminders([queue, empty])
    assert nothing == Reminders(0, 0.0)
    assert isinstance(found, Reminders)
    assert (found.count, found.late) == (3, pytest.approx(90, abs=BOUND))
    await store.settle(first)
    (found,) = await store.reminders([queue])
    assert found == Reminders(2, pytest.approx(30, abs=BOUND))
    assert len(await store.claim(LONG, MANY, queue)) == 1
    assert await store.reminders([queue]) == (Reminders(2, 0.0),)


@pytest.mark.parametrize("seed", range(2))
async def test_nothing_is_lost_where_many_remind_and_claim_at_once(
    store: Store, open_store: Callable[[], Store], seed: int
) -> None:
    """Every writer sets a reminder, and every claimer of a game does everything that is due."""
    rng, stores = random.Random(seed), [store, open_store(), open_store()]
    games = [a_game() for _ in range(6)]
    to_do: Counter[str] = Counter()
    given, busy = 0, True

    async def give(store: Store) -> None:
        nonlocal given
        for _ in range(40):
            game = rng.choice(games)
            to_do[game] += 1
            given += 1
            await store.remind(game, 0)

    async def take(store: Store) -> None:
        while busy or to_do.total():
            for due in await claimed(store, *games, count=rng.randint(1, 4), lease=LONG):
                to_do[due.member] = 0
                await asyncio.sleep(rng.choice((0, 0, 0.001)))
                await store.settle(due)
            await asyncio.sleep(0)

    async with asyncio.timeout(BOUND * 2):
        takers = [asyncio.create_task(take(store)) for store in stores]
        await asyncio.gather(*map(give, stores))
        busy = False
        await asyncio.gather(*takers)
    assert given == 40 * len(stores)
    for due in await claimed(store, *games):  # a reminder whose work was done with that of the one before it
        await store.settle(due)
    assert await claimed(store, *games) == []
