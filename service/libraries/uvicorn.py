"""The internals of uvicorn that the protocols and the supervisor extend. `tests/house/test_libraries.py` knows them."""

from typing import TYPE_CHECKING, Any

from uvicorn._types import ASGISendEvent
from uvicorn.config import STARTUP_FAILURE
from uvicorn.protocols.http import httptools_impl
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.server import ServerState
from uvicorn.supervisors import multiprocess as supervision

if TYPE_CHECKING:
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = [
    "STARTUP_FAILURE",
    "STATUS_LINE",
    "ASGISendEvent",
    "FlowControl",
    "HttpToolsProtocol",
    "RequestResponseCycle",
    "ServerState",
    "WebSocketsSansIOProtocol",
    "get_remote_addr",
    "httptools_impl",
    "supervision",
]


def __getattr__(name: str) -> Any:
    """Load what WebSockets need when it is asked for."""
    if name != "WebSocketsSansIOProtocol":
        raise AttributeError(name)
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    return WebSocketsSansIOProtocol
