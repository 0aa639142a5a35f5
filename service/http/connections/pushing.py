"""Pushing: an ASGI extension by which an open stream or WebSocket sends data at once, without awaiting `send`."""

from __future__ import annotations

from typing import Protocol, cast

from starlette.types import Scope

PUSH = "taphouse.push"
"""The name of the extension: a reference to a `Pushes`, weak because that has the scope, which otherwise waited for the garbage
collector."""


class Pushes(Protocol):
    """Sends data."""

    pushed: int
    """The bytes sent so far."""

    def push(self, data: bytes) -> bool:
        """Send a part of a body that goes on, or a text. False if `send` would wait, as the client does not read, or fail."""


def pushes_of(scope: Scope) -> Pushes | None:
    """The extension of a scope; None if its server has none."""
    found = scope.get("extensions", {}).get(PUSH)
    return None if found is None else cast(Pushes | None, found())
