"""The ports that the service opens. On each, connections are counted when they are accepted, and heads and times are bounded."""

from __future__ import annotations

from asyncio import AbstractEventLoop as Loop
from typing import TYPE_CHECKING, Any, cast

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn import Config

from taphouse.service.access.connection_limits import FULL, Full, TcpConnections
from taphouse.service.http.connections.http11 import HttpProtocol
from taphouse.service.http.connections.tcp import PortLimits, TcpConnection
from taphouse.service.http.refusals import CONSTANT, error_response, refusal_of, refuse
from taphouse.service.libraries.uvicorn import HttpToolsProtocol, ServerState

if TYPE_CHECKING:
    from taphouse.service.http.connections.websocket import WebSocketProtocol

FRAMES_PER_MESSAGE = 4
"""The frames of an address for each message that a WebSocket may send: it may have several, split messages, and ping."""


class Protocols:
    """Makes the protocols of a port's connections, for `uvicorn.Config`.

    Args:
        limits: The limits that all connections share.
    """

    def __init__(self, limits: PortLimits) -> None:
        self.limits = limits

    def http(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Loop | None = None
    ) -> TcpConnection:
        """The protocol of a new connection."""

        def speak(_: TcpConnection, full: Full | None) -> HttpProtocol:
            return HttpProtocol(self.limits, full, config, server_state, app_state, _loop)

        return TcpConnection(self.limits, speak)

    def websocket(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], asked: HttpToolsProtocol
    ) -> TcpConnection:
        """The protocol of a connection after its upgrade, for which `asked` has parsed the request."""
        from taphouse.service.http.connections.websocket import WebSocketProtocol  # few clients open one

        def speak(connection: TcpConnection, _: Full | None) -> WebSocketProtocol:
            return WebSocketProtocol(self.limits, connection, config, server_state, app_state, asked)

        return TcpConnection(self.limits, speak)


def bounded(app: ASGIApp, connections: TcpConnections, most_body: int, **more: Any) -> uvicorn.Config:
    """The configuration of uvicorn for an application that refuses requests on connections beyond a limit.

    Args:
        app: The application.
        connections: Counts the connections.
        most_body: The most bytes of a body or a WebSocket message.
        more: Further arguments of `uvicorn.Config`.
    """
    protocols = Protocols(PortLimits(connections, most_body))
    return uvicorn.Config(
        app,
        http=cast(Any, protocols.http),
        ws=cast(Any, protocols.websocket),
        ws_max_size=most_body,
        ws_per_message_deflate=False,  # compression takes more memory per connection than everything else
        log_config=None,  # log uvicorn's lines like the service's
        access_log=False,
        headers=list(CONSTANT.items()),
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=connections.idle,
        **more,
    )


class ConnectionLimitMiddleware:
    """ASGI middleware that refuses requests on connections beyond a limit, for applications without `RequestMiddleware`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        full = scope.get("extensions", {}).get(FULL) if scope["type"] == "http" else None
        if full is None:
            await self.app(scope, receive, send)
        else:
            answer = error_response(scope, refusal_of(full["limit"]), headers={"retry-after": "1"})
            await refuse(answer, scope, receive, send)
