"""Server-sent events: a response that lasts until its events end or its client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import nullcontext

from starlette.datastructures import MutableHeaders
from starlette.types import Receive, Scope, Send

from taphouse.service.runtime import telemetry
from taphouse.service.services import Services

MEDIA = "text/event-stream"
HEARTBEAT = 15.0
"""Seconds of silence after which a heartbeat is sent: it keeps proxies from closing the connection, and detects lost clients."""

_HEADERS = {
    "content-type": f"{MEDIA}; charset=utf-8",
    "cache-control": "no-store",
    "vary": "accept, accept-language",
    "x-accel-buffering": "no",  # nginx would buffer events
}


def event_headers(language: str) -> dict[str, str]:
    """The headers of events in a language."""
    return {**_HEADERS, "content-language": language}


class Incomplete(Exception):
    """The source of a stream failed, with the code of a problem. The response breaks off."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class EventStream:
    """An ASGI response that sends events as they come, and always closes their source.

    Args:
        frames: The events, each encoded by `frame`.
        close: Closes the source of the events.
        patience: Seconds that a client may leave sent data unread before it is disconnected.
        headers: The headers of the response.
        heartbeat: The bytes to send after a silence. A comment is no block of its own, which many clients take for an event.
        whole: True if the end of the response says that nothing is missing, so that it breaks off if the service stops.
    """

    def __init__(
        self,
        frames: AsyncGenerator[bytes, None],
        close: Callable[[], Awaitable[None]],
        patience: float,
        headers: Mapping[str, str],
        *,
        heartbeat: bytes = b":\n",
        whole: bool = False,
    ) -> None:
        self._frames, self._close, self._patience = frames, close, patience
        self._heartbeat, self._whole = heartbeat, whole
        self.headers = MutableHeaders(headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all events; for `HEAD` only the headers. A client that reads nothing for too long is disconnected."""
        start = {"type": "http.response.start", "status": 200, "headers": self.headers.raw}
        if scope.get("method") == "HEAD":
            await self._frames.aclose()
            await self._close()
            await send(start)
            await send({"type": "http.response.body", "body": b""})
            return
        clock = asyncio.get_running_loop()
        sending, since = False, clock.time()

        async def write(data: bytes, more: bool = True) -> None:
            nonlocal sending, since
            sending, since = True, clock.time()
            await send({"type": "http.response.body", "body": data, "more_body": more})
            sending, since = False, clock.time()

        async def watch() -> None:
            """Return when the client disconnects or does not read. A timeout for each event would cost more than the event."""
            while True:
                try:
                    async with asyncio.timeout(min(HEARTBEAT, self._patience)):
                        message = await receive()
                    if message["type"] == "http.disconnect":
                        return
                except TimeoutError:
                    quiet = clock.time() - since
                    if sending and quiet >= self._patience:
                        telemetry.note(outcome="unread")
                        return
                    if not sending and quiet >= HEARTBEAT:
                        await send({"type": "http.response.body", "body": self._heartbeat, "more_body": True})

        async def pour() -> None:
            await send(start)
            async for data in self._frames:
                await write(data)
            await write(b"", more=False)

        here: Services = scope["app"].state.services
        stop = asyncio.create_task(here.stopping.wait())
        pouring = asyncio.create_task(pour())
        tasks = [asyncio.create_task(watch()), pouring, stop]
        try:
            with nullcontext() if here.metrics is None else here.metrics.streaming("sse"):
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            await self._frames.aclose()
            await self._close()
        for task in done:
            try:
                task.result()
            except Incomplete as error:  # without the end of the response, the server closes the connection
                telemetry.note(outcome=error.code)
                return
        if stop in done and pouring not in done and not self._whole:  # without a `complete` event
            await send({"type": "http.response.body", "body": b"", "more_body": False})


def frame(data: bytes, event: str = "", id: str | None = None) -> bytes:
    """Encode an event; `data` must be one line. The id comes last: of an event that is cut off, many clients remember the id."""
    named = f"event: {event}\n".encode() if event else b""
    numbered = f"id: {id}\n".encode() if id is not None else b""
    return named + b"data: " + data + b"\n" + numbered + b"\n"
