"""The reading that followers in this process share: one subscription to the store, and one read whenever something changes.

Messages of the store are only wake-ups. Followers pull at their own pace. See docs/decisions/0012-followers-pull.md.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from taphouse.schema.execution.scheduler import SLICE
from taphouse.service.runtime.backoff import around, pauses
from taphouse.service.store.failures import StoreUnavailable

RECHECK = 30.0
"""Seconds (with jitter) after which the store is read without a message, in case one was lost."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between attempts to reach an unavailable store: at first and at most."""
WOKEN = 0.0001
"""About the seconds that a woken follower takes in the next turn of the loop."""
Give = Callable[[], bool]
"""Gives a follower at once what is new. False if it did not get all of it."""


class SharedReading(ABC):
    """Something in the store that is followed in this process. It is read until the last follower leaves.

    Nothing of it runs while nothing is new: a message, or the time to look, begins a task.
    """

    # With these, a channel would have more attributes than Python keeps without a dictionary of its own.
    __slots__ = (
        "_due",
        "_failure",
        "_giving",
        "_look",
        "_loop",
        "_news",
        "_subscribed",
        "_task",
        "_turns",
        "_waiting",
        "_waits",
        "followers",
    )

    woken: Any = None
    """The newest subscription."""

    def __init__(self) -> None:
        self.followers = 0
        self._failure: tuple[Exception, TracebackType | None] | None = None
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[asyncio.Future[None], Give | None] = {}
        """Those that wait, with what gives them at once what is new."""
        self._turns: list[tuple[asyncio.Future[None], Give | None]] = []
        """Those of them whose turn is to come, the next one last."""
        self._giving, self._news = False, False
        self._subscribed, self._due = False, True
        self._waits: Iterator[float] | None = None
        """The pauses until the store is there again; None while it is."""
        self._look: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = asyncio.create_task(self._follow())

    @property
    @abstractmethod
    def begun(self) -> bool:
        """True once it has been read."""

    @property
    def gives(self) -> bool:
        """True if followers can be given at once what is new."""
        return False

    @abstractmethod
    def subscribed(self) -> Any:
        """A subscription to what wakes it, a `Woken` or a `Listener`."""

    @abstractmethod
    async def catch_up(self) -> None:
        """Read what is new.

        Raises:
            StoreUnavailable: The store is away; it is read again soon.
        """

    async def changed(self) -> bool:
        """Take over what was heard, and return whether it is a reason to read."""
        self.woken.take()
        return True

    def pause(self) -> float:
        """The seconds after which it is read without a message."""
        return around(RECHECK)

    @property
    def failed(self) -> bool:
        """True if it has ended with an error."""
        return self._failure is not None

    def check(self) -> None:
        """Raise the error with which it has ended, if it has."""
        if self._failure is not None:
            # With its own traceback, which would grow with every follower. In no variable: it would refer to itself.
            raise self._failure[0].with_traceback(self._failure[1])

    async def change(self, give: Give | None = None) -> None:
        """Wait for the next change, or for the error with which it ends.

        Args:
            give: Called instead of returning. If it returns False, or fails, this returns.
        """
        waiting = self._loop.create_future()
        self._waiting[waiting] = give
        try:
            await waiting
        finally:
            del self._waiting[waiting]

    def close(self) -> None:
        """Stop following, and break the cycles through the task and its exception, so that nothing waits for the garbage
        collector."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
        self._unsubscribe()
        self._failure = None

    def wake(self) -> None:
        """Have all followers get what is new, at once or by their tasks."""
        self._news = True
        if self._waiting and not self._giving:
            self._giving = True
            self._loop.call_soon(self._give)

    def _give(self) -> None:
        """Give what is new to as many followers as fit into a turn of the loop. All have a turn before what comes meanwhile."""
        until, turns, gives = perf_counter() + SLICE, self._turns, self.gives
        if not turns:
            self._news = False
            turns.extend(reversed(self._waiting.items()))
        while turns:
            waiting, give = turns.pop()
            has_it = waiting.done()
            if gives and give and not has_it:
                with suppress(Exception):  # its task meets the same
                    has_it = give()
            if not has_it:
                waiting.set_result(None)
                until -= WOKEN
            if perf_counter() > until:
                break
        self._giving = bool(turns or (self._news and self._waiting))
        if self._giving:
            self._loop.call_soon(self._give)

    def fail(self, error: Exception) -> None:
        """End with an error."""
        self._failure = error, error.__traceback__
        self.wake()

    async def _follow(self) -> None:
        """Read until nothing is new. Whatever comes then begins this again."""
        try:
            if not self._subscribed:
                self.woken = self.subscribed()
                await self.woken.__aenter__()
                self.woken.back, self._subscribed = self._go_on, True
            while self._failure is None and (self._due or self.woken.heard):
                if self.woken.heard and await self.changed():
                    self._due = True
                if self._due:
                    self._due = False
                    self._sleep(await self._caught_up())
        except StoreUnavailable as error:
            self._unsubscribe()
            if self.begun:
                self._sleep(self._next_pause())
            else:
                self.fail(error)
        except Exception as error:  # a refusal or a bug: pass it to the followers
            self._unsubscribe()
            self.fail(error)
        self._task = None

    async def _caught_up(self) -> float:
        """Read what is new, and return the seconds after which to look again."""
        try:
            await self.catch_up()
        except StoreUnavailable:
            if not self.begun:
                raise
            return self._next_pause()
        self._waits = None
        return self.pause()

    def _next_pause(self) -> float:
        if self._waits is None:
            self._waits = pauses(FIRST_PAUSE, LONGEST_PAUSE)
        return next(self._waits)

    def _sleep(self, seconds: float) -> None:
        if self._look is not None:
            self._look.cancel()
        self._look = self._loop.call_later(seconds, self._look_again)

    def _look_again(self) -> None:
        self._look, self._due = None, True
        self._go_on()

    def _go_on(self) -> None:
        if self._task is None and self._failure is None:
            self._task = self._loop.create_task(self._follow())

    def _unsubscribe(self) -> None:
        """Hear nothing more, and look no more."""
        if self._look is not None:
            self._look.cancel()
            self._look = None
        if self._subscribed:
            self._subscribed = False
            self.woken.leave()


Shared = TypeVar("Shared", bound=SharedReading)


class Place(Generic[Shared]):
    """A place among the followers of a name, as a context manager; the last one who leaves closes the reading.

    Args:
        readings: Those that are followed, by name.
        name: The name.
    """

    def __init__(self, readings: dict[str, Shared], name: str) -> None:
        self._readings, self._name = readings, name
        self._reading: Shared | None = None

    def join(self, make: Callable[[], Shared]) -> Shared:
        """The reading; a new one if it has failed, since that failure only concerns the followers that it had."""
        self.leave()
        reading = self._readings.get(self._name)
        if reading is None or reading.failed:
            reading = self._readings[self._name] = make()
        reading.followers += 1
        self._reading = reading
        return reading

    def leave(self) -> None:
        """Leave the reading, if it was joined."""
        reading, self._reading = self._reading, None
        if reading is None:
            return
        reading.followers -= 1
        if not reading.followers:
            if self._readings.get(self._name) is reading:
                del self._readings[self._name]
            reading.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()
