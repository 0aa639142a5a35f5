"""Limits that apply before a request is read: body size, open connections, messages per second."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taphouse.schema.request_problems import BodyTooLarge, TooManyConnections
from taphouse.service.access.proxies import network
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.telemetry import error_response

HEALTH = ("/healthz", "/readyz")

_DRAIN_SECONDS = 2.0
_DRAIN_BYTES = 16 << 20


class BodyLimit:
    """ASGI middleware: refuses bodies of more than `most` bytes with 413, with or without a `Content-Length`."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if _announced(scope["headers"]) > self.most:
            await self._refuse(scope, receive, send, more=True)
            return
        seen, more, started, over = 0, True, False, False

        async def limited() -> Message:
            nonlocal seen, more, over
            message = await receive()
            seen += len(message.get("body", b""))
            more = message.get("more_body", False)
            if seen > self.most:
                over = True
                raise _TooLarge
            return message

        async def watched(message: Message) -> None:
            nonlocal started
            if over and not started:
                return  # drop the application's answer to the truncated body, and send 413 instead
            started = True
            await send(message)

        try:
            await self.app(scope, limited, watched)
        except Exception:
            if not over or started:
                raise
        if over and not started:
            await self._refuse(scope, receive, send, more)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, more: bool) -> None:
        if more:
            await _drain(receive)
        message = f"The request body is larger than {self.most} bytes."
        response = error_response(scope, BodyTooLarge(message=message), headers={"connection": "close"})
        await response(scope, receive, send)


class Connections:
    """ASGI middleware: an address may have at most `most` requests, streams and WebSockets open at once in this process.

    Further ones get 429, WebSockets before they are accepted. Health checks are exempt.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app, self.most = app, most
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in HEALTH:
            await self.app(scope, receive, send)
            return
        address = network(scope["client"][0] if scope.get("client") else "")
        if self.open[address] >= self.most:
            telemetry.note(outcome="TOO_MANY_CONNECTIONS")
            message = f"Your address has {self.most} requests, streams and WebSockets open, which is the limit. Close one first."
            answer = error_response(scope, TooManyConnections(message=message), headers={"retry-after": "1"})
            await refuse(answer, scope, receive, send)
            return
        self.open[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]


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


class _TooLarge(HTTPException):
    def __init__(self) -> None:
        super().__init__(413)


async def _drain(receive: Receive) -> None:
    """Read the rest for a while: closing a connection with unread bytes resets it, and the client loses the answer."""
    left = _DRAIN_BYTES
    try:
        async with asyncio.timeout(_DRAIN_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return
    except TimeoutError:
        return


def _announced(headers: Iterable[tuple[bytes, bytes]]) -> int:
    for name, value in headers:
        if name == b"content-length" and value.isdigit():
            return int(value[:18])  # enough digits to exceed any limit
    return 0
