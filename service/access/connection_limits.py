"""Limits of connections: refused WebSockets, and the messages of a WebSocket per second."""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Receive, Scope, Send


async def refuse(answer: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or reject a WebSocket with an answer; with 403 if the server cannot send one."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await answer(scope, receive, send)
    else:
        await send({"type": "websocket.close"})


class Pace:
    """A token bucket for messages: `rate` per second on average, and ten seconds' worth at once; 0 for no limit."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: int) -> None:
        self._rate, self._most = rate, rate * 10.0
        self._left, self._at = self._most, time.monotonic()

    def exceeded(self) -> bool:
        """Count a message, and return whether it exceeds the limit."""
        if not self._rate:
            return False
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        return self._left < 0
