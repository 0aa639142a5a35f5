"""Pushing: an ASGI extension by which an open stream or WebSocket sends data at once, without awaiting `send`."""

from __future__ import annotations

from typing import Protocol

PUSH = "taphouse.push"
"""The name of the extension: a `Pushes`."""


class Pushes(Protocol):
    """Sends data."""

    pushed: int
    """The bytes sent so far."""

    def push(self, data: bytes) -> bool:
        """Send a part of a body that goes on, or a text. False if `send` would wait, as the client does not read, or fail."""
