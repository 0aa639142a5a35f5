"""The CPU of single steps on the event loop: steps of tasks, and the handling of the bytes that a connection reads.

A turn of the event loop takes many such steps one after another, so its length says little of one operation.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from time import thread_time
from typing import Any

from taphouse.service.http.connections.tcp import TcpConnection


class StepTimes:
    """Measures the steps of all tasks, and all reads."""

    def __init__(self) -> None:
        self.longest = 0.0
        """The seconds of CPU of the longest step."""
        self.of = ""
        """The cause: the coroutine of the task, or the read."""

    def begin(self) -> None:
        """Begin. Call it once, on the event loop, before there are connections."""
        asyncio.get_running_loop().set_task_factory(self._task)
        TcpConnection.buffer_updated = self._timed(TcpConnection.buffer_updated)  # type: ignore[method-assign]

    def note(self, since: float, of: str) -> None:
        """A step that began at this time of the thread is over."""
        if (took := thread_time() - since) > self.longest:
            self.longest, self.of = took, of

    def _task(self, loop: asyncio.AbstractEventLoop, coroutine: Any, **given: Any) -> Any:
        return asyncio.Task(_Timed(coroutine, self), loop=loop, **given)

    def _timed(self, read: Callable[..., None]) -> Any:
        def timed(*given: Any) -> None:
            since = thread_time()
            try:
                read(*given)
            finally:
                self.note(since, "a read")

        return timed


class _Timed(Coroutine[Any, Any, Any]):
    """A coroutine whose steps are measured."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any], holds: StepTimes) -> None:
        self._coroutine, self._holds = coroutine, holds
        self._name = getattr(coroutine, "__qualname__", "")

    def send(self, value: Any) -> Any:
        """Take a step."""
        since = thread_time()
        try:
            return self._coroutine.send(value)
        finally:
            self._holds.note(since, self._name)

    def throw(self, *given: Any) -> Any:
        """Take a step that begins with an exception."""
        since = thread_time()
        try:
            return self._coroutine.throw(*given)
        finally:
            self._holds.note(since, self._name)

    def close(self) -> None:
        """Close it."""
        self._coroutine.close()

    def __await__(self) -> Any:
        return self._coroutine.__await__()
