"""HTTP/1.1: uvicorn's protocol, with bounds on heads, on the framing of bodies, and on their times."""

from __future__ import annotations

from asyncio import AbstractEventLoop as Loop
from asyncio import Transport
from collections.abc import Coroutine, Sequence
from enum import Enum
from typing import Any, cast

from uvicorn import Config

from taphouse.schema.problems.base import Problem
from taphouse.schema.request_problems import HeadTooLarge, Malformed, TooManyConnections, TooSlow
from taphouse.service.access.connection_limits import BODY_SECONDS, DRAINED, FULL, HEAD_SECONDS, Full
from taphouse.service.http.connections.pushing import PUSH, ChunkPushes, PlainPushes
from taphouse.service.http.connections.tcp import PortLimits, TcpConnection
from taphouse.service.http.refusals import refusal_of, whole_response
from taphouse.service.libraries.uvicorn import (
    STATUS_LINE,
    ASGISendEvent,
    HttpToolsProtocol,
    RequestResponseCycle,
    ServerState,
    httptools_impl,
)
from taphouse.service.runtime import telemetry

MOST_HEAD = 65_536
"""The bytes of the largest head of a request; of chunk sizes, chunk extensions and trailers, in addition to a body."""
MOST_FIELDS = 128
"""The header fields of a request, with its trailers."""
CHUNKED = "1.1"
"""The first version of HTTP whose clients read chunks (RFC 9112, 6.1)."""
MOST_WAITING = 1000
"""The requests that may wait for the answer to an earlier one on the same connection."""
_REQUEST_WORK = 16
"""The work of a request, in parts of a body."""
_LINGERS = 2.0
"""Seconds for which a refused connection stays open, and counts. Closed with unread bytes, it would lose the answer."""
_TOO_LARGE = HeadTooLarge(
    message=f"The head of a request may have {MOST_HEAD} bytes and {MOST_FIELDS} fields, with its trailers. Chunk sizes and "
    "extensions may have as many bytes."
)
_MALFORMED = Malformed(message="This is not a valid HTTP/1.1 request.")
_UPGRADES = Malformed(
    message="Send a request with a body without the header Upgrade: the service speaks HTTP/1.1 only. In Java's HttpClient, "
    "set version(HTTP_1_1)."
)
_LENGTHS = (b"content-length", b"transfer-encoding")
_CONTROLS = bytes({*range(32), 127} - {9})

_Reading = Enum("_Reading", ("NOTHING", "HEAD", "BODY"))
"""The state of reading on an HTTP connection: `NOTHING` until the next request begins."""
_NOTHING, _HEAD, _BODY = _Reading  # Python 3.11 calls a function for each name of an enum


class HttpProtocol(HttpToolsProtocol):
    """HTTP/1.1.

    Args:
        limits: The limits that all connections share.
        full: The limit that this connection exceeds, if any.
        config: See `HttpToolsProtocol`, as for the others.
        server_state: The state of the server.
        app_state: The state of the application.
        loop: The event loop.
    """

    # With these, an instance would have more attributes than Python keeps without a dictionary of its own.
    __slots__ = (
        "_answered",
        "_body_room",
        "_connections",
        "_extensions",
        "_full",
        "_limits",
        "_plain",
        "_pushes",
        "_reading",
        "_refused",
        "_room",
        "_since",
        "_work",
        "_wrong",
    )

    def __init__(
        self,
        limits: PortLimits,
        full: Full | None,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        loop: Loop | None,
    ) -> None:
        super().__init__(config, server_state, app_state, loop)
        self.window, self._work, self._full = limits.first_window, 0, full
        self._limits, self._connections = limits, limits.connections
        self._reading, self._since, self._refused = _HEAD, limits.connections.now, False
        self._room, self._body_room = MOST_HEAD, 0
        self._wrong: Problem = _MALFORMED

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin."""
        super().connection_made(transport)
        self._pushes = self._plain = ChunkPushes(transport, self.flow)  # the other one is for clients before HTTP/1.1
        self._extensions: Any = {PUSH: self._pushes}
        if self._full is not None:
            self._extensions[FULL] = {"limit": self._full}

    @property
    def holds_reading(self) -> bool:
        """True if reading is paused until the application has taken the data that was read."""
        return self.flow.read_paused

    def data_received(self, data: bytes) -> None:
        """Parse a part of a request, unless its head or the framing of its body is too large."""
        if self._refused:
            return
        self._room, self._work = self._room - len(data), 0
        if self._room < 0:
            self._refuse(_TOO_LARGE)
            return
        super().data_received(data)
        if self.headers is not None and len(self.headers) > MOST_FIELDS:  # of a head that goes on, or with trailers
            self._refuse(_TOO_LARGE)
        self.window = self._limits.after(self.window, self._work)

    def on_message_begin(self) -> None:
        """Begin a request."""
        if self._reading is _NOTHING:
            self._reading, self._since = _HEAD, self._connections.now
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Handle the complete head of a request."""
        if len(self.headers) > MOST_FIELDS:
            self._wrong = _TOO_LARGE
            raise _Wrong
        if len(self.pipeline) >= MOST_WAITING:
            raise _Wrong
        if self.parser.should_upgrade() and not self._should_upgrade() and self._announces_a_body():
            self._wrong = _UPGRADES  # the parser takes what follows for another protocol
            raise _Wrong
        self._work += _REQUEST_WORK
        self._reading, self._since = _BODY, self._connections.now
        self._room, self._body_room = MOST_HEAD, self._limits.most_body + DRAINED
        before = self.cycle
        super().on_headers_complete()
        given = self._extensions
        if self.scope["http_version"] < CHUNKED:
            self._plain = PlainPushes(self.transport, self.flow)
            given = {**given, PUSH: self._plain}
        self.scope["extensions"] = given
        if self._full is not None and self.cycle is not None:
            self.cycle.keep_alive = False
        if len(self.pipeline) == 1:
            self._answered = before

    def on_body(self, body: bytes) -> None:
        """Pass on a part of a body, which does not count as framing, unless nobody reads it any more."""
        self._work += 1
        if self._body_room > 0:
            self._room += len(body)
            self._body_room -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that a request is complete."""
        self._reading, self._since, self._room = _NOTHING, self._connections.now, MOST_HEAD
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Note that a request is answered. While others wait for their answers, no more is read.

        There is no timer as uvicorn sets one for each answer: `check` closes connections that are idle.
        """
        self.server_state.total_requests += 1
        self._since = self._connections.now  # a body may have waited for this; the time of the next head begins
        if self.transport.is_closing():
            return
        if self.pipeline:
            self._answered, app = self.pipeline.pop()
            self._start_asgi_task(self._answered, app)
        if self.pipeline:
            self.flow.pause_reading()
        else:
            self.flow.resume_reading()

    def handle_websocket_upgrade(self) -> None:
        """Upgrade the connection, unless it exceeds a limit."""
        if self._full is not None:
            self._refuse(refusal_of(self._full))
        elif self._connections.pace(cast(TcpConnection, self.transport.get_protocol())).spent:
            message = "Your address sends too many frames over WebSockets. Try again in a few seconds."
            self._refuse(TooManyConnections(message=message))
        else:
            speak: Any = self.ws_protocol_class
            self.connections.discard(self)
            upgraded: TcpConnection = speak(self.config, self.server_state, self.app_state, self)
            upgraded.connection_made(self.transport)
            self.transport.set_protocol(upgraded)
            self.parser = None  # type: ignore[assignment]  # or this waits for the garbage collector

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        super().connection_lost(exc)
        for pushes in {self._pushes, self._plain}:
            if pushes.gone is not None:
                pushes.gone()

    def lost(self) -> None:
        """See `ConnectionProtocol.lost`."""
        if self.pipeline:  # uvicorn would tell the request that came last
            self.pipeline.clear()
            self.cycle = self._answered
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True

    def send_400_response(self, _msg: str) -> None:
        """Answer data that is not HTTP."""
        self._refuse(self._wrong)

    def shutdown(self) -> None:
        """End the connection because the service stops."""
        if self._refused:
            self.transport.close()
        super().shutdown()

    def check(self, now: float, idle: float) -> bool:
        """Close the connection if a head, a body or the pause between requests takes too long.

        Returns True while a request is answered. If its stream breaks off then, what it sent may be left unread a little longer.
        """
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.transport.is_closing():
            if now - self._since >= BODY_SECONDS:  # what was sent is not read
                self.transport.abort()
        elif self._refused:
            if now - self._since >= _LINGERS:
                self.transport.close()
        elif self._reading is _BODY and not self.pipeline:
            if now - self._since >= BODY_SECONDS:
                self._refuse(TooSlow(message=f"The body did not arrive within {BODY_SECONDS:.0f} seconds."))
        elif answering:
            self._since = now
            return True
        elif self._reading is _HEAD and self._room == MOST_HEAD and now - self._since >= HEAD_SECONDS:
            self.transport.close()  # the client has said nothing
        elif self._reading is _HEAD and now - self._since >= HEAD_SECONDS:
            self._refuse(TooSlow(message=f"The head did not arrive within {HEAD_SECONDS:.0f} seconds."))
        elif self._reading is _NOTHING and now - self._since >= idle:
            self.transport.close()
        return False

    def _announces_a_body(self) -> bool:
        return any(name in _LENGTHS and value != b"0" for name, value in self.headers)

    def _refuse(self, problem: Problem) -> None:
        """Refuse the request that is being read, unless an answer has begun, and close the connection."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            answers = True
        else:
            answers = self._reading is _BODY and not self.pipeline and not cycle.response_started
            cycle.disconnected = True
            cycle.message_event.set()
        if self.transport.is_closing() or self._refused:
            return
        self._refused, self._since = True, self._connections.now
        telemetry.log.debug("refused", outcome=problem.code)
        if answers:
            self.transport.write(whole_response(problem, self.server_state.default_headers))
            self.transport.write_eof()
        else:
            self.transport.abort()
        self.flow.pause_reading()


class Cycle(RequestResponseCycle):
    """A request with its answer. Control characters are looked for in its whole head: uvicorn searches each name and value.

    A head that gives a length is written with the beginning of the body. A body without a length comes in chunks; for clients
    that read none, it ends with the connection.
    """

    _head = b""
    """The head, until the beginning of its body comes."""
    _until_closed = False
    """True if the end of the connection ends the body."""

    def send(self, message: ASGISendEvent) -> Coroutine[Any, Any, None]:
        """See `RequestResponseCycle`."""
        if message["type"] == "http.response.start" and not (
            self.response_started or self.disconnected or self.flow.write_paused
        ):
            return self._begin(message["status"], [*self.default_headers, *message.get("headers", ())])
        if message["type"] == "http.response.body":
            if self._head:
                self.expected_content_length += len(self._head)
                message = {**message, "body": self._head + message.get("body", b"")}
                self._head = b""
            elif self._until_closed:
                self.expected_content_length = len(message.get("body", b""))
        return super().send(message)

    async def _begin(self, status: int, headers: Sequence[tuple[bytes, bytes]]) -> None:
        self.response_started, self.waiting_for_100_continue = True, False
        lines = [STATUS_LINE[status][:-2], *map(b": ".join, headers)]
        given = dict(headers)
        if (length := given.get(b"content-length")) is not None:
            self.chunked_encoding, self.expected_content_length = False, int(length)
        elif self.scope["method"] != "HEAD" and status not in (204, 304):
            if self.scope["http_version"] < CHUNKED:
                self.keep_alive, self._until_closed = False, True
            else:
                self.chunked_encoding = True
                lines.append(b"transfer-encoding: chunked")
        if given.get(b"connection") == b"close":
            self.keep_alive = False
        elif not self.keep_alive:
            lines.append(b"connection: close")
        head = b"\r\n".join(lines)
        if len(head) - len(head.translate(None, _CONTROLS)) != len(b"\r\n") * (len(lines) - 1):
            raise RuntimeError("A header has a control character.")
        if self.chunked_encoding is False and self.scope["method"] != "HEAD":
            self._head = head + b"\r\n\r\n"
        else:
            self.transport.write(head + b"\r\n\r\n")


httptools_impl.RequestResponseCycle = Cycle  # type: ignore[misc] # its protocol has no other place to set it


class _Wrong(Exception):
    """Raised to the parser: the request is refused."""
