"""Duties of every store for the feed of all games."""

import asyncio
import secrets

import pytest

from taphouse.service.store import feed
from taphouse.service.store.protocol import Store
from tests.store.build import NOTHING_IS_TEXT


def fresh() -> str:
    """An id that no other test has."""
    return secrets.token_hex(12)


async def newest(store: Store) -> int:
    """The number of the newest event; 0 if there is none."""
    found = await store.told(10**14, 1, back=True)
    return found[0].number if found else 0


async def test_events_come_in_the_order_in_which_they_were_told(store: Store) -> None:
    before, ids = await newest(store), [fresh() for _ in range(5)]
    for number, id_ in enumerate(ids):
        await store.tell(id_, b"%d " % number + NOTHING_IS_TEXT)
    told = await store.told(before, 100)
    assert [one.id for one in told] == ids
    assert [one.body for one in told] == [b"%d " % number + NOTHING_IS_TEXT for number in range(5)]
    numbers = [one.number for one in told]
    assert numbers == sorted({*numbers})
    assert numbers[0] > before
    assert await store.told(before, 2) == told[:2]
    assert await store.told(numbers[1], 100) == told[2:]
    assert await store.told(numbers[3], 2, back=True) == (told[3], told[2])
    assert await store.told(numbers[-1], 100) == ()


async def test_an_event_that_is_told_again_stays_where_it_is(store: Store) -> None:
    before, one, other = await newest(store), fresh(), fresh()
    for id_ in (one, other, one):
        await store.tell(id_, b"the same")
    assert [found.id for found in await store.told(before, 100)] == [one, other]


async def test_an_event_wakes_who_listens_to_the_feed(store: Store) -> None:
    async with store.listening_to_feed() as woken:
        sleeping = asyncio.create_task(woken(30))
        await asyncio.sleep(0.05)
        await store.tell(fresh(), b"news")
        await asyncio.wait_for(sleeping, 10)


async def test_the_newest_events_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from taphouse.lab import memory_store
    from taphouse.service.store import redis

    for module in (memory_store, redis, feed):
        monkeypatch.setattr(module, "MOST_EVENTS", 3)
    ids = [fresh() for _ in range(5)]
    for id_ in ids:
        await store.tell(id_, b"one of many")
    assert [found.id for found in await store.told(0, 100)] == ids[2:]
