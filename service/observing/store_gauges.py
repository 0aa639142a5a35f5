"""Gauges of the store, which an instance reads from time to time, independently of requests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from taphouse.service.games.kernel.game_lists import finished, vacant, waiting
from taphouse.service.observing.game_counts import counted
from taphouse.service.observing.metrics import Metrics
from taphouse.service.reports.stored import OPEN
from taphouse.service.runtime import telemetry
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.health import Reminders
from taphouse.service.store.protocol import (
    ACCOUNTS,
    BOTS,
    CLOCKS,
    DELIVERIES,
    FEED,
    NOTICES,
    ORDERS,
    PROFILES,
    QUICK,
    RATINGS,
    Store,
)

LISTS: Mapping[str, Callable[[str], str]] = {"waiting": waiting, "vacant": vacant, "finished": finished}
"""The lists that anybody can read, whose lengths are a metric: a store counts them without reading games."""
EVERY = 15.0
"""Seconds between two looks at the store."""

T = TypeVar("T")


async def look_at_store(metrics: Metrics, store: Store, kinds: Sequence[str], *, webhooks: bool) -> None:
    """Read the store until cancelled. A gauge that cannot be read has no value, rather than an old one.

    Args:
        metrics: The metrics that hold the values.
        store: The store.
        kinds: The kinds of games.
        webhooks: True if there are webhooks. If not, nobody claims the reminders that are left of them.
    """
    queues = (
        BOTS,
        CLOCKS,
        ACCOUNTS,
        QUICK,
        RATINGS,
        ORDERS,
        FEED,
        PROFILES,
        *((NOTICES, DELIVERIES) if webhooks else ()),
    )
    while True:
        metrics.health = await _read(store.health(), None)
        metrics.reminders = await _read(_reminders(store, queues), {})
        metrics.listed = await _read(_listed(store, kinds), {})
        metrics.reports = await _read(_open_reports(store), None)
        metrics.stored = await _read(counted(store, kinds), {})
        await asyncio.sleep(EVERY)


async def _read(reading: Awaitable[T], otherwise: T) -> T:
    try:
        return await reading
    except StoreUnavailable:
        return otherwise
    except Exception as error:
        telemetry.bug(error)
        return otherwise


async def _reminders(store: Store, queues: Sequence[str]) -> Mapping[str, Reminders]:
    found = zip(queues, await store.reminders(queues), strict=True)
    return {queue: one for queue, one in found if not isinstance(one, StoreUnavailable)}


async def _open_reports(store: Store) -> int:
    (queue,) = await store.items([OPEN])
    return len(queue)


async def _listed(store: Store, kinds: Sequence[str]) -> Mapping[tuple[str, str], int]:
    places = [(kind, name) for kind in kinds for name in LISTS]
    lengths = await store.lengths([LISTS[name](kind) for kind, name in places])
    return {place: length for place, length in zip(places, lengths, strict=True) if isinstance(length, int)}
