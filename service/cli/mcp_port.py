"""Serves an MCP server over HTTP, with the limits of every port."""

from __future__ import annotations

import uvicorn
from starlette.types import ASGIApp

from taphouse.service.access.connection_limits import TcpConnections
from taphouse.service.http.connections.ports import ConnectionLimitMiddleware, bounded
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import Settings

HOST = "127.0.0.1"
MOST_BODY = 4 << 20
"""The most bytes of a body, as by default in the MCP package."""


def serve(app: ASGIApp, port: int) -> None:
    """Serve until stopped."""
    settings = Settings.model_construct(log_level="warning")
    telemetry.configure(settings)
    connections = TcpConnections(settings.connections_per_address)
    uvicorn.Server(
        bounded(ConnectionLimitMiddleware(app), connections, MOST_BODY, lifespan="on", host=HOST, port=port)
    ).run()
