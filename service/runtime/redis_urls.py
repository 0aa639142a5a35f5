"""URLs of Redis servers, with those of servers that sentinels watch.

Readers of URLs take the text after the first `@`, `/`, `?` or `#` of an unquoted password as a host, a database, options or
nothing. So a URL is refused here if it may not mean what its author meant. redis-py, which takes 8 MB, makes what TLS needs.
"""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from msgspec import Struct

FORMS = "redis://user:password@host:6379/0, rediss:// or unix://, or redis+sentinel://host:26379,host:26379/name"
"""The forms of a URL, for messages."""
SENTINEL_PORT = 26379
_PORT = 6379
_LAST_PORT = 65_535

_BYTE = "%[0-9a-fA-F]{2}"
_LETTER = rf"[^@/?#%:\[\]\x00-\x1f\x7f]|{_BYTE}"
_LOGIN = rf"(?P<login>((?P<username>({_LETTER})*)(:(?P<password>({_LETTER}|:)*))?@)?)"
_HOST = r"([\w.-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?"
_QUERY = rf"(\?(?P<options>([^#+%\x00-\x20\x7f]|{_BYTE})+))?"
_REST = rf"(/(?P<db>\d{{1,5}})?)?{_QUERY}"
_URLS = tuple(
    re.compile(form, re.ASCII)
    for form in (
        rf"rediss?://{_LOGIN}{_HOST}{_REST}",
        rf"unix://{_LOGIN}/[^?#%\x00-\x1f\x7f]+{_QUERY}",
        rf"(?P<scheme>rediss?)\+sentinel://{_LOGIN}(?P<hosts>{_HOST}(,{_HOST})*)/(?P<name>[\w.-]+)(?P<rest>{_REST})",
    )
)
_OPTIONS = {"db", "username", "password", "client_name"}
_TLS_OPTIONS = {
    *("ssl_ca_certs", "ssl_ca_data", "ssl_ca_path", "ssl_cert_reqs", "ssl_certfile"),
    *("ssl_check_hostname", "ssl_ciphers", "ssl_keyfile", "ssl_min_version", "ssl_password"),
}
_SENTINEL_OPTIONS = {"sentinel_username", "sentinel_password"}
_MISREAD = (
    f"must be a URL like {FORMS}, with its scheme in lower case; in a user or password, write @ as %40, / as %2F, ? as %3F, "
    "# as %23, % as %25, [ as %5B and ] as %5D, and in the value of an option + as %2B and & as %26"
)
_BAD_VALUE = "has an option with a value that it cannot have, such as a database that is no number: correct the value"


class Server(Struct, frozen=True):
    """The address of a server, with login and TLS."""

    host: str
    port: int
    path: str = ""
    """The unix socket, if it is one."""
    username: str | None = None
    password: str | None = None
    db: int = 0
    client_name: str | None = None
    tls: Callable[[], ssl.SSLContext] | None = None


class RedisURL(Struct, frozen=True):
    """The location of a store."""

    url: str
    """A URL for redis-py. If there are sentinels, it has everything but the address, which is not to be used."""
    sentinels: tuple[tuple[str, int], ...] = ()
    """The addresses of the sentinels, if any."""
    name: str = ""
    """The name by which the sentinels know the server."""


def check(url: str) -> None:
    """Check a URL, and that the files that it names can be read.

    Raises:
        ValueError: It is invalid. The message can follow the name of a setting, and does not quote the URL.
    """
    try:
        server = server_at(parsed(url).url)
        if server.tls is not None:
            server.tls()
    except _BadUrl as refused:
        raise ValueError(refused.why) from None
    except Exception:  # not chained: it may quote the URL
        raise ValueError(
            "has options for TLS that do not work: check their values, and the files that they name"
        ) from None


def parsed(url: str) -> RedisURL:
    """Read a URL.

    Args:
        url: One for redis-py, or `redis+sentinel://user:password@host:port,host:port/name/database?options`, with `rediss` for
            TLS to servers and sentinels. User and password are the server's; the options `sentinel_username` and
            `sentinel_password` are the sentinels'.

    Raises:
        ValueError: The URL is invalid, or may not mean what its author meant. The message does not quote it.
    """
    found = next(filter(None, (form.fullmatch(url) for form in _URLS)), None)
    if found is None:
        raise _BadUrl(_MISREAD)
    parts = found.groupdict()
    _check_options(url, parts)
    if "hosts" not in parts:
        server_at(url)
        return RedisURL(url)
    hosts = (one.rpartition(":") if re.search(r":\d+$", one) else (one, "", "") for one in parts["hosts"].split(","))
    sentinels = tuple([(host.strip("[]"), int(port or SENTINEL_PORT)) for host, _, port in hosts])
    if any(port > _LAST_PORT for _, port in sentinels):
        raise _BadUrl(_MISREAD)
    plain = f"{parts['scheme']}://{parts['login']}sentinels{parts['rest']}"
    server_at(plain)
    return RedisURL(plain, sentinels, parts["name"])


class _BadUrl(ValueError):
    def __init__(self, why: str) -> None:
        super().__init__(f"The URL {why}")
        self.why = why


def _check_options(url: str, parts: dict[str, str | None]) -> None:
    """Refuse options that redis-py would decode wrongly or overlook, or that only fail when it connects."""
    tls, sentinels = url.startswith("rediss"), "hosts" in parts
    known = _OPTIONS | (_TLS_OPTIONS if tls else set()) | (_SENTINEL_OPTIONS if sentinels else set())
    options = parts["options"]
    try:
        url.encode()
        given = parse_qsl(options, keep_blank_values=True, strict_parsing=True, errors="strict") if options else []
        unquote(parts["login"] or "", errors="strict")
    except ValueError:
        raise _BadUrl(_MISREAD) from None
    names = [*(name for name in ("username", "password", "db") if parts.get(name)), *(name for name, _ in given)]
    if not known.issuperset(names):
        raise _BadUrl(f"has an option that is not known: leave it out; there are {', '.join(sorted(known))}")
    if len(set(names)) < len(names):
        raise _BadUrl("gives a user, a password, a database or an option twice: leave one of them out")
    if not all(re.fullmatch(r"[0-9]{1,5}" if name == "db" else ".+", value, re.DOTALL) for name, value in given):
        raise _BadUrl(_BAD_VALUE)


def server_at(url: str) -> Server:
    """The server at the `url` of a `RedisURL`; that of sentinels has no address.

    Raises:
        ValueError: The URL is invalid. The message does not quote it.
    """
    if url.startswith("rediss:"):
        return _with_tls(url)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "localhost", parts.port or _PORT
    except ValueError:  # not chained: it may quote the URL
        raise _BadUrl(_MISREAD) from None
    options = {"username": unquote(parts.username or ""), "password": unquote(parts.password or "")}
    options |= dict(parse_qsl(parts.query))
    unix = parts.scheme == "unix"
    return Server(
        host,
        port,
        unquote(parts.path) if unix else "",
        options["username"] or None,
        options["password"] or None,
        int(options.get("db") or ("" if unix else parts.path[1:]) or 0),
        options.get("client_name"),
    )


def _with_tls(url: str) -> Server:
    from redis.asyncio import ConnectionPool

    try:
        pool = ConnectionPool.from_url(url)
    except ValueError:  # not chained: it may quote the URL
        raise _BadUrl(_MISREAD) from None
    for name in _SENTINEL_OPTIONS:
        pool.connection_kwargs.pop(name, None)
    try:
        return server_of(pool.make_connection())  # type: ignore[no-untyped-call]
    except Exception:
        raise _BadUrl(_BAD_VALUE) from None


def server_of(connection: Any) -> Server:
    """The server of a connection of redis-py that is not opened."""
    from redis.asyncio import SSLConnection

    return Server(
        connection.host,
        int(connection.port),
        username=connection.username,
        password=connection.password,
        db=int(connection.db or 0),
        client_name=connection.client_name,
        tls=connection.ssl_context.get if isinstance(connection, SSLConnection) else None,
    )
