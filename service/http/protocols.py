"""HTTP/1.1 and WebSocket on TCP connections: uvicorn's protocols, with bounds on all that reaches no application.

- A connection reads little at a time, and an address with many connections takes turns, so that none holds up the others.
- The head of a request, and likewise the framing and the trailers of its body, have at most `MOST_HEAD` bytes. They are counted
  before the parser copies them.
- Connections are counted, and heads, bodies and pauses must not take too long: see `TcpConnections`.
- Little is read while requests wait for the answer to an earlier one on the same connection.
- The frames of a WebSocket are counted, also those that bring no message.
"""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop as Loop
from collections.abc import Callable
from enum import Enum
from typing import Any, cast

from uvicorn._types import ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from taphouse.schema.execution.fair_queue import FairSemaphore
from taphouse.schema.problems import Problem
from taphouse.schema.request_problems import HeadTooLarge, Malformed, TooManyConnections, TooSlow
from taphouse.service.access.connection_limits import BODY_SECONDS, DRAINED, FULL, HEAD_SECONDS, Full, TcpConnections
from taphouse.service.http.refusals import Handshake, refusal_of, whole_response
from taphouse.service.runtime import telemetry

MOST_HEAD = 65_536
"""The bytes of the largest head of a request; of chunk sizes, chunk extensions and trailers, in addition to a body."""
FRAMES_PER_MESSAGE = 4
"""The frames of an address for each message that a WebSocket may send: it may have several, split messages, and ping."""
_MANY_FRAMES = 4
"""The frames of one read after which less is read at a time."""
_REQUEST_WORK, _MUCH_WORK, _DENSE_WORK = 16, 64, 8
"""The work of a request, in parts of a body; and that of a read, and of a dense one, after which little is read at a time."""
_DENSE_PAUSE = 0.02
"""Seconds between two dense reads."""
MOST_FIELDS = 128
"""The header fields of a request, with its trailers."""
MOST_WAITING = 1000
"""The requests that may wait for the answer to an earlier one on the same connection."""
_LINGERS = 2.0
"""Seconds for which a refused connection stays open, and counts. Closed with unread bytes, it would lose the answer."""
TOO_MANY_FRAMES, NOT_UTF_8 = 4429, 1007
"""Close codes: for too many frames the same as for too many messages, for text that is not UTF-8 that of RFC 6455."""
READS_AT_ONCE = 16
"""The reads of an address that are parsed in a turn of the event loop, if it has more connections."""
_MOST_READ, _FIRST_READ, _DENSE_READ = 8192, 1024, 128
"""The bytes of one read: the most, of a connection of which nothing is known or of a WebSocket, and where each is dense."""
_TOO_LARGE = HeadTooLarge(
    message=f"The head of a request may have {MOST_HEAD} bytes and {MOST_FIELDS} fields, with its trailers. Chunk sizes and "
    "extensions may have as many bytes."
)
_MALFORMED = Malformed(message="This is not a valid HTTP/1.1 request.")


class Limits:
    """Makes the protocols of a service's connections, for `uvicorn.Config`.

    Args:
        connections: Counts the connections.
        most_body: The most bytes of a body.
    """

    def __init__(self, connections: TcpConnections, most_body: int) -> None:
        self.connections, self.most_body = connections, most_body
        self.reads = FairSemaphore(READS_AT_ONCE, per_owner=True)
        buffer = memoryview(bytearray(_MOST_READ))  # shared by all connections: what is read is passed on at once
        self.http_window, self.first_window, self.dense_window = buffer, buffer[:_FIRST_READ], buffer[:_DENSE_READ]

    def after(self, window: memoryview, work: int) -> memoryview:
        """The next window of an HTTP connection after so much work: the smallest as long as reads are dense."""
        if work > (_DENSE_WORK if window is self.dense_window else _MUCH_WORK):
            return self.dense_window
        return self.first_window if window is self.dense_window else self.http_window

    def http(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Loop | None = None
    ) -> Wire:
        """The protocol of a new connection."""
        return Wire(self, lambda _: Http(self, config, server_state, app_state, _loop))

    def websocket(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> Wire:
        """The protocol of a connection after its upgrade."""
        return Wire(self, lambda wire: WebSocket(self, wire, config, server_state, app_state))


class Wire(asyncio.BufferedProtocol):
    """A counted connection, which reads little at a time and passes it to the protocol that is spoken on it.

    Args:
        limits: What all connections share.
        speak: Makes the protocol.
    """

    def __init__(self, limits: Limits, speak: Callable[[Wire], Http | WebSocket]) -> None:
        self._connections, self._reads, self._speak = limits.connections, limits.reads, speak
        self._spoken: Http | WebSocket
        self._counted, self._kept = False, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless too many connections are open."""
        self._transport = cast(asyncio.Transport, transport)
        before = self._transport.get_protocol()
        if isinstance(before, Wire) and before is not self:  # the connection is upgraded
            self._connections.replace(before, self)
            self._spoken = self._speak(self)
        else:
            peer = get_remote_addr(self._transport)
            try:
                full = self._connections.join(self, peer[0] if peer else "")
            except ConnectionRefusedError:
                self._transport.abort()
                return
            self._spoken = self._speak(self)
            if isinstance(self._spoken, Http):
                self._spoken.full = full
        self._counted = True
        self._spoken.connection_made(self._transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        if self._counted:
            self._connections.leave(self)
            self._spoken.connection_lost(exc)

    def get_buffer(self, _sizehint: int) -> memoryview:
        """Where to read to."""
        return self._spoken.window

    def buffer_updated(self, nbytes: int) -> None:
        """Pass on what was read, or keep it while many other connections of the address have their turns."""
        data = bytes(self._spoken.window[:nbytes])
        crowd = self._connections.crowd(self, READS_AT_ONCE)
        if not self._kept and (crowd is None or self._reads.takes(crowd)):
            self._release_soon(crowd)
            self._pass_on(data)
            return
        self._transport.pause_reading()
        if not self._kept and crowd is not None:
            self._reads.join(crowd).add_done_callback(lambda _: self._pass_on_kept(crowd))
        self._kept += data

    def _release_soon(self, crowd: str | None) -> None:
        """Release the place of a read in the next turn of the event loop."""
        if crowd is not None:
            asyncio.get_running_loop().call_soon(self._reads.release, crowd)

    def _pass_on_kept(self, crowd: str) -> None:
        self._release_soon(crowd)
        data, self._kept = self._kept, b""
        if not self._transport.is_closing() and not self._pass_on(data):
            self._read_on()

    def _pass_on(self, data: bytes) -> bool:
        """Pass on what was read. After a full read, others come first: the event loop would read on at once.

        A connection that sends many small parts waits longer. Returns whether it is set to read on later.
        """
        spoken = self._spoken
        full = len(data) >= len(spoken.window)
        spoken.data_received(data)
        if not full or self._transport.is_closing() or self._transport.get_protocol() is not self:
            return False
        self._transport.pause_reading()
        asyncio.get_running_loop().call_later(_DENSE_PAUSE if len(spoken.window) <= _DENSE_READ else 0, self._read_on)
        return True

    def data_received(self, data: bytes) -> None:
        """Take the head of the upgrade request."""
        self._spoken.data_received(data)

    def pause_writing(self) -> None:
        """The client does not read."""
        self._spoken.pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        self._spoken.resume_writing()

    def check(self, now: float, idle: float) -> None:
        """Close the connection if it takes too long."""
        self._spoken.check(now, idle)

    def _read_on(self) -> None:
        goes_on = self._transport.get_protocol() is self and not self._transport.is_closing()
        if goes_on and not self._spoken.holds_reading:
            self._transport.resume_reading()


_Reading = Enum("_Reading", ("NOTHING", "HEAD", "BODY"))
"""What an HTTP connection reads next: nothing if the next request has not begun."""


class Http(HttpToolsProtocol):
    """HTTP/1.1."""

    # With these, an instance would have more attributes than Python keeps without a dictionary of its own.
    __slots__ = ("_body_room", "_connections", "_limits", "_reading", "_refused", "_room", "_since", "_work", "_wrong")

    def __init__(
        self, limits: Limits, config: Config, server_state: ServerState, app_state: dict[str, Any], loop: Loop | None
    ) -> None:
        super().__init__(config, server_state, app_state, loop)
        self.window, self._work = limits.first_window, 0
        self.full: Full | None = None
        """Which limit of connections this one exceeds."""
        self._limits, self._connections = limits, limits.connections
        self._reading, self._since, self._refused = _Reading.HEAD, limits.connections.now, False
        self._room, self._body_room = MOST_HEAD, 0
        self._wrong: Problem = _MALFORMED

    @property
    def holds_reading(self) -> bool:
        """Whether reading is paused until the application has taken what was read."""
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
        """A request begins."""
        if self._reading is _Reading.NOTHING:
            self._reading, self._since = _Reading.HEAD, self._connections.now
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head of a request is complete."""
        if len(self.headers) > MOST_FIELDS:
            self._wrong = _TOO_LARGE
            raise _Wrong
        if len(self.pipeline) >= MOST_WAITING:
            raise _Wrong
        self._work += _REQUEST_WORK
        self._reading, self._since = _Reading.BODY, self._connections.now
        self._room, self._body_room = MOST_HEAD, self._limits.most_body + DRAINED
        super().on_headers_complete()
        if self.full is not None:
            self.scope["extensions"] = {FULL: {"limit": self.full}}
            if self.cycle is not None:
                self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """A part of a body: it does not count as framing, unless nobody reads it any more."""
        self._work += 1
        if self._body_room > 0:
            self._room += len(body)
            self._body_room -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is complete."""
        self._reading, self._since, self._room = _Reading.NOTHING, self._connections.now, MOST_HEAD
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """A request is answered. While others wait for their answers, no more need to be read."""
        super().on_response_complete()
        if self._reading is _Reading.BODY:
            self._since = self._connections.now  # the body may have waited for this
        if self.pipeline:
            self.flow.pause_reading()

    def handle_websocket_upgrade(self) -> None:
        """Upgrade the connection, unless it exceeds a limit."""
        if self.full is not None:
            self._refuse(refusal_of(self.full))
        elif self._connections.pace(cast(Wire, self.transport.get_protocol())).spent:
            message = "Your address sends too many frames over WebSockets. Try again in a few seconds."
            self._refuse(TooManyConnections(message=message))
        else:
            super().handle_websocket_upgrade()
            self.parser = None  # type: ignore[assignment]  # or this waits for the garbage collector

    def send_400_response(self, _msg: str) -> None:
        """Answer what is not HTTP."""
        self._refuse(self._wrong)

    def shutdown(self) -> None:
        """The service stops."""
        if self._refused:
            self.transport.close()
        super().shutdown()

    def check(self, now: float, idle: float) -> None:
        """Close the connection if a head, a body or the pause between requests takes too long."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.transport.is_closing():
            if now - self._since >= BODY_SECONDS:  # what was sent is not read
                self.transport.abort()
        elif self._refused:
            if now - self._since >= _LINGERS:
                self.transport.close()
        elif self._reading is _Reading.BODY and not self.pipeline:
            if now - self._since >= BODY_SECONDS:
                self._refuse(TooSlow(message=f"The body did not arrive within {BODY_SECONDS:.0f} seconds."))
        elif answering:
            self._since = now  # the time of the next head begins when this request is answered
        elif self._reading is _Reading.HEAD and self._room == MOST_HEAD and now - self._since >= HEAD_SECONDS:
            self.transport.close()  # the client has said nothing
        elif self._reading is _Reading.HEAD and now - self._since >= HEAD_SECONDS:
            self._refuse(TooSlow(message=f"The head did not arrive within {HEAD_SECONDS:.0f} seconds."))
        elif self._reading is _Reading.NOTHING and now - self._since >= idle:
            self.transport.close()

    def _refuse(self, problem: Problem) -> None:
        """Answer what is being read, unless another answer has begun; and close the connection."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            answers = True
        else:
            answers = self._reading is _Reading.BODY and not self.pipeline and not cycle.response_started
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


class _Wrong(Exception):
    """Raised to the parser: the request is refused."""


class WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket."""

    def __init__(
        self, limits: Limits, wire: Wire, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        super().__init__(config, server_state, app_state)
        self.conn.__class__ = Handshake  # another object would leave this one to the garbage collector
        self._limits, self.window = limits, limits.dense_window
        self._pace = limits.connections.pace(wire)

    @property
    def holds_reading(self) -> bool:
        """Whether reading is paused until the application has accepted the WebSocket, and taken what was read."""
        return self.read_paused or not self.handshake_complete

    def data_received(self, data: bytes) -> None:
        """Parse what was read. The head of the upgrade request comes first; nothing more is read until it is answered."""
        super().data_received(data)
        if not self.handshake_complete:
            self.transport.pause_reading()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application."""
        accepted = self.handshake_complete
        await super().send(message)
        if not accepted and self.handshake_complete and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """Handle the frames that were read, unless there are too many. While there are many, less is read at a time."""
        frames = len(self.conn.events)
        self.window = self._limits.dense_window if frames > _MANY_FRAMES else self._limits.first_window
        if self._pace.exceeded(frames):
            self.conn.fail(TOO_MANY_FRAMES, "Your address sends too many frames")
            self.handle_parser_exception()
        else:
            super().handle_events()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, unless it is not UTF-8: uvicorn would log a traceback, and give no reason."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.conn.fail(NOT_UTF_8, "A text message must be UTF-8")
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and leave nothing to the garbage collector: the parser and its exception refer to what refers to them."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = None

    def check(self, now: float, idle: float) -> None:
        """The application checks its times."""
