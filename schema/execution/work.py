"""The work of requests: long work is done in slices, and the callers take turns."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable, Iterable
from contextlib import nullcontext
from time import perf_counter
from typing import Any, TypeVar

from msgspec import Struct, field

from taphouse.schema.execution.limits import beyond

SLICE = 0.006
"""Seconds of work in a turn. What cannot be divided may take a little longer."""
SHORT = 50
"""The most points of work that is done at once, without a turn of its own."""
IN_A_ROW = 64
"""The items that are made without looking at the clock."""
MOST_READS = 100
"""The most different reads of one request."""
READS_AT_ONCE = 8
"""The most of them that await the store at the same time."""


T = TypeVar("T")


class Turns:
    """Lets one part of long work run in each turn of the event loop, for one caller after another.

    Between two parts, the loop serves all that is short. A caller with many requests waits for each of them; other callers
    wait for one part of theirs.
    """

    def __init__(self) -> None:
        self.slice = SLICE
        """Seconds of work in a turn."""
        self._waiting: OrderedDict[str, deque[tuple[asyncio.Future[None], bool]]] = OrderedDict()
        self._taken = False

    async def take(self, payer: str, *, held: bool = False) -> None:
        """Wait for a turn.

        Args:
            payer: the caller on whose behalf the work is done.
            held: whether the turn lasts until `release`. Otherwise the next one begins with the next turn of the loop.
        """
        if not self._taken:
            self._taken = True
            if not held:
                asyncio.get_running_loop().call_soon(self.release)
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(payer, deque()).append((turn, held))
        try:
            await turn
        except asyncio.CancelledError:
            if held and turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """End the turn: the next caller has one."""
        while self._waiting:
            payer, parts = next(iter(self._waiting.items()))
            turn, held = parts.popleft()
            if parts:
                self._waiting.move_to_end(payer)
            else:
                del self._waiting[payer]
            if not turn.done():
                turn.set_result(None)
                if not held:
                    asyncio.get_running_loop().call_soon(self.release)
                return
        self._taken = False


class Work(Struct):
    """The work of one request."""

    turns: Turns = field(default_factory=Turns)
    """The turns of all requests."""
    payer: str = ""
    """The caller on whose behalf the work is done."""
    until: float = 0.0
    """When the slice is used up, by `perf_counter`."""
    next: asyncio.Event | None = None
    """Set when the next slice begins; None if nobody waits for it."""
    reads: dict[Hashable, asyncio.Future[Any]] = field(default_factory=dict)
    """The reads so far."""
    few: asyncio.Semaphore | None = None
    """Limits the reads at the same time."""

    @property
    def late(self) -> bool:
        """Whether the slice is used up: call `turn` before more work."""
        return perf_counter() > self.until

    async def turn(self) -> None:
        """Wait for the next slice. All parts of the request share it."""
        while (ready := self.next) is not None:
            await ready.wait()
            if not self.late:
                return
        self.next = ready = asyncio.Event()
        try:
            await self.turns.take(self.payer)
            self.until = perf_counter() + self.turns.slice
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
        await self.turns.take(self.payer, held=True)
        try:
            running = asyncio.get_running_loop().run_in_executor(None, function, *given)
        except BaseException:
            self.turns.release()
            raise
        running.add_done_callback(lambda _: self.turns.release())  # even if the request is cancelled meanwhile
        return await asyncio.shield(running)

    async def once(self, key: Hashable, read: Callable[[], Awaitable[Any]], *, waits: bool = False) -> Any:
        """The result of a read, which is done once for all parts of the request that ask for the same.

        Args:
            key: identifies the read.
            read: does it.
            waits: whether it waits for an event, so that others must not wait for it.

        Raises:
            GraphQLError: the request has too many reads.
        """
        self.few = few = self.few or asyncio.Semaphore(READS_AT_ONCE)
        known = self.reads.get(key)
        if known is not None:
            return await asyncio.shield(known)
        if len(self.reads) >= MOST_READS:
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
                found.cancel()
            raise
        found.set_result(result)
        return result
