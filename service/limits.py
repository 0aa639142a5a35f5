"""What one request may cost before anybody looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schema.problems import BodyTooLarge
from service.telemetry import error_response

_DRAIN_SECONDS = 2.0
_DRAIN_BYTES = 16 << 20


class BodyLimit:
    """ASGI middleware: a body of more than `most` bytes is refused as 413, whether it was announced or just sent."""

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
                return  # whatever the application makes of its broken-off body, the client is told the reason
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


class _TooLarge(HTTPException):
    def __init__(self) -> None:
        super().__init__(413)


async def _drain(receive: Receive) -> None:
    """Read on for a while: closing a connection with unread bytes resets it, and the client never sees the answer."""
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
            return int(value[:18])  # more digits than that are too many anyhow
    return 0
