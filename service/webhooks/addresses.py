"""Which URLs and addresses deliveries may go to, and connections that go nowhere else.

A name is resolved once for each connection, and the connection is made to one of the addresses that were checked. So a name that
resolves differently the next time (DNS rebinding) leads nowhere.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import httpcore

from taphouse.schema.webhooks import MOST_URL
from taphouse.service.runtime.settings import Webhooks

PORTS = frozenset({443, 8443})
"""The ports of a public receiver."""
MOST_TRIED = 3
"""The most addresses of a name to which a connection is tried."""
_GLOBAL_6 = ip_network("2000::/3")
_TUNNELS = (ip_network("2001::/32"), ip_network("2002::/16"))
"""Teredo and 6to4, which lead to IPv4 addresses by relays."""
_NAT64 = ip_network("64:ff9b::/96")
_NEVER_4 = (ip_network("168.63.129.16/32"), ip_network("192.88.99.0/24"))
"""A public address of a cloud's metadata service, and relays of 6to4."""
_METADATA = tuple(map(ip_network, ("169.254.0.0/16", "fe80::/10", "fd00:ec2::/32", "100.100.100.200/32")))
"""Where clouds have their metadata services: link-local addresses, and private ones of some."""

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a host name."""


class AddressRefused(Exception):
    """A host has an address that deliveries must not go to."""


def why_not_url(url: str, allowed: Webhooks) -> str | None:
    """Why deliveries may not go to a URL; None if they may, as far as can be told without resolving its host."""
    if len(url) > MOST_URL or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        return f"A URL must have at most {MOST_URL} visible ASCII characters; write an international host name in Punycode."
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "This is not a URL."
    schemes = ("https",) if allowed == "https" else ("https", "http")
    if parts.scheme not in schemes:
        return f"The URL must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}."
    if not parts.hostname or "@" in parts.netloc or parts.fragment or "#" in url:
        return "The URL must have a host, and neither user, password nor fragment."
    if allowed == "https" and (port or 443) not in PORTS:
        return f"The port of the URL must be {' or '.join(map(str, sorted(PORTS)))}."
    address = _literal(parts.hostname)
    if address is not None and not is_allowed(address, allowed):
        return "The URL must not have a private, local or reserved address."
    return None


def is_allowed(address: Address, allowed: Webhooks) -> bool:
    """Whether deliveries may go to an address: public ones; if the operator allows any, private and loopback ones too."""
    embedded = _embedded(address)
    if embedded is not None:
        return is_allowed(embedded, allowed)
    if address.is_multicast or address.is_unspecified or any(address in network for network in _METADATA):
        return False
    if allowed == "any":
        return address.is_loopback or not address.is_reserved
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in network for network in _NEVER_4)
    return address in _GLOBAL_6 and address.is_global and not any(address in network for network in _TUNNELS)


def _embedded(address: Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for: mapped, or by NAT64."""
    if isinstance(address, IPv4Address):
        return None
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        pass
    try:  # such as 127.1 or 0x7f000001, which resolvers take for addresses
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


class Resolver:
    """Resolves host names in threads of its own, so that a slow name server keeps no other work of the process waiting."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="resolver")

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        """The addresses of a host.

        Raises:
            OSError: The name does not resolve.
        """
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, _addresses, host, port)
        return list(dict.fromkeys(found))

    def close(self) -> None:
        """Stop the threads when they are idle."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _addresses(host: str, port: int) -> list[str]:
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class CheckedBackend(httpcore.AsyncNetworkBackend):
    """Connects only to allowed addresses.

    Args:
        allowed: What the operator allows.
        resolve: Resolves host names.
        backend: Makes the connections, to addresses.
    """

    def __init__(
        self, allowed: Webhooks, resolve: Resolve, backend: httpcore.AsyncNetworkBackend | None = None
    ) -> None:
        self._allowed, self._resolve = allowed, resolve
        self._backend = httpcore.AnyIOBackend() if backend is None else backend

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 the interface of httpcore
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host, if all of its addresses are allowed.

        Raises:
            AddressRefused: One is not.
            OSError: The name does not resolve.
            httpcore.ConnectError: No address answers.
        """
        addresses = await self._resolve(host, port)
        for address in addresses:
            self._check(address)
        failed: Exception = httpcore.ConnectError("no address")
        for address in addresses[:MOST_TRIED]:
            try:
                stream = await self._backend.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
                continue
            try:
                self._check(stream.get_extra_info("server_addr")[0])  # the address actually connected to
            except BaseException:
                await stream.aclose()
                raise
            return stream
        raise failed

    def _check(self, address: str) -> None:
        if not is_allowed(ip_address(address.partition("%")[0]), self._allowed):
            raise AddressRefused
