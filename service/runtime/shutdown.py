"""Whether the service is about to stop: the server waits for its requests, and streams never end by themselves."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopping() -> Iterator[asyncio.Event]:
    """An event of the running loop that is set when the process gets SIGTERM or SIGINT, which are then handled as before.

    Only a signal that somebody handles is heard of: one that ends the process at once, or that is ignored, goes on doing so.
    Only the main thread hears of signals: elsewhere the event is never set.
    """
    event, loop = asyncio.Event(), asyncio.get_running_loop()
    if threading.current_thread() is not threading.main_thread():
        yield event
        return

    def told(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(event.set)
        handlers[number](number, frame)

    found = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    handlers = {int(number): handler for number, handler in found.items() if callable(handler)}
    for number in handlers:
        signal.signal(number, told)
    try:
        yield event
    finally:
        for number, handler in handlers.items():
            if signal.getsignal(number) is told:
                signal.signal(number, handler)
