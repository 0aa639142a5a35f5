"""Points that are taken from buckets in advance, a block at a time, and spent in this process.

Events of streams are paid for in this way, because asking the store for each event of each follower would cost more than the
events. All streams of a client spend from the same blocks, and those that wait are served in turn.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from taphouse.schema.execution.fair_queue import FairQueue
from taphouse.schema.prices import EVENT, SHOWN
from taphouse.service.runtime.backoff import around
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Store, Take, TakeResult

BLOCK = 500
"""The points that are taken at once, unless more are needed."""
SHARE = 10
"""A block is at most the capacity of its bucket divided by this, so that points taken in advance do not block requests."""
LENT = EVENT + SHOWN
"""The points that a bucket lends at most, so that a stream which opens need not ask the store before its first event."""
LONGEST_NAP = 1.0
"""Seconds after which a bucket that is short is tried again."""


class PrepaidBucket:
    """The points that were taken in advance from one bucket.

    Args:
        store: The store of the buckets.
        bucket: The bucket's name.
        capacity: The most points in it.
        flow: Points that flow into it per second.
        block: The points that are taken at once, unless more are needed.
    """

    def __init__(self, store: Store, bucket: str, capacity: int, flow: float, block: int = BLOCK) -> None:
        self.left = 0.0
        """The points that are left; negative if more were spent."""
        self._store, self._bucket, self._capacity, self._flow = store, bucket, capacity, flow
        self._most = max(1, capacity // SHARE)
        self._block = min(block, self._most)
        self.lent = min(LENT, self._most)
        """The points that it lends."""
        self._waiting: FairQueue[tuple[asyncio.Future[None], int]] = FairQueue()
        self._wanted = 0
        self.serving: asyncio.Task[None] | None = None
        """Gives points to those who wait; None if nobody does."""

    async def fill(self, points: int, wanted: int = 0) -> float:
        """Take points until there are this many. Returns the seconds until the bucket can give them; 0 if there are enough.

        If the bucket cannot be asked, the points are granted, as for requests: without the store there is nothing to protect.

        Args:
            points: The points that are needed.
            wanted: The further points that will soon be needed.
        """
        block = max(self._missing(points), self._block, min(wanted, self._most))
        while self.left < points:
            taken = await self._take(block)
            if taken is None:
                self.left = max(self.left, points)
            elif not taken.allowed:
                if block == self._missing(points):
                    return max(taken.retry, 0.001)
                block = self._missing(points)
            else:
                self.left += block
                block = max(self._missing(points), 1)
        return 0.0

    async def wait(self, points: int, owner: str) -> None:
        """Take points in turn, and wait until there are enough.

        Args:
            points: The points.
            owner: The client. Clients take turns, an event each.
        """
        waiting = paid, _ = asyncio.get_running_loop().create_future(), points
        self._waiting.put(waiting, owner)
        self._wanted += points
        if self.serving is None:
            self.serving = asyncio.create_task(self._serve())
        try:
            await paid
        except asyncio.CancelledError:
            if self._waiting.discard(waiting, owner):
                self._wanted -= points
            elif not paid.cancelled():  # they were taken at the same time
                self.left += points
            raise

    async def _serve(self) -> None:
        """Give points to waiting clients, to as many as possible at once."""
        waiting = None
        try:
            while (waiting := self._waiting.pop()) is not None:
                paid, points = waiting
                self._wanted -= points
                while not paid.done() and self.left < points:
                    if pause := await self.fill(points, points + self._wanted):
                        await asyncio.sleep(around(min(pause, LONGEST_NAP)))
                if not paid.done():
                    self.left -= points
                    paid.set_result(None)
        except BaseException as error:
            while waiting is not None:
                if not waiting[0].done():
                    waiting[0].set_exception(error)
                waiting = self._waiting.pop()
            self._wanted = 0
            raise
        finally:
            self.serving = None

    def _missing(self, points: int) -> int:
        # More than the capacity can never be taken at once.
        return min(math.ceil(points - self.left), self._capacity)

    async def _take(self, points: int) -> TakeResult | None:
        try:
            taken = await self._store.take([Take(self._bucket, points, self._capacity, self._flow)])
        except StoreUnavailable:
            return None
        return taken[0] if taken else None


class PrepaidBuckets:
    """Implements `schema.prices.PrepaidBudget`: takes the same points from each of a client's buckets.

    Args:
        buckets: The points that were taken from them in advance.
        owner: The client, among those that share the buckets.
    """

    def __init__(self, buckets: Sequence[PrepaidBucket], owner: str) -> None:
        self._buckets, self._owner = buckets, owner

    def pays(self, points: int) -> bool:
        """See `schema.prices.PrepaidBudget.pays`."""
        buckets = self._buckets
        for bucket in buckets:
            if bucket.left + bucket.lent < points or bucket.serving is not None:
                return False
        for bucket in buckets:
            bucket.left -= points
        return True

    async def pay(self, points: int) -> None:
        """See `schema.prices.PrepaidBudget.pay`."""
        paid = list[PrepaidBucket]()
        try:
            for bucket in self._buckets:
                await bucket.wait(points, self._owner)
                paid.append(bucket)
        except BaseException:
            for bucket in paid:
                bucket.left += points
            raise

    def owe(self, points: int) -> None:
        """See `schema.prices.PrepaidBudget.owe`."""
        for bucket in self._buckets:
            bucket.left -= points


class BotMoves:
    """Charges bots' moves to the creators of their games, from buckets that no request uses.

    Games of bots alone have a bucket of half the size, so that they never delay a game in which a person plays.

    Args:
        store: The store of the buckets.
        digest: Returns the keyed digest of an owner.
        capacity: The points that a creator's bots may spend at once.
        flow: The points that they may spend per second.
    """

    def __init__(self, store: Store, digest: Callable[[str, str], str], capacity: int, flow: int) -> None:
        self._store, self._digest, self._capacity, self._flow = store, digest, capacity, flow
        self._bucket_of = lru_cache(maxsize=8192)(self._taken_in_advance)

    async def pay(self, creators: Sequence[str], points: int, *, alone: bool) -> float:
        """Pay for a move.

        Args:
            creators: The digests of its creators that the game notes; the last one pays.
            points: The price of the move. A smaller bucket pays with all that it holds when it is full.
            alone: True if no person plays in the game.

        Returns:
            0 if the move is paid for, else the seconds after which it can be.
        """
        if not creators:
            return 0.0
        bucket = self._bucket_of(creators[-1], alone)
        retry = await bucket.fill(points)
        if not retry:
            bucket.left -= points
        return retry

    def _taken_in_advance(self, creator: str, alone: bool) -> PrepaidBucket:
        kind, part = ("bots alone", 2) if alone else ("bots", 1)
        return PrepaidBucket(
            self._store, self._digest(kind, creator), max(1, self._capacity // part), self._flow / part
        )
