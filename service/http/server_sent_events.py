"""Server-sent events: a response that lasts until its events end or its client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import nullcontext
from functools import cache, partial
from typing import Any, cast

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from taphouse.schema.execution.shared_values import Push, Taking
from taphouse.service.http.connections.pushing import PUSH, NoPushes, StreamPushes
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.shutdown import Stopping
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
_END = {"type": "http.response.body", "body": b"", "more_body": False}
_GONE, _UNREAD, _STOPPED, _OVER = "gone", "unread", "stopped", "over"
"""The reasons why a stream ends before its events: its client disconnects or does not read, or the service stops. At last, it is
over."""


@cache
def event_headers(language: str) -> tuple[tuple[bytes, bytes], ...]:
    """The headers of events in a language, encoded once."""
    return tuple(Headers({**_HEADERS, "content-language": language}).raw)


class Incomplete(Exception):
    """The source of a stream failed, with the code of a problem. The response breaks off."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class EventStream:
    """An ASGI response that sends events as they come, and always closes their source.

    Args:
        events: The events. They may be sent a `Push`; see `Taking`.
        close: Closes the source of the events.
        patience: Seconds that a client may leave sent data unread before it is disconnected.
        headers: The headers of the response.
        encode: Encodes an event, unless they are encoded by `frame` already.
        last: What follows the last event.
        heartbeat: The bytes to send after a silence. A comment is no block of its own, which many clients take for an event.
        whole: True if the end of the response says that nothing is missing, so that it breaks off if the service stops.
    """

    def __init__(
        self,
        events: AsyncGenerator[bytes, Any],
        close: Callable[[], Awaitable[None]],
        patience: float,
        headers: Iterable[tuple[bytes, bytes]],
        *,
        encode: Callable[[bytes], bytes] | None = None,
        last: bytes = b"",
        heartbeat: bytes = b":\n",
        whole: bool = False,
    ) -> None:
        self._events, self._close, self._patience = events, close, patience
        self._encode, self._last = encode, last
        self._heartbeat, self._whole = heartbeat, whole
        self._sending, self._since = False, 0.0
        self._pushes: StreamPushes
        self._pushed = 0
        """The bytes that were pushed when the stream was last looked at."""
        self._timer: asyncio.TimerHandle
        self._why = ""
        """The reason why it ends before its events do."""
        self.raw_headers = [*headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all events; for `HEAD` only the headers. A client that reads nothing for too long is disconnected."""
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        if scope.get("method") == "HEAD":
            await self._end()
            await send(start)
            await send({"type": "http.response.body", "body": b""})
            return
        here: Services = scope["app"].state.services
        self._pushes = scope.get("extensions", {}).get(PUSH) or NoPushes(receive)
        before = self._pushed = self._pushes.pushed
        try:
            with nullcontext() if here.metrics is None else here.metrics.streaming("sse"):
                why = await self._sent(start, send, here.stopping)
        finally:
            if (line := telemetry.line.get()) is not None:
                line.size += self._pushes.pushed - before
        if why == _UNREAD:
            telemetry.note(outcome=why)
        elif why == _STOPPED and not self._whole:  # without a `complete` event
            await send(_END)

    async def _sent(self, start: Message, send: Send, stopping: Stopping) -> str:
        """Send all events, and return an empty string; or the reason why the stream has ended before them.

        That cancels this task: another one that waits for it would take a tenth of the CPU of closing a stream.
        """
        loop, streaming = asyncio.get_running_loop(), cast(asyncio.Task[Any], asyncio.current_task())

        def end(why: str) -> None:
            if not self._why:
                self._why = why
                streaming.cancel()

        stop = partial(loop.call_soon, end, _STOPPED)  # soon: it may be called by this task, which cannot cancel itself
        stopping.calls.add(stop)
        if stopping.is_set():
            stop()
        self._look_later(end)
        try:
            await self._pour(start, send)
        except asyncio.CancelledError:
            if not self._why or streaming.uncancel():  # by somebody else
                raise
        except Incomplete as error:  # without the end of the response, the server closes the connection
            telemetry.note(outcome=error.code)
        finally:
            why, self._why = self._why, self._why or _OVER
            self._timer.cancel()
            stopping.calls.discard(stop)
            self._pushes.watch(None)
        return why

    async def _pour(self, start: Message, send: Send) -> None:
        """Send all events, note since when nothing, or the same event, is sent, and close their source."""
        clock, encode = asyncio.get_running_loop().time, self._encode
        push: Push = self._pushes.push
        if encode is not None:
            push = partial(_pushed_encoded, push, encode)
        self._sending, self._since = True, clock()
        try:
            await send(start)
            self._sending = False
            async for event in Taking(self._events, push):
                self._sending, self._since = True, clock()
                data = event if encode is None else encode(event)
                await send({"type": "http.response.body", "body": data, "more_body": True})
                self._sending = False
            self._sending, self._since = True, clock()
            await send({**_END, "body": self._last})
        finally:
            await self._end()

    async def _end(self) -> None:
        await self._events.aclose()
        await self._close()

    def _look_later(self, end: Callable[[str], None]) -> None:
        """Notice that the client disconnects, and look from time to time: a timeout for each event would cost more than it."""
        self._pushes.watch(partial(end, _GONE))
        seconds = min(HEARTBEAT, self._patience)
        self._timer = asyncio.get_running_loop().call_later(seconds, self._look, end)

    def _look(self, end: Callable[[str], None]) -> None:
        """End the stream if its client has not read for too long. Send a heartbeat after a silence."""
        now, pushes, unread = asyncio.get_running_loop().time(), self._pushes, self._sending
        if pushes.pushed > self._pushed and not unread:
            self._since = now
        quiet = round(now - self._since, 3)  # timers are no more exact
        if not unread and quiet >= HEARTBEAT:
            unread = not pushes.push(self._heartbeat)
        self._pushed = pushes.pushed
        if unread and quiet >= self._patience:
            end(_UNREAD)
        else:
            self._look_later(end)


def _pushed_encoded(push: Push, encode: Callable[[bytes], bytes], event: bytes) -> bool:
    return push(encode(event))


def frame(data: bytes, event: str = "", id: str | None = None) -> bytes:
    """Encode an event; `data` must be one line. The id comes last: of an event that is cut off, many clients remember the id."""
    named = f"event: {event}\n".encode() if event else b""
    numbered = f"id: {id}\n".encode() if id is not None else b""
    return named + b"data: " + data + b"\n" + numbered + b"\n"
