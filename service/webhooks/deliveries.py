"""Makes deliveries: each is tried until it succeeds, for at most a day, by the instance that claims its reminder.

The reminder is set before a delivery is tried and removed when it has ended, so a delivery is made at least once, under one id. A
webhook gets one delivery at a time from each instance. First attempts come before repeated ones, and owners take turns. An owner
with slow receivers, or with names that are slow to resolve, does not delay others: an owner gets few deliveries at once, and all
webhooks that were slow lately share a few places.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

import msgspec

from taphouse.schema.failures import Damaged, Unavailable, Unreadable
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around
from taphouse.service.runtime.job_queue import JobQueue
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import DELIVERIES, PUT_OFF, Due, Store, Take
from taphouse.service.webhooks.emails import MOST_AT_ONCE, Mail, Mailer, begun, needless, under_way
from taphouse.service.webhooks.notices import KEPT, POLL
from taphouse.service.webhooks.sending import DeliveryResult, Sender
from taphouse.service.webhooks.stored import (
    ACTIVE,
    DELIVERED,
    FAILED,
    OPERATORS,
    PENDING,
    STOPPED,
    TEST,
    Delivery,
    DeliveryPlace,
    Hook,
    hooks_name,
    pack,
    short_id,
    unpack,
)

LEASE = 30.0
"""Seconds after which another instance takes over a delivery that was neither made nor put off."""
PAUSES = (10, 60, 300, 1800, 3600, 7200, 14_400)
"""Seconds before each further attempt of a delivery; the last one repeats."""
LASTS = 86_400_000
"""Milliseconds after which a delivery is no longer tried."""
FRESH = 3_600_000
"""Milliseconds after which another success is noted at the webhook."""
MOST_CLAIMED, MOST_OWN = 1024, 64
"""The most deliveries that wait in this instance, and those of an owner. The reminders of more are claimed later."""
AT_ONCE, OWN_AT_ONCE, SLOW_AT_ONCE = 128, 4, 8
"""The most deliveries at once: of all, of an owner, and to webhooks that were slow lately. All are more than the webhooks that an
address may create within a day by default, so that its first, slow ones leave places free."""
SLOW, SLOW_FOR = 2.0, 3600.0
"""Seconds of an attempt after which a webhook counts as slow, and for how long. A quick attempt ends it."""
MOST_SLOW = 4096
"""The most slow webhooks that are remembered."""
_SLOW = "slow"
"""The key under which running deliveries to slow webhooks are counted, beside owners and webhooks."""
BURST, FLOW = 60, 1.0
"""Deliveries that a webhook may get at once, and per second."""
HOST_BURST, HOST_FLOW = 200, 50.0
"""Deliveries that all webhooks at one host may get at once, and per second."""

SUCCEEDED, UNSUCCESSFUL = "succeeded", "failed"
"""The results of an attempt."""


class Deliveries:
    """The deliveries that this instance makes.

    Args:
        store: The store.
        sender: Sends them.
        now: Returns the current time in milliseconds since the epoch.
        seconds: Returns the seconds of a monotonic clock.
        mailer: Sends those that are emails. If None, they are not sent.
    """

    def __init__(
        self,
        store: Store,
        sender: Sender,
        now: Callable[[], int],
        seconds: Callable[[], float] = time.monotonic,
        mailer: Mailer | None = None,
    ) -> None:
        self._store, self._sender, self._mailer, self._now, self._seconds = store, sender, mailer, now, seconds
        self._queue, self._due = JobQueue(), dict[str, Due]()
        self.attempts = Counter({SUCCEEDED: 0, UNSUCCESSFUL: 0})
        """The attempts to deliver, by result."""
        self._waiting, self._running = Counter[str](), Counter[str]()
        """The numbers of deliveries that wait here, by owner, and of those under way, by owner, by webhook, and to slow ones."""
        self._aside: dict[str, list[str]] = {}
        """The deliveries whose turn came while their owner or webhook had no place, by that owner or webhook."""
        self._slow: OrderedDict[str, float] = OrderedDict()
        """Slow webhooks, each with the time until which it counts as slow."""

    async def begin(self, place: DeliveryPlace, owner: str, after: float = 0.0) -> None:
        """Make a stored delivery soon, or after so many seconds."""
        due = await self._store.remind(str(place), after or LEASE, DELIVERIES)
        if not after:
            self._expect(due, owner, later=False)

    async def run(self) -> None:
        """Make deliveries until cancelled."""
        places = asyncio.Semaphore(AT_ONCE)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._poll())
            while True:
                await places.acquire()
                job = group.create_task(self._work(await self._queue.get()))
                job.add_done_callback(lambda _: places.release())

    def _expect(self, due: Due, owner: str, *, later: bool) -> None:
        """Make a delivery as soon as there is a place. If too many wait, the reminder remains."""
        if due.member not in self._due:
            if len(self._due) >= MOST_CLAIMED or self._waiting[owner] >= MOST_OWN:
                return
            self._waiting[owner] += 1
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
            self._expect(due, DeliveryPlace.of(due.member).owner, later=True)
        except Damaged as error:
            await self._put_off(due, repr(due.member), error)

    async def _put_off(self, due: Due, delivery: str, error: Unreadable) -> None:
        """Note that a delivery cannot be read here. If it or its webhook is damaged, nobody tries it again for a while."""
        telemetry.left_out(f"delivery {delivery}", error)
        if isinstance(error, Damaged):
            await self._store.postpone(due, PUT_OFF)

    async def _work(self, member: str) -> None:
        place = DeliveryPlace.of(member)
        full = [key for key, most in ((place.hook, 1), (place.owner, OWN_AT_ONCE)) if self._running[key] >= most]
        if full:
            self._aside.setdefault(full[0], []).append(member)
            return
        due = self._due.pop(member)
        _less(self._waiting, place.owner)
        taken = [place.hook, place.owner]
        if self._slow.get(place.hook, 0.0) > self._seconds():
            if self._running[_SLOW] >= SLOW_AT_ONCE:
                return  # the reminder remains
            taken.append(_SLOW)
        for key in taken:
            self._running[key] += 1
        try:
            try:
                await self._make(due, place)
            except Unreadable as error:
                await self._put_off(due, place.delivery, error)
        except Unavailable:
            pass  # the reminder remains
        except Exception as error:
            telemetry.bug(error, delivery=place.delivery)
        for key in taken:
            _less(self._running, key)
            for other in self._aside.pop(key, ()):
                self._queue.put(other, place.owner, later=False)

    async def _make(self, due: Due, place: DeliveryPlace) -> None:
        hooks, log = await self._store.items([hooks_name(place.owner), place.name])
        sources = hooks.get(place.hook), log.get(place.delivery)
        if sources[0] is None or sources[1] is None:
            await self._store.drop_items(place.name, [place.delivery])  # its account may have been deleted
            await self._store.settle(due)
            return
        hook, delivery = unpack(Hook, sources[0]), unpack(Delivery, sources[1])
        telemetry.brought.set((hook.url, hook.address, hook.secret))  # a bug's traceback may quote them
        if hook.deleted is not None:
            await self._store.drop_items(place.name, [place.delivery])
        if delivery.status != PENDING or hook.deleted is not None:
            await self._store.settle(due)
            return
        if hook.status == STOPPED and delivery.event != TEST:
            ended = msgspec.structs.replace(delivery, status=FAILED, again=None, failure="The webhook was stopped.")
            await self._end(due, place, sources[1], ended)
            return
        if hook.address:
            await self._make_mail(due, place, hook, delivery, (sources[0], sources[1]))
            return
        if place.owner != OPERATORS and (wait := await self._wait(place.hook, hook)):
            await self._store.remind(due.member, wait, DELIVERIES)
            return
        now, start = self._now(), self._seconds()
        sent = await self._sender.send(hook, place.delivery, delivery, now)
        self._note(place.hook, self._seconds() - start)
        await self._finish(due, place, hook, delivery, sent, now, (sources[0], sources[1]))

    async def _make_mail(
        self, due: Due, place: DeliveryPlace, hook: Hook, delivery: Delivery, sources: tuple[bytes, bytes]
    ) -> None:
        """Send an email that is still wanted, unless a notice renews it at this moment, or another instance sends it."""
        if under_way(delivery, self._now(), LEASE):
            await self._store.postpone(due, LEASE)
            return
        mail = Mail() if self._mailer is None else await self._mailer.due(place, hook, delivery)
        if self._mailer is None or (mail.content is None and not mail.wait):
            await self._end(due, place, sources[1], needless(delivery))
            return
        if wait := mail.wait or await self._wait(place.hook, hook):
            await self._store.postpone(due, wait)
            return
        now = self._now()
        was = pack(begun(delivery, now))
        if await self._store.put_item(place.name, place.delivery, was, sources[1], KEPT):
            sent = await self._mailer.send(hook, mail.content or b"")
            await self._finish(due, place, hook, delivery, sent, now, (sources[0], was))

    async def _finish(
        self,
        due: Due,
        place: DeliveryPlace,
        hook: Hook,
        delivery: Delivery,
        sent: DeliveryResult,
        now: int,
        sources: tuple[bytes, bytes],
    ) -> None:
        """Note the result of an attempt, at the webhook and at the delivery as they were read."""
        self.attempts[SUCCEEDED if sent.failure is None else UNSUCCESSFUL] += 1
        after = tried(delivery, sent, now)
        if (changed := judged(hook, delivery, after, sent, now)) is not hook:
            await self._store.put_item(hooks_name(place.owner), place.hook, pack(changed), sources[0], KEPT)
        if not await self._store.put_item(place.name, place.delivery, pack(after), sources[1], KEPT):
            return  # it was removed or renewed meanwhile, with a reminder of its own
        if after.status == PENDING:
            await self._store.remind(due.member, ((after.again or now) - now) / 1000, DELIVERIES)
        else:
            await self._store.settle(due)

    def _note(self, hook: str, took: float) -> None:
        """Remember whether a webhook is slow: its receiver, or the name of its host."""
        self._slow.pop(hook, None)
        if took >= SLOW:
            self._slow[hook] = self._seconds() + SLOW_FOR
            if len(self._slow) > MOST_SLOW:
                self._slow.popitem(last=False)

    async def _end(self, due: Due, place: DeliveryPlace, was: bytes, ended: Delivery) -> None:
        await self._store.put_item(place.name, place.delivery, pack(ended), was, KEPT)
        await self._store.settle(due)

    async def _wait(self, id_: str, hook: Hook) -> float:
        """Seconds until the webhook and its host may get another delivery; 0 if this one is counted."""
        burst, flow = (MOST_AT_ONCE, MOST_AT_ONCE / 86_400) if hook.address else (BURST, FLOW)
        taken = await self._store.take(
            [
                Take(short_id("webhook", id_), 1, burst, flow),
                Take(short_id("webhooks at", hook.host), 1, HOST_BURST, HOST_FLOW),
            ]
        )
        return max([one.retry for one in taken], default=0.0)


def _less(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]


def tried(delivery: Delivery, sent: DeliveryResult, now: int) -> Delivery:
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


def judged(hook: Hook, before: Delivery, after: Delivery, sent: DeliveryResult, now: int) -> Hook:
    """A webhook after an attempt: stopped if a delivery has failed for good, and none has succeeded since that was created.

    An email address is stopped when it is refused for good, and only its owner starts it again.
    """
    if hook.address and sent.failure is None:
        return msgspec.structs.replace(hook, succeeded=now) if now - hook.succeeded > FRESH else hook
    if hook.address:
        refused = sent.gone and hook.status != STOPPED
        return msgspec.structs.replace(hook, status=STOPPED, failure=sent.failure) if refused else hook
    if sent.failure is None:
        if hook.status == STOPPED or now - hook.succeeded > FRESH:
            return msgspec.structs.replace(hook, status=ACTIVE, failure=None, succeeded=now)
        return hook
    lasting = after.status == FAILED and before.event != TEST and hook.succeeded + FRESH < before.created
    if hook.status == ACTIVE and (sent.gone or lasting):
        return msgspec.structs.replace(hook, status=STOPPED, failure=sent.failure)
    return hook
