"""The reading that followers in this process share: one subscription to the store, and one read whenever something changes.

Messages of the store are only wake-ups. Followers pull at their own pace. See docs/decisions/0012-followers-pull.md.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from taphouse.service.runtime.backoff import around, pauses
from taphouse.service.store.failures import StoreUnavailable

RECHECK = 30.0
"""Seconds (with jitter) after which the store is read without a message, in case one was lost."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between attempts to reach an unavailable store: at first and at most."""


class SharedReading(ABC):
    """Something in the store that is followed in this process. It is read until the last follower leaves."""

    woken: Any = None
    """The subscription: called with seconds, it returns when something may have changed, at the latest after so many."""

    def __init__(self) -> None:
        self.followers = 0
        self._failure: tuple[Exception, TracebackType | None] | None = None
        self._waiting: dict[asyncio.Future[None], None] = {}
        self._new_future = asyncio.get_running_loop().create_future
        self._task: asyncio.Task[None] | None = asyncio.create_task(self._follow())

    @property
    @abstractmethod
    def begun(self) -> bool:
        """True once it has been read."""

    @abstractmethod
    def subscribed(self) -> AbstractAsyncContextManager[Any]:
        """Subscribe to what wakes it; see `woken`."""

    @abstractmethod
    async def catch_up(self) -> None:
        """Read what is new.

        Raises:
            StoreUnavailable: The store is away; it is read again soon.
        """

    async def sleep(self, pause: float) -> None:
        """Return when something may have changed, at the latest after so many seconds."""
        await self.woken(pause)

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

    async def change(self) -> None:
        """Wait for the next change, or for the error with which it ends."""
        self._waiting[waiting := self._new_future()] = None
        try:
            await waiting
        finally:
            self._waiting.pop(waiting, None)

    def close(self) -> None:
        """Stop following, and break the cycles through the task and its exception, so that nothing waits for the garbage
        collector."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
        self._failure = None

    def wake(self) -> None:
        """Wake all followers."""
        waiting, self._waiting = self._waiting, {}
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def fail(self, error: Exception) -> None:
        """End with an error."""
        self._failure = error, error.__traceback__
        self.wake()

    async def _follow(self) -> None:
        """Read until cancelled, or until it fails."""
        waits = pauses(FIRST_PAUSE, LONGEST_PAUSE)
        while self._failure is None:
            try:
                async with self.subscribed() as self.woken:
                    while True:
                        try:
                            await self.catch_up()
                            pause, waits = self.pause(), pauses(FIRST_PAUSE, LONGEST_PAUSE)
                        except StoreUnavailable:
                            if not self.begun:
                                raise
                            pause = next(waits)
                        await self.sleep(pause)
            except StoreUnavailable as error:
                if not self.begun:
                    self.fail(error)
                await asyncio.sleep(next(waits))
            except Exception as error:  # a refusal or a bug: pass it to the followers
                self.fail(error)


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
