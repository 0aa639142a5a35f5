"""Schedulers: long work of requests is done in slices, and callers take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Hashable, Iterable
from contextlib import nullcontext
from time import perf_counter, thread_time
from typing import Any, TypeVar

from msgspec import Struct, field

from taphouse.schema.execution.fair_queue import FairSemaphore, Waiters

SLICE = 0.006
"""Seconds of long work in a turn of the event loop. What cannot be divided may take a little longer."""
SHORT = 50
"""The most points of work that is done at once, without waiting for a slice."""
CALLED = 8
"""The most waiters that are woken to share the next slice."""
IN_A_ROW = 64
"""The number of items that are made between two looks at the clock."""
MOST_READS = 100
"""The most different reads of one request."""
READS_AT_ONCE = 8
"""The most of them that await the store at the same time."""


T = TypeVar("T")


class Scheduler:
    """Divides long work into parts, and lets them fill one slice of each turn of the event loop. Callers take turns.

    Between two slices, the loop serves everything that is short. A caller with many requests delays another caller by one part
    only.
    """

    def __init__(self) -> None:
        self.slice = SLICE
        """Seconds of work in a turn of the loop."""
        self.until = 0.0
        """The end of the slice of this turn of the loop, by `perf_counter`; 0 if no work has begun in it."""
        self.thread = FairSemaphore(1)
        """The thread, which does the work of one request at a time."""
        self._waiters, self._missed = Waiters(), Waiters()  # those that missed a slice come first in the next one
        self._waiting = 0
        self._ending = False

    @property
    def free(self) -> bool:
        """True if work may begin now: nobody waits, and some of the slice is left."""
        return not self._waiting and self._begins()

    async def take(self, owner: str) -> None:
        """Wait for a part of a slice.

        Args:
            owner: the caller on whose behalf the work is done.
        """
        if self.free:
            return
        self._waiting += 1
        try:
            await self._waiters.wait(owner)
            while not self._begins():
                await self._missed.wait(owner)
        finally:
            self._waiting -= 1

    def _begins(self) -> bool:
        now = perf_counter()
        if self.until:
            return now < self.until
        self.until = now + self.slice
        if not self._ending:
            self._ending = True
            asyncio.get_running_loop().call_soon(self._end)
        return True

    def _end(self) -> None:
        """End the slice, and wake the callers that share the next one, in the next turn of the loop."""
        self.until = 0.0
        called = 0
        while called < CALLED and (self._missed.wake() or self._waiters.wake()):
            called += 1
        self._ending = self._waiting > 0
        if self._ending:
            asyncio.get_running_loop().call_soon(self._end)


class RequestScheduler(Struct):
    """Schedules the work of one request."""

    process: Scheduler = field(default_factory=Scheduler)
    """The scheduler of this process, for all requests."""
    owner: str = ""
    """The caller on whose behalf the work is done."""
    until: float = 0.0
    """The end of the slice, by `perf_counter`."""
    next: asyncio.Event | None = None
    """Set when the next slice begins; None if nobody waits for it."""
    reads: dict[Hashable, asyncio.Future[Any]] = field(default_factory=dict)
    """The reads so far."""
    few: asyncio.Semaphore | None = None
    """Limits the number of concurrent reads."""

    @property
    def late(self) -> bool:
        """True if the slice is used up, and no other is free now to be taken: call `turn` before more work."""
        if perf_counter() <= self.until:
            return False
        if self.next is not None or not self.process.free:
            return True
        self.until = self.process.until
        return False

    async def turn(self) -> None:
        """Wait for the next slice, unless some of this one is left. All parts of the request share it."""
        if not self.late:
            return
        while (ready := self.next) is not None:
            await ready.wait()
            if not self.late:
                return
        self.next = ready = asyncio.Event()
        try:
            await self.process.take(self.owner)
            self.until = self.process.until
        finally:
            self.next = None
            ready.set()

    async def collect(self, items: Iterable[T], into: list[T] | None = None) -> list[T]:
        """Make items, in slices. Returns the list of them, to which they are added as they are made."""
        made = [] if into is None else into
        for number, item in enumerate(items, 1):
            made.append(item)
            if number % IN_A_ROW == 0 and self.late:
                await self.turn()
        return made

    async def apart(self, function: Callable[..., Any], *given: Any) -> Any:
        """Call a function in another thread, one for all requests. For work that cannot be divided."""
        await self.process.thread.acquire(self.owner)
        try:
            running = asyncio.get_running_loop().run_in_executor(None, function, *given)
        except BaseException:
            self.process.thread.release(self.owner)
            raise
        running.add_done_callback(
            lambda _: self.process.thread.release(self.owner)
        )  # even if the request is cancelled meanwhile
        return await asyncio.shield(running)

    async def piece(self, work: Generator[None, None, T], seconds: float) -> tuple[float, tuple[()] | tuple[T]]:
        """Do a piece of work in the other thread. Returns the seconds of CPU time that it took, and the result at the end.

        Args:
            work: the work, which yields wherever it can pause.
            seconds: those after which it pauses.
        """
        done: tuple[float, tuple[()] | tuple[T]] = await self.apart(_piece, work, seconds)
        return done

    async def once(self, key: Hashable, read: Callable[[], Awaitable[Any]], *, waits: bool = False) -> Any:
        """The result of a read, which is done once for all parts of the request that ask for the same.

        A part can be cancelled because another one next to it failed. If it was reading, one of those that wait reads instead.

        Args:
            key: identifies the read.
            read: does it.
            waits: whether it waits for an event, so that others must not wait for it.

        Raises:
            GraphQLError: the request has too many reads.
        """
        self.few = few = self.few or asyncio.Semaphore(READS_AT_ONCE)
        while (known := self.reads.get(key)) is not None:
            try:
                return await asyncio.shield(known)
            except asyncio.CancelledError:
                asked = asyncio.current_task()
                if not known.cancelled() or asked is None or asked.cancelling():
                    raise
        if len(self.reads) >= MOST_READS:
            from taphouse.schema.execution.limits import beyond  # here, so that clients do not load graphql-core

            message = "The request makes at least {figure} different reads of games and logs. The limit is {limit}. Send several."
            raise beyond("TOO_MANY_READS", MOST_READS, MOST_READS + 1, message)
        self.reads[key] = found = asyncio.get_running_loop().create_future()
        try:
            async with nullcontext() if waits else few:
                result = await read()
        except BaseException as error:
            if isinstance(error, Exception):
                found.set_exception(error)
                found.exception()  # so that asyncio does not report it if nobody else asked
            else:
                self.reads[found] = self.reads.pop(key, found)  # it counts, but who waits for it must read again
                found.cancel()
            raise
        found.set_result(result)
        return result


def _piece(work: Generator[None, None, T], seconds: float) -> tuple[float, tuple[()] | tuple[T]]:
    began = thread_time()
    while (used := thread_time() - began) < seconds:
        try:
            next(work)
        except StopIteration as end:
            return thread_time() - began, (end.value,)
    return used, ()
