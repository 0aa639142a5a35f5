"""Makes deliveries: each is tried until it succeeds, for a day, by whichever instance claims its reminder.

The reminder is set before a delivery is tried and removed when it has ended, so a delivery is made at least once, under one id. A
webhook gets one delivery at a time from each instance. First attempts come before repeated ones, and owners take turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from taphouse.schema.failures import Unavailable
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around
from taphouse.service.runtime.fair_queue import FairQueue
from taphouse.service.store import DELIVERIES, PUT_OFF, Damaged, Due, Store, StoreUnavailable, Take, Unreadable
from taphouse.service.webhooks.notices import KEPT, POLL
from taphouse.service.webhooks.sending import AT_ONCE, Sends, Sent
from taphouse.service.webhooks.stored import (
    ACTIVE,
    DELIVERED,
    FAILED,
    PENDING,
    STOPPED,
    TEST,
    Delivery,
    Hook,
    Place,
    hooks_name,
    pack,
    short_id,
    unpack,
)

LEASE = 30.0
"""Seconds after which another instance takes over a delivery that was neither made nor put off."""
PAUSES = (10, 60, 300, 1800, 3600, 7200, 14_400)
"""Seconds before a delivery is tried again; the last of them again and again."""
LASTS = 86_400_000
"""Milliseconds after which a delivery is not tried any more."""
FRESH = 3_600_000
"""Milliseconds after which a success is noted at the webhook anew."""
MOST_CLAIMED = 256
"""The most deliveries that wait in this instance; beyond that it claims no reminders."""
BURST, FLOW = 60, 1.0
"""Deliveries that a webhook may get at once, and per second."""
HOST_BURST, HOST_FLOW = 200, 50.0
"""Deliveries that all webhooks at one host may get at once, and per second."""


class Deliveries:
    """The deliveries that this instance makes.

    Args:
        store: The store.
        sender: Sends them.
        now: Returns the current time in milliseconds since the epoch.
    """

    def __init__(self, store: Store, sender: Sends, now: Callable[[], int]) -> None:
        self._store, self._sender, self._now = store, sender, now
        self._queue, self._due = FairQueue(), dict[str, Due]()
        self._aside: dict[str, list[str]] = {}
        """What came up while a worker sent another delivery to the same webhook; by webhook."""

    async def begin(self, place: Place, owner: str) -> None:
        """Make a stored delivery soon."""
        due = await self._store.remind(str(place), LEASE, DELIVERIES)
        if len(self._due) < MOST_CLAIMED:
            self._expect(due, owner, later=False)

    async def run(self) -> None:
        """Make deliveries until cancelled."""
        workers: list[Coroutine[Any, Any, None]] = [self._work() for _ in range(AT_ONCE)]
        async with asyncio.TaskGroup() as group:
            for worker in (self._poll(), *workers):
                group.create_task(worker)

    def _expect(self, due: Due, owner: str, *, later: bool) -> None:
        if due.member not in self._due:
            self._queue.put(due.member, owner, later=later)
        self._due[due.member] = due

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(around(POLL))
            try:
                if room := max(0, MOST_CLAIMED - len(self._due)):
                    for due in await self._store.claim(LEASE, room, DELIVERIES):
                        await self._take(due)
            except StoreUnavailable:
                continue
            except Exception as error:
                telemetry.bug(error)

    async def _take(self, due: Due) -> None:
        try:
            self._expect(due, Place.of(due.member).owner, later=True)
        except Damaged as error:
            await self._put_off(due, repr(due.member), error)

    async def _put_off(self, due: Due, delivery: str, error: Unreadable) -> None:
        """Note that a delivery cannot be read here. If it or its webhook is damaged, nobody tries it again for a while."""
        telemetry.left_out(f"delivery {delivery}", error)
        if isinstance(error, Damaged):
            await self._store.postpone(due, PUT_OFF)

    async def _work(self) -> None:
        while True:
            member = await self._queue.get()
            place = Place.of(member)
            if place.hook in self._aside:
                self._aside[place.hook].append(member)
                continue
            self._aside[place.hook] = []
            due = self._due.pop(member)
            try:
                try:
                    await self._make(due, place)
                except Unreadable as error:
                    await self._put_off(due, place.delivery, error)
            except Unavailable:
                pass  # the reminder remains
            except Exception as error:
                telemetry.bug(error, delivery=place.delivery)
            for other in self._aside.pop(place.hook):
                self._queue.put(other, place.owner, later=False)

    async def _make(self, due: Due, place: Place) -> None:
        hooks, log = await self._store.items([hooks_name(place.owner), place.name])
        sources = hooks.get(place.hook), log.get(place.delivery)
        if sources[0] is None or sources[1] is None:
            await self._store.settle(due)
            return
        hook, delivery = unpack(Hook, sources[0]), unpack(Delivery, sources[1])
        telemetry.brought.set((hook.url, hook.secret))  # a bug's traceback may quote them
        if hook.deleted is not None:
            await self._store.drop_items(place.name, [place.delivery])
        if delivery.status != PENDING or hook.deleted is not None:
            await self._store.settle(due)
            return
        if hook.status == STOPPED and delivery.event != TEST:
            ended = msgspec.structs.replace(delivery, status=FAILED, again=None, failure="The webhook was stopped.")
            await self._end(due, place, sources[1], ended)
            return
        if wait := await self._wait(place.hook, hook):
            await self._store.remind(due.member, wait, DELIVERIES)
            return
        now = self._now()
        sent = await self._sender.send(hook, place.delivery, delivery, now)
        after = tried(delivery, sent, now)
        if (changed := judged(hook, delivery, after, sent, now)) is not hook:
            await self._store.put_item(hooks_name(place.owner), place.hook, pack(changed), sources[0], KEPT)
        if after.status == PENDING:
            await self._store.put_item(place.name, place.delivery, pack(after), sources[1], KEPT)
            await self._store.remind(due.member, ((after.again or now) - now) / 1000, DELIVERIES)
        else:
            await self._end(due, place, sources[1], after)

    async def _end(self, due: Due, place: Place, was: bytes, ended: Delivery) -> None:
        await self._store.put_item(place.name, place.delivery, pack(ended), was, KEPT)
        await self._store.settle(due)

    async def _wait(self, id_: str, hook: Hook) -> float:
        """Seconds until the webhook and its host may get another delivery; 0 if this one is counted."""
        taken = await self._store.take(
            [
                Take(short_id("webhook", id_), 1, BURST, FLOW),
                Take(short_id("webhooks at", hook.host), 1, HOST_BURST, HOST_FLOW),
            ]
        )
        return max([one.retry for one in taken], default=0.0)


def tried(delivery: Delivery, sent: Sent, now: int) -> Delivery:
    """A delivery after an attempt."""
    attempts = delivery.attempts + 1
    if sent.failure is None:
        return msgspec.structs.replace(
            delivery, status=DELIVERED, attempts=attempts, tried=now, again=None, failure=None
        )
    again = now + int(around(PAUSES[min(delivery.attempts, len(PAUSES) - 1)]) * 1000)
    ended = sent.gone or delivery.event == TEST or again > delivery.created + LASTS
    return msgspec.structs.replace(
        delivery,
        status=FAILED if ended else PENDING,
        attempts=attempts,
        tried=now,
        again=None if ended else again,
        failure=sent.failure,
    )


def judged(hook: Hook, before: Delivery, after: Delivery, sent: Sent, now: int) -> Hook:
    """A webhook after an attempt: stopped if a delivery has failed for good, and none has succeeded since it was made."""
    if sent.failure is None:
        if hook.status == STOPPED or now - hook.succeeded > FRESH:
            return msgspec.structs.replace(hook, status=ACTIVE, failure=None, succeeded=now)
        return hook
    lasting = after.status == FAILED and before.event != TEST and hook.succeeded + FRESH < before.created
    if hook.status == ACTIVE and (sent.gone or lasting):
        return msgspec.structs.replace(hook, status=STOPPED, failure=sent.failure)
    return hook
