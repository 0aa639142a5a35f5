"""One HTTP request over a connection of its own, with bounds on everything that is received.

A connection is a socket and, for https, a TLS session in memory. So each byte is counted before it is parsed, even those of the
handshake, and each step of the event loop handles at most `PART` bytes before other work has its turn.
The caller bounds the time.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from ipaddress import ip_address
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit

import certifi
from httptools import HttpParserError, HttpParserUpgrade, HttpResponseParser
from msgspec import Struct

PART = 4096
"""The most bytes that are read at a time."""
MOST_BESIDES = 65_536
"""The most bytes that are read besides a body: the TLS handshake, interim answers, and the head of the answer."""
MOST_INTERIM = 16
"""The most interim answers (1xx)."""
CONNECT = 3.0
"""Seconds to connect to an address."""
MOST_TRIED = 3
"""The most addresses of a host to which a connection is tried."""

T = TypeVar("T")


class NotConnected(OSError):
    """No address of a host accepts a connection."""


class NotHttp(Exception):
    """The received bytes are no HTTP answer, or too many."""


class OutgoingRequest(Struct, frozen=True):
    """A request."""

    method: str
    url: str
    """With http or https, printable ASCII, without spaces and without user."""
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def parts(self) -> SplitResult:
        """The parts of the URL."""
        return urlsplit(self.url)

    @property
    def host(self) -> str:
        """The name or address of the host, without brackets."""
        return self.parts.hostname or ""

    @property
    def port(self) -> int:
        """The port."""
        return self.parts.port or (443 if self.parts.scheme == "https" else 80)

    def encoded(self) -> bytes:
        """The bytes of the request."""
        parts = self.parts
        usual = parts.port is None or parts.port == (443 if parts.scheme == "https" else 80)
        host = f"[{self.host}]" if ":" in self.host else self.host
        headers = {"host": host if usual else f"{host}:{parts.port}", "connection": "close", **self.headers}
        if self.body:
            headers["content-length"] = str(len(self.body))
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [f"{self.method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return "\r\n".join([*lines, "", ""]).encode("ascii") + self.body


class OutgoingResponse(Struct, frozen=True):
    """An answer."""

    status: int
    body: bytes


Connect = Callable[[str, int], Awaitable[socket.socket]]
"""Connects to an address and a port."""


async def ask(
    request: OutgoingRequest,
    addresses: Sequence[str],
    most_body: int = 0,
    trusted: ssl.SSLContext | None = None,
    connect: Connect | None = None,
) -> OutgoingResponse:
    """Send a request to the first address that accepts a connection, and read the answer.

    Args:
        request: The request.
        addresses: The addresses of its host.
        most_body: The most bytes of the body. If 0, the body is not read.
        trusted: Verifies TLS. If None, `authorities`.
        connect: Makes the connection. If None, `connected`.

    Raises:
        NotConnected: No address accepts a connection.
        ssl.SSLError: TLS failed.
        OSError: The connection broke.
        NotHttp: The received bytes are no HTTP answer, or too many.
    """
    with await _first(addresses, request.port, connect or connected) as connection:
        plain = _BoundedConnection(connection, MOST_BESIDES + most_body)
        line: _BoundedConnection | _Tls = plain
        if request.parts.scheme == "https":
            if trusted is None:
                trusted = await asyncio.to_thread(authorities)
            line = _Tls(plain, trusted, request.host.removesuffix("."))
        await line.write(request.encoded())
        reading = _Reading(most_body)
        try:
            while not reading.ended:
                reading.take(await line.read())
        finally:
            reading.close()
        return OutgoingResponse(reading.status, bytes(reading.body))


async def connected(address: str, port: int) -> socket.socket:
    """A connection to an address.

    Raises:
        OSError: It is refused.
    """
    family = socket.AF_INET if ip_address(address).version == 4 else socket.AF_INET6
    connection = socket.socket(family, socket.SOCK_STREAM)
    try:
        connection.setblocking(False)
        await asyncio.get_running_loop().sock_connect(connection, (address, port))
    except BaseException:
        connection.close()
        raise
    return connection


@cache
def authorities() -> ssl.SSLContext:
    """The TLS context that trusts the usual authorities. Making it takes 20 ms.

    Keys are exchanged by elliptic curves alone: a server may choose a Diffie-Hellman group that holds its client for 230 ms.
    """
    context = ssl.create_default_context(cafile=certifi.where())
    context.set_ciphers("ECDHE+AESGCM:ECDHE+CHACHA20")
    context.set_alpn_protocols(["http/1.1"])
    return context


async def _first(addresses: Sequence[str], port: int, connect: Connect) -> socket.socket:
    for address in addresses[:MOST_TRIED]:
        try:
            async with asyncio.timeout(CONNECT):
                return await connect(address, port)
        except OSError:  # also if it takes too long
            continue
    raise NotConnected


class _BoundedConnection:
    """A connection from which only so many bytes are read."""

    def __init__(self, connection: socket.socket, most: int) -> None:
        self._connection, self._left = connection, most
        self._loop = asyncio.get_running_loop()

    async def read(self) -> bytes:
        """The next bytes; none at the end."""
        await asyncio.sleep(0)  # reading what is there already would not let others have their turn
        data = await self._loop.sock_recv(self._connection, PART)
        self._left -= len(data)
        if self._left < 0:
            raise NotHttp("too much")
        return data

    async def write(self, data: bytes) -> None:
        """Send bytes."""
        await self._loop.sock_sendall(self._connection, data)


class _Tls:
    """TLS over a connection."""

    def __init__(self, line: _BoundedConnection, trusted: ssl.SSLContext, host: str) -> None:
        self._line, self._received, self._to_send = line, ssl.MemoryBIO(), ssl.MemoryBIO()
        self._session = trusted.wrap_bio(self._received, self._to_send, server_hostname=host)

    async def read(self) -> bytes:
        """The next bytes; none at the end."""
        try:
            return await self._do(lambda: self._session.read(PART))
        except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
            return b""

    async def write(self, data: bytes) -> None:
        """Send bytes, after the handshake."""
        await self._do(self._session.do_handshake)
        await self._do(lambda: self._session.write(data))

    async def _do(self, step: Callable[[], T]) -> T:
        while True:
            try:
                done = step()
            except ssl.SSLWantReadError:
                await self._send()
                if data := await self._line.read():
                    self._received.write(data)
                else:
                    self._received.write_eof()
            else:
                await self._send()
                return done

    async def _send(self) -> None:
        if self._to_send.pending:
            await self._line.write(self._to_send.read())


class _Reading:
    """Parses an answer; called back by httptools."""

    def __init__(self, most_body: int) -> None:
        self.status, self.body = 0, bytearray()
        self.ended = False
        """True once everything that is wanted of the answer was received."""
        self._most_body, self._interim = most_body, 0
        self._parser = HttpResponseParser(self)

    def close(self) -> None:
        """Break the cycle with the parser, so that nothing waits for the garbage collector."""
        del self._parser

    def take(self, data: bytes) -> None:
        """Parse bytes; none at the end of the connection, which also ends a body of unknown length.

        Raises:
            NotHttp: They are no HTTP answer, or too many.
        """
        if not data:
            if not self.status:
                raise NotHttp("no answer")
            self.ended = True
            return
        try:
            self._parser.feed_data(data)
        except (HttpParserError, HttpParserUpgrade) as error:
            if not self.ended:  # what follows an answer does not matter
                raise NotHttp("no answer") from error
        if self._interim > MOST_INTERIM or len(self.body) > self._most_body:
            raise NotHttp("too much")

    def on_headers_complete(self) -> None:
        """Take the head of an answer, or of an interim one."""
        status = self._parser.get_status_code()
        if status < 200:
            self._interim += 1
        elif not self.status:
            self.status, self.ended = status, not self._most_body

    def on_body(self, data: bytes) -> None:
        """Take a part of the body."""
        if self._most_body and not self.ended:
            self.body += data

    def on_message_complete(self) -> None:
        """End an answer, or an interim one."""
        self.ended = self.ended or bool(self.status)
