"""Pushing: an ASGI extension by which an open stream or WebSocket sends data at once, without awaiting `send`."""

from __future__ import annotations

from asyncio import Transport
from typing import Protocol

from taphouse.service.libraries.uvicorn import FlowControl

PUSH = "taphouse.push"
"""The name of the extension: a `Pushes`."""


class Pushes(Protocol):
    """Sends data."""

    pushed: int
    """The bytes sent so far on this connection."""

    def push(self, data: bytes) -> bool:
        """Send a part of a body that goes on, or a text. False if `send` would wait, as the client does not read, or fail."""


class ChunkPushes:
    """Sends parts of bodies in chunks.

    Args:
        transport: The transport of the connection.
        flow: Its flow control.
    """

    __slots__ = ("_flow", "_transport", "pushed")

    def __init__(self, transport: Transport, flow: FlowControl) -> None:
        self._transport, self._flow = transport, flow
        self.pushed = 0
        """See `Pushes`, as for `push`."""

    def push(self, data: bytes) -> bool:
        """See `Pushes`."""
        if self._flow.write_paused or self._transport.is_closing():
            return False
        self.pushed += len(data)
        self._transport.write(b"%x\r\n%b\r\n" % (len(data), data))
        return True


class PlainPushes(ChunkPushes):
    """Sends parts of bodies that end with the connection."""

    __slots__ = ()

    def push(self, data: bytes) -> bool:
        """See `Pushes`."""
        if self._flow.write_paused or self._transport.is_closing():
            return False
        self.pushed += len(data)
        self._transport.write(data)
        return True
