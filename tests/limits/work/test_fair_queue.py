"""The fair queue, and the semaphore on it: rotation, order, and cancellation at any moment."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taphouse.schema.execution.fair_queue import FairQueue, FairSemaphore

OWNERS = st.sampled_from("abc")
ADDED = st.tuples(st.just("put"), OWNERS)
REMOVED = st.tuples(st.sampled_from(["pop", "pop own", "discard"]), OWNERS)


@given(st.lists(ADDED | REMOVED))
def test_owners_are_served_in_rotation_and_each_ones_oldest_entry_first(steps: list[tuple[str, str]]) -> None:
    """Compared with a model: for each owner a list, and a list of those who wait, in the order of their next turns."""
    queue = FairQueue[int]()
    entries: dict[str, list[int]] = {}
    rotation: list[str] = []
    for number, (step, owner) in enumerate(steps):
        if step == "put":
            queue.put(number, owner)
            if owner not in rotation:
                rotation.append(owner)
            entries.setdefault(owner, []).append(number)
        elif step == "discard":
            own = entries.get(owner, [])
            newest = own[-1] if own else -1
            assert queue.discard(newest, owner) == bool(own)
            assert not queue.discard(newest, owner)
            del own[-1:]
        else:
            served = owner if step == "pop own" else (rotation or [owner])[0]
            expected = entries[served].pop(0) if served in rotation else None
            assert queue.pop(owner if step == "pop own" else None) == expected
            if expected is not None:
                rotation.remove(served)
                rotation.append(served)
        rotation = [one for one in rotation if entries[one]]
        assert bool(queue) == bool(rotation)
    waiting = [(entry, owner) for owner, own in entries.items() for entry in own]
    places = [(queue.place(owner, entry), entry) for entry, owner in waiting]
    assert all(queue.place(owner) == (queue.place(owner, own[0]) if own else 0) for owner, own in entries.items())
    assert (queue.place("a", -1), len(queue)) == (0, len(waiting))
    assert sorted(places) == [*enumerate(iter(queue.pop, None), 1)]


@given(st.integers(1, 20), st.integers(1, 20))
def test_an_owner_with_many_entries_delays_another_by_one_entry_each(many: int, few: int) -> None:
    queue = FairQueue[str]()
    for owner, count in (("many", many), ("few", few)):
        for number in range(count):
            queue.put(f"{owner} {number}", owner)
    served = [entry.split()[0] for entry in iter(queue.pop, None)]
    both = min(many, few)
    assert served[: 2 * both] == ["many", "few"] * both


STEPS = st.lists(
    st.tuples(st.just("ask"), OWNERS)
    | st.tuples(st.sampled_from(["release", "cancel", "release cancel", "cancel release"]), st.integers(0, 7))
    | st.tuples(st.just("turn"), st.none()),
    min_size=5,
)


class Visit:
    """A task that takes a place."""

    def __init__(self, semaphore: FairSemaphore, owner: str) -> None:
        self.owner, self.inside, self.left = owner, False, False
        self._semaphore = semaphore
        self.task = asyncio.create_task(self._enter())

    async def _enter(self) -> None:
        await self._semaphore.acquire(self.owner)
        self.inside = True

    def leave(self) -> None:
        self._semaphore.release(self.owner)
        self.inside, self.left = False, True


async def _settled(semaphore: FairSemaphore, visits: list[Visit], places: int, *, per_owner: bool) -> None:
    """Check, after the tasks have gone on, that who waits is in the queue, and nobody else, and that places are used."""
    for _ in range(4):
        await asyncio.sleep(0)
    inside = Counter(visit.owner if per_owner else "" for visit in visits if visit.inside)
    waiting = Counter(visit.owner if per_owner else "" for visit in visits if not visit.task.done())
    assert inside == semaphore._taken
    assert all(count <= places for count in inside.values())
    assert all(inside[owner] == places for owner in waiting)
    assert waiting.total() == sum(map(len, semaphore._waiters._queue.owners.values()))


@pytest.mark.parametrize("per_owner", [False, True])
@given(places=st.integers(1, 2), steps=STEPS)
def test_no_place_and_nobody_who_waits_is_lost_whenever_they_are_cancelled(
    per_owner: bool, places: int, steps: list[tuple[str, Any]]
) -> None:
    async def check() -> None:
        semaphore, visits = FairSemaphore(places, per_owner=per_owner), list[Visit]()
        for steps_at_once, which in steps:
            for step in steps_at_once.split():
                if step == "ask":
                    visits.append(Visit(semaphore, which))
                elif step == "turn":
                    await _settled(semaphore, visits, places, per_owner=per_owner)
                elif step == "release" and (inside := [visit for visit in visits if visit.inside]):
                    inside[which % len(inside)].leave()
                elif step == "cancel" and (waiting := [visit for visit in visits if not visit.task.done()]):
                    waiting[which % len(waiting)].task.cancel()
        await _settled(semaphore, visits, places, per_owner=per_owner)
        while inside := [visit for visit in visits if visit.inside]:
            inside[0].leave()
            await _settled(semaphore, visits, places, per_owner=per_owner)
        assert all(visit.task.cancelled() or visit.left for visit in visits)
        assert not semaphore._taken

    asyncio.run(check())


def _in_order(semaphore: FairSemaphore, owners: list[str]) -> list[str]:
    """Have owners ask for a place at once, and return the order in which they get it."""

    async def ask() -> list[str]:
        order = list[str]()

        async def visit(number: int, owner: str) -> None:
            await semaphore.acquire(owner)
            order.append(f"{owner}{number}")
            await asyncio.sleep(0)
            semaphore.release(owner)

        visits: list[Coroutine[Any, Any, None]] = [visit(number, owner) for number, owner in enumerate(owners)]
        await asyncio.gather(*visits)
        return order

    return asyncio.run(ask())


def test_a_place_of_all_goes_to_owners_in_rotation() -> None:
    assert _in_order(FairSemaphore(1), list("aaabb")) == ["a0", "a1", "b3", "a2", "b4"]


def test_owners_with_places_of_their_own_do_not_wait_for_one_another() -> None:
    assert _in_order(FairSemaphore(2, per_owner=True), list("aaaab")) == ["a0", "a1", "b4", "a2", "a3"]


async def test_who_comes_later_does_not_overtake_who_waits() -> None:
    semaphore = FairSemaphore(1)
    assert semaphore.takes("a")
    first = semaphore.join("b")
    semaphore.release("a")
    assert first.done()
    assert not semaphore.takes("c")
