"""Whose request it is where proxies stand before the service."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import UNIX, variable

_V6_PREFIX = 64
"""What one subscriber has: he may use any address of it."""


class TrustedProxies:
    """ASGI middleware, the outermost: the client's address and scheme as trusted proxies tell them, and nobody else.

    Of X-Forwarded-For the hops are gone through from the last one on, as long as they are trusted: each was written by the hop
    behind it. What is no address ends this; the hop that passed it on counts then.

    Args:
        app: what is behind it.
        trusted: addresses, networks, and `unix` for peers at a unix socket.
    """

    def __init__(self, app: ASGIApp, trusted: Iterable[str]) -> None:
        self.app = app
        networks = [ip_network(one) for one in trusted if one != UNIX]
        unix = UNIX in set(trusted)

        @lru_cache(maxsize=1024)
        def trusts(address: str) -> bool:
            if not address:
                return unix
            found = parsed(address)
            return found is not None and any(found in one for one in networks)

        self._trusts = trusts
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        if scope["type"] in ("http", "websocket"):
            peer = scope["client"][0] if scope.get("client") else ""
            if self._trusts(peer):
                scope = self._seen_through(scope, peer)
            elif not self._warned and any(name == b"x-forwarded-for" for name, _ in scope["headers"]):
                self._warned = True
                warning = f"X-Forwarded-For is ignored. If a proxy of yours sends it, name it in {variable('trusted_proxies')}."
                telemetry.log.warning("proxy", warning=warning)
        await self.app(scope, receive, send)

    def _seen_through(self, scope: Scope, peer: str) -> Scope:
        client = peer
        for hop in reversed(_values(scope, b"x-forwarded-for")):
            found = parsed(_without_port(hop))
            if found is None:
                break
            client = str(found)
            if not self._trusts(client):
                break
        protocol = (_values(scope, b"x-forwarded-proto") or [""])[-1].lower()
        secure = {"https": True, "wss": True, "http": False, "ws": False}.get(
            protocol, scope["scheme"] in ("https", "wss")
        )
        scheme = ("wss" if secure else "ws") if scope["type"] == "websocket" else ("https" if secure else "http")
        return {**scope, "client": (client, 0) if client else None, "scheme": scheme}


@lru_cache(maxsize=8192)
def network(address: str) -> str:
    """What counts as one client: an IPv4 address, a /64 of IPv6; whatever else it is, as it is."""
    found = parsed(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, _V6_PREFIX), strict=False))
    return str(found) if found is not None else address


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """An address; IPv4 also where it is written as IPv6. None: it is none."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _without_port(hop: str) -> str:
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def _values(scope: Scope, header: bytes) -> Sequence[str]:
    """What a header lists, however often it comes."""
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == header]
    return [one.strip() for line in lines for one in line.split(",")]
