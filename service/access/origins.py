"""Web pages that may use the API: the service's own, and those of the origins that the operator allows."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from urllib.parse import urlsplit

from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from taphouse.service.runtime import loopback
from taphouse.service.runtime.setting_values import ANY, LOOPBACK

EXPOSED = (
    "ETag",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-Id",
)
"""The response headers that a page may read besides the safelisted ones."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
ORIGIN = b"origin"
"""The request header in which a page names its origin."""
PREFLIGHT_KEPT = 7200
"""Seconds for which browsers may cache a preflight; no browser caches it longer."""

_DEFAULT_PORTS = {"http": 80, "https": 443}


def cors(origins: Sequence[str]) -> list[Middleware]:
    """The CORS middleware for these origins; empty if there are none.

    It must wrap everything that answers, so that pages can read errors too. The API uses no cookies, so credentials are not
    allowed, and pages may send any header: those of a tracing library do no harm.
    """
    if not origins:
        return []
    return [
        Middleware(
            _Cors,
            allow_origins=origins,
            allow_origin_regex=loopback.ORIGINS.pattern if LOOPBACK in origins else None,
            allow_methods=METHODS,
            allow_headers=[ANY],
            expose_headers=EXPOSED,
            max_age=PREFLIGHT_KEPT,
        )
    ]


class _Cors(CORSMiddleware):
    """CORS for requests of pages, which name their origin. `RequestMiddleware` says to others on what answers depend."""

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:  # type: ignore[override]
        """Serve one request or WebSocket."""
        named = scope["type"] != "http" or ORIGIN in dict(scope["headers"])
        return (super().__call__ if named else self.app)(scope, receive, send)


def allowed(connection: HTTPConnection, origins: Sequence[str]) -> bool:
    """Return whether the request's `Origin` may open a WebSocket. CORS does not apply to WebSockets.

    A request without `Origin` does not come from a browser. The service's own pages have the same host as the connection, and
    use https if it does.
    """
    origin = connection.headers.get("origin")
    if origin is None or ANY in origins or origin in origins:
        return True
    if LOOPBACK in origins and loopback.ORIGINS.fullmatch(origin):
        return True
    try:
        page = urlsplit(origin)
        own = urlsplit(f"{page.scheme}://{connection.headers.get('host', '')}")
        default = _DEFAULT_PORTS[page.scheme]
        same = (page.hostname, page.port or default) == (own.hostname, own.port or default)
    except (ValueError, KeyError):  # such as `null`, or the origin of an extension
        return False
    secure = connection.scope["scheme"] in ("https", "wss")
    return same and (page.scheme == "https" or not secure)
