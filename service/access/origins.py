"""Which web pages may use the API: those of the service itself, and those that the operator names."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection

from taphouse.service.runtime.settings import ANY

TOLD = ("ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate", "X-Request-Id")
"""The headers of an answer that a page may read, besides those that it always may."""
SENT = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-Id",
)
"""The headers that a page may send."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
PREFLIGHT_KEPT = 7200
"""Seconds for which a browser need not ask again; none keeps it longer."""

_USUAL = {"http": 80, "https": 443}


def cors(origins: Sequence[str]) -> list[Middleware]:
    """What lets browsers read answers on pages of these origins; nothing where there are none.

    It goes around everything that answers, since a page must be able to read errors too. There are no cookies here, so
    credentials are not allowed.
    """
    if not origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=SENT,
            expose_headers=TOLD,
            max_age=PREFLIGHT_KEPT,
        )
    ]


def allowed(connection: HTTPConnection, origins: Sequence[str]) -> bool:
    """Whether a WebSocket may be opened by who asks: browsers ask for any page, and CORS does not hold there.

    Where there is no `Origin`, it is no browser. The service's own page is at the host that the client named, and not less
    secure than the connection.
    """
    origin = connection.headers.get("origin")
    if origin is None or ANY in origins or origin in origins:
        return True
    try:
        page = urlsplit(origin)
        own = urlsplit(f"{page.scheme}://{connection.headers.get('host', '')}")
        usual = _USUAL[page.scheme]
        same = (page.hostname, page.port or usual) == (own.hostname, own.port or usual)
    except (ValueError, KeyError):  # such as `null`, or the page of an extension
        return False
    secure = connection.scope["scheme"] in ("https", "wss")
    return same and (page.scheme == "https" or not secure)
