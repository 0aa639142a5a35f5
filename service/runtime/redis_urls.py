"""URLs of Redis servers, with those of servers that sentinels watch."""

from __future__ import annotations

import re

from msgspec import Struct
from redis.asyncio import ConnectionPool

FORMS = "redis://user:password@host:6379/0, rediss:// or unix://, or redis+sentinel://host:26379,host:26379/name"
"""What a URL looks like, for messages."""
SENTINEL_PORT = 26379

_SENTINELS = re.compile(
    r"(?P<scheme>rediss?)\+sentinel://(?P<login>[^@/]*@)?(?P<hosts>[^/?@]+)/(?P<name>[\w.-]+)(?P<rest>(/\d+)?(\?.*)?)"
)
_HOST = re.compile(r"(?P<host>[\w.-]+|\[[0-9a-fA-F:]+\])(:(?P<port>\d{1,5}))?")


class RedisURL(Struct, frozen=True):
    """Where a store is."""

    url: str
    """A URL for redis-py. If there are sentinels, it has everything but the address, which is not to be used."""
    sentinels: tuple[tuple[str, int], ...] = ()
    """The addresses of the sentinels, if any."""
    name: str = ""
    """The name by which the sentinels know the server."""


def check(url: str) -> None:
    """Check a URL.

    Raises:
        ValueError: It is invalid. The message does not quote it.
    """
    try:
        parsed(url)
    except ValueError:  # not chained: its message may quote part of the password
        raise ValueError(f"must be a URL like {FORMS}") from None


def parsed(url: str) -> RedisURL:
    """Read a URL.

    Args:
        url: One for redis-py, or `redis+sentinel://user:password@host:port,host:port/name/database?options`, with `rediss` for
            TLS to servers and sentinels. User and password are the server's; the options `sentinel_username` and
            `sentinel_password` are the sentinels'.

    Raises:
        ValueError: The URL is invalid. The message may quote a part of the password.
    """
    if "+sentinel:" not in url.partition("/")[0]:
        ConnectionPool.from_url(url)
        return RedisURL(url)
    found = _SENTINELS.fullmatch(url)
    if found is None:
        raise ValueError("The URL is not one of sentinels.")
    sentinels = []
    for one in found["hosts"].split(","):
        host = _HOST.fullmatch(one)
        if host is None or int(host["port"] or SENTINEL_PORT) > 65_535:
            raise ValueError("The URL names no host, or a wrong port.")
        sentinels.append((host["host"].strip("[]"), int(host["port"] or SENTINEL_PORT)))
    plain = f"{found['scheme']}://{found['login'] or ''}sentinels{found['rest']}"
    ConnectionPool.from_url(plain)
    return RedisURL(plain, tuple(sentinels), found["name"])
