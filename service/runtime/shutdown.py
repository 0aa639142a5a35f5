"""The end of the service: streams are notified, since they would never end by themselves, and tasks are cancelled."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Any


class Stopping(asyncio.Event):
    """The event that the service is stopping. `asyncio.Event` would search all that wait for it whenever one of them leaves."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: set[Callable[[], object]] = set()
        """The functions to call when it is set."""

    def set(self) -> None:
        """Set the event, and call the functions."""
        super().set()
        for call in tuple(self.calls):
            call()


@contextmanager
def stopping() -> Iterator[Stopping]:
    """An event, set when the process gets SIGTERM or SIGINT. The handlers that were installed before still run.

    Signals without a Python handler keep their default action or stay ignored. Only the main thread receives signals;
    in other threads the event is never set.
    """
    event, loop = Stopping(), asyncio.get_running_loop()
    if threading.current_thread() is not threading.main_thread():
        yield event
        return

    def on_signal(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(event.set)
        handlers[number](number, frame)

    found = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    handlers = {int(number): handler for number, handler in found.items() if callable(handler)}
    for number in handlers:
        signal.signal(number, on_signal)
    try:
        yield event
    finally:
        for number, handler in handlers.items():
            if signal.getsignal(number) is on_signal:
                signal.signal(number, handler)


@asynccontextmanager
async def background(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Do work in tasks inside this context. They are cancelled at its end."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
