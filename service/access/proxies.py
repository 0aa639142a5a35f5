"""The sender of a request behind reverse proxies: the address, the scheme, and the path that the client sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.types import Scope

from taphouse.service.runtime import telemetry
from taphouse.service.runtime.setting_values import UNIX, is_root_path
from taphouse.service.runtime.settings import variable

_V6_PREFIX = 64
"""The prefix length of one subscriber's network; they may use any address in it."""


class Proxies:
    """Takes the client's address, the scheme and the root path from the headers of trusted proxies.

    Walks X-Forwarded-For from the last hop backwards while the hops are trusted, because each hop was written by the next
    one. An entry that is not an address ends the walk; the client is then the hop that forwarded it.

    Args:
        trusted: Addresses, networks, and `unix` for peers on a unix socket.
    """

    def __init__(self, trusted: Iterable[str]) -> None:
        networks = [ip_network(proxy) for proxy in trusted if proxy != UNIX]
        unix = UNIX in set(trusted)

        @lru_cache(maxsize=1024)
        def trusts(address: str) -> bool:
            if not address:
                return unix
            found = parsed(address)
            return found is not None and any(found in network for network in networks)

        self.trusts = trusts
        """Returns whether an address is that of a trusted proxy."""
        self._warned = False

    def seen_through(self, scope: Scope) -> Scope:
        """The scope of a request or WebSocket as the client sent it. The headers of other peers are ignored."""
        peer = scope["client"][0] if scope.get("client") else ""
        if not self.trusts(peer):
            if not self._warned and _values(scope, b"x-forwarded-for"):
                self._warned = True
                warning = (
                    f"X-Forwarded-For is ignored. If your proxy sends it, add it to {variable('trusted_proxies')}."
                )
                telemetry.log.warning("proxy", warning=warning)
            return scope
        client = peer
        for hop in reversed(_values(scope, b"x-forwarded-for")):
            found = parsed(_without_port(hop))
            if found is None:
                break
            client = str(found)
            if not self.trusts(client):
                break
        protocol = (_values(scope, b"x-forwarded-proto") or [""])[-1].lower()
        secure = {"https": True, "wss": True, "http": False, "ws": False}.get(
            protocol, scope["scheme"] in ("https", "wss")
        )
        scheme = ("wss" if secure else "ws") if scope["type"] == "websocket" else ("https" if secure else "http")
        root = (_values(scope, b"x-forwarded-prefix") or [""])[-1].rstrip("/")
        root_path = root if is_root_path(root) else ""
        return {**scope, "client": (client, 0) if client else None, "scheme": scheme, "root_path": root_path}


def below(root: str, scope: Scope) -> Scope:
    """The scope of a request or WebSocket below a root path, with which its path begins (ASGI), though a proxy may remove it."""
    path: str = scope["path"]
    whole = path if path == root or path.startswith(f"{root}/") else root + path
    return {**scope, "root_path": root, "path": whole}


def root_path(scope: Scope) -> str:
    """The path below which the client sees the service; empty if there is none."""
    root: str = scope.get("root_path", "")
    return root


def local_path(scope: Scope) -> str:
    """The path of a request or WebSocket without the root path."""
    path: str = scope["path"]
    return path.removeprefix(root_path(scope))


@lru_cache(maxsize=8192)
def network(address: str) -> str:
    """The network that counts as one client: an IPv4 address, or an IPv6 /64. Anything else is returned unchanged."""
    found = parsed(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, _V6_PREFIX), strict=False))
    return str(found) if found is not None else address


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """Parse an address; an IPv4-mapped IPv6 address becomes IPv4. None if it is not an address."""
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
    """The values of a list header, which may occur several times."""
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == header]
    return [value.strip() for line in lines for value in line.split(",")]
