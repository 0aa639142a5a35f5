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

    Only the main thread hears of signals: elsewhere the event is never set.
    """
    event, loop = asyncio.Event(), asyncio.get_running_loop()
    if threading.current_thread() is not threading.main_thread():
        yield event
        return

    def told(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(event.set)
        before = handlers[signal.Signals(number)]
        if callable(before):
            before(number, frame)

    handlers = {number: signal.signal(number, told) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield event
    finally:
        for number, before in handlers.items():
            if signal.getsignal(number) is told:
                signal.signal(number, before)
