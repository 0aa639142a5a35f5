"""The URLs and addresses that deliveries may go to."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from taphouse.schema.concepts.webhooks import MOST_URL
from taphouse.service.runtime.settings import Webhooks

PORTS = frozenset({443, 8443})
"""The ports of a public receiver."""

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(map(ip_network, text.split()))


INSIDE = _networks("10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7")
"""Loopback, private, shared and unique local addresses, where an operator may have receivers."""
SPECIAL = INSIDE + _networks(
    # this network, link-local, protocol assignments, documentation, AS112, AMT
    "0.0.0.0/8 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 "
    # 6to4 relays, AS112, benchmarking, documentation, multicast, reserved and broadcast
    "192.88.99.0/24 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 "
    # unspecified and IPv4-compatible, IPv4-mapped and translated, NAT64
    "::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 "
    # discard-only, dummy, protocol assignments with Teredo, benchmarking and ORCHID
    "100::/64 100:0:0:1::/64 2001::/23 "
    # documentation, 6to4, AS112, documentation, SRv6
    "2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 "
    # link-local, site-local, multicast
    "fe80::/10 fec0::/10 ff00::/8"
)
"""The special-purpose addresses of IANA's registries, and multicast. No public receiver has one, not even one of those
that are reachable from everywhere. Python's own table changes with its releases."""
UNICAST_6 = IPv6Network("2000::/3")
"""The IPv6 addresses that have been assigned so far."""
EMBEDDING = _networks("::ffff:0:0/96 64:ff9b::/96")
"""IPv6 addresses that stand for the IPv4 address in their last bits: mapped ones, and those of NAT64."""
METADATA = _networks(
    # AWS, Google, Azure, Oracle, DigitalOcean and others; Azure; Alibaba; Oracle; link-local IPv6
    "169.254.0.0/16 168.63.129.16/32 100.100.100.200/32 192.0.0.192/32 fe80::/10 "
    # AWS, Google, Oracle and Scaleway by IPv6
    "fd00:ec2::/32 fd20:ce::/32 fd00:c1::/32 fd00:42::42/128"
)
"""Addresses at which clouds serve the metadata of a machine, which may hold its credentials."""
METADATA_NAMES = frozenset(
    ("metadata.google.internal", "metadata.goog", "metadata.tencentyun.com", "instance-data.ec2.internal")
)
"""Names of metadata servers. Others are known by their addresses."""
_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*", re.ASCII)


def why_not_url(url: str, allowed: Webhooks) -> str | None:
    """The reason why deliveries may not go to a URL; None if they may, as far as is known without resolving its host."""
    if len(url) > MOST_URL or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        return f"A URL must have at most {MOST_URL} visible ASCII characters; write an international host name in Punycode."
    try:
        parts = urlsplit(url)
        port, host = parts.port, (parts.hostname or "").removesuffix(".")
    except ValueError:
        return "This is not a URL."
    schemes = ("https",) if allowed == "https" else ("https", "http")
    if parts.scheme not in schemes:
        return f"The URL must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}."
    if not host or "@" in parts.netloc or parts.fragment or "#" in url:
        return "The URL must have a host, and neither user, password nor fragment."
    if allowed == "https" and port not in (None, *PORTS):
        return f"The port of the URL must be {' or '.join(map(str, sorted(PORTS)))}."
    if port == 0:
        return "The port of the URL must not be 0."
    address = literal(host)
    if address is None and not _HOST.fullmatch(host):
        return "The host of the URL must be a name of letters, digits, hyphens and dots, or an address."
    if host in METADATA_NAMES or (address is not None and not is_allowed(address, allowed)):
        return "The URL must not lead to a private, local or reserved address."
    return None


def is_allowed(address: Address, allowed: Webhooks) -> bool:
    """Return whether deliveries may go to an address: a public one or, if the operator allows any, a private or loopback one."""
    meant = _meant(address)
    return is_public(meant) or (allowed == "any" and _in(meant, INSIDE) and not _in(meant, METADATA))


def is_public(address: Address) -> bool:
    """True for an address that any machine on the internet may have."""
    meant = _meant(address)
    if _in(meant, METADATA) or _in(meant, SPECIAL):
        return False
    return meant.version == 4 or meant in UNICAST_6


def literal(host: str) -> Address | None:
    """The address that the host of a URL is; None if it is a name."""
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        pass
    try:  # such as 127.1 or 0x7f000001, which resolvers take for addresses
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def _meant(address: Address) -> Address:
    """The IPv4 address that an IPv6 address stands for; else the address itself."""
    return IPv4Address(int(address) & 0xFFFF_FFFF) if _in(address, EMBEDDING) else address


def _in(address: Address, networks: Iterable[Network]) -> bool:
    return any(address in network for network in networks)
