"""Pushing: an ASGI extension by which an open stream or WebSocket sends data at once, without awaiting `send`."""

from __future__ import annotations

import asyncio
from asyncio import Transport
from collections.abc import Callable
from typing import Protocol

from starlette.types import Receive

from taphouse.service.libraries.uvicorn import FlowControl

PUSH = "taphouse.push"
"""The name of the extension: a `Pushes`; of a request, a `StreamPushes`."""


class Pushes(Protocol):
    """Sends data."""

    pushed: int
    """The bytes sent so far on this connection."""

    def push(self, data: bytes) -> bool:
        """Send a part of a body that goes on, or a text. False if `send` would wait, as the client does not read, or fail."""


class StreamPushes(Pushes, Protocol):
    """Sends parts of the body of a stream."""

    def watch(self, gone: Callable[[], object] | None) -> None:
        """Call this once the client has gone; None: no more."""


class ChunkPushes:
    """Sends parts of bodies in chunks.

    Args:
        transport: The transport of the connection.
        flow: Its flow control.
    """

    __slots__ = ("_flow", "_transport", "gone", "pushed")

    def __init__(self, transport: Transport, flow: FlowControl) -> None:
        self._transport, self._flow = transport, flow
        self.pushed = 0
        """See `Pushes`, as for `push`."""
        self.gone: Callable[[], object] | None = None
        """To be called when the connection ends."""

    def push(self, data: bytes) -> bool:
        """See `Pushes`."""
        if self._flow.write_paused or self._transport.is_closing():
            return False
        self.pushed += len(data)
        self._transport.write(self._part(data))
        return True

    def _part(self, data: bytes) -> bytes:
        return b"%x\r\n%b\r\n" % (len(data), data)

    def watch(self, gone: Callable[[], object] | None) -> None:
        """See `StreamPushes`. While another request waits for its answer, less is read, but the end of the connection."""
        self.gone = gone
        if gone is not None:
            self._flow.resume_reading()
            if self._transport.is_closing():
                asyncio.get_running_loop().call_soon(gone)


class PlainPushes(ChunkPushes):
    """Sends parts of bodies that end with the connection."""

    __slots__ = ()

    def _part(self, data: bytes) -> bytes:
        return data


class NoPushes:
    """Stands for the extension where something else than our server calls the application: pushes nothing, not even heartbeats.

    Args:
        receive: Receives the messages of the client.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._waiting: asyncio.Task[None] | None = None
        self.pushed = 0
        """See `Pushes`, as for `push`."""

    def push(self, _: bytes) -> bool:
        """See `Pushes`."""
        return False

    def watch(self, gone: Callable[[], object] | None) -> None:
        """See `StreamPushes`."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = None if gone is None else asyncio.create_task(self._wait(gone))

    async def _wait(self, gone: Callable[[], object]) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        gone()
