"""WebSocket: uvicorn's protocol, with bounds on its frames, also those that bring no message."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from struct import pack
from typing import Any
from urllib.parse import unquote

from uvicorn import Config
from websockets.http11 import Response as HandshakeResponse
from websockets.protocol import Protocol, State
from websockets.server import ServerProtocol

from taphouse.schema.request_problems import Malformed
from taphouse.service.http.connections.pushing import PUSH
from taphouse.service.http.connections.tcp import PortLimits, TcpConnection
from taphouse.service.http.refusals import CONSTANT, whole_response
from taphouse.service.libraries.uvicorn import ASGISendEvent, HttpToolsProtocol, ServerState, WebSocketsSansIOProtocol

_MANY_FRAMES = 4
"""The frames of one read after which less is read at a time."""
TOO_MANY_FRAMES, NOT_UTF_8 = 4429, 1007
"""Close codes: for too many frames, as for too many messages; and for text that is not UTF-8 (RFC 6455)."""
_TEXT = 0x81
"""The first byte of the frame of a whole text."""
_KEY = re.compile(rb"[A-Za-z0-9+/]{21}[AQgw]==")
"""A `Sec-WebSocket-Key`: 16 bytes."""
_NO_HANDSHAKE = Malformed(
    message="This is no valid request for a WebSocket. No line of its head may have more than 8192 bytes."
)
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def text_frame(data: bytes) -> bytes:
    """A whole, unmasked text frame (RFC 6455, section 5.2)."""
    size = len(data)
    if size < 126:
        return bytes((_TEXT, size)) + data
    return (pack("!BBH", _TEXT, 126, size) if size < 65_536 else pack("!BBQ", _TEXT, 127, size)) + data


class Handshake(ServerProtocol):
    """WebSocket on a connection. Its own refusals have the constant headers too."""

    def reject(self, status: int, text: str) -> HandshakeResponse:
        """See `ServerProtocol`."""
        response = super().reject(status, text)
        response.headers.update(CONSTANT)
        return response


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket.

    Args:
        limits: The limits that all connections share.
        connection: The connection.
        config: See `WebSocketsSansIOProtocol`, as for the next two.
        server_state: The state of the server.
        app_state: The state of the application.
        asked: The HTTP protocol that has parsed the head of the upgrade request.
    """

    # With these, an instance would have more attributes than Python keeps without a dictionary of its own.
    __slots__ = (
        *("_asked", "_extensions", "_key", "_limits", "_pace", "pushed", "window"),
        *("close_timer", "initial_response", "last_ping_rtt", "pending_ping_payload", "ping_sent_at", "pong_timer"),
    )

    def __init__(
        self,
        limits: PortLimits,
        connection: TcpConnection,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        asked: HttpToolsProtocol,
    ) -> None:
        super().__init__(config, server_state, app_state)
        self.conn.__class__ = Handshake  # another object would leave this one to the garbage collector
        self._limits, self.window = limits, limits.dense_window
        self._pace = limits.connections.pace(connection)
        self._asked = asked
        self._key = b""
        self._extensions: dict[str, Any] = {"websocket.http.response": {}, PUSH: self}
        self.pushed = 0
        """See `Pushes`."""

    @property
    def holds_reading(self) -> bool:
        """True if reading is paused until the application has accepted the WebSocket and taken the data that was read."""
        return self.read_paused or not self.handshake_complete

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with the upgrade request. Nothing more is read until it is answered."""
        asked = self._asked
        del self._asked
        super().connection_made(transport)
        scope, given = asked.scope, dict(asked.headers)
        method, http = scope["method"], scope["http_version"]
        key, version = given.get(b"sec-websocket-key", b""), given.get(b"sec-websocket-version")
        plain = (method, http) == ("GET", "1.1") and asked.url.isascii() and len(given) == len(asked.headers)
        if plain and version == b"13" and _KEY.fullmatch(key):
            self._key = key
            self._serve(asked.url, asked.headers, given.get(b"sec-websocket-protocol", b""))
        else:  # websockets parses it again, and says what is wrong
            line = b"%s %s HTTP/%s" % (method.encode(), asked.url, http.encode())
            self.data_received(b"\r\n".join([line, *(b"%s: %s" % one for one in asked.headers), b"\r\n"]))
            if not self.handshake_initiated:  # it answers nothing to what it does not take for a request
                self.handshake_complete = self.close_sent = True
                self.transport.write(whole_response(_NO_HANDSHAKE, self.default_headers))
                self.transport.close()
        if not self.handshake_complete:
            self.transport.pause_reading()

    def _serve(self, url: bytes, headers: list[tuple[bytes, bytes]], subprotocols: bytes) -> None:
        """Call the application. The parser goes on with frames."""
        self.conn.parser.close()
        self.conn.parser = Protocol.parse(self.conn)
        next(self.conn.parser)
        path, _, query = url.partition(b"?")
        self.scope = {
            "type": "websocket",
            "asgi": {"version": self.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": self.scheme,
            "server": self.server,
            "client": self.client,
            "root_path": self.root_path,
            "path": self.root_path + unquote(path.decode("ascii")),
            "raw_path": self.root_path.encode("ascii") + path,
            "query_string": query,
            "headers": headers,
            "subprotocols": [one.strip() for one in subprotocols.decode("latin-1").split(",") if subprotocols],
            "state": self.app_state.copy(),
            "extensions": self._extensions,
        }
        self.handshake_initiated = True
        self.queue.put_nowait({"type": "websocket.connect"})
        task = self.loop.create_task(self.run_asgi())
        task.add_done_callback(self.on_task_complete)
        self.tasks.add(task)

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application. What is sent most, text on an open WebSocket, is framed here."""
        text = message.get("text")
        if isinstance(text, str) and self.push(text.encode()):
            return
        accepted = self.handshake_complete
        if self._key and message["type"] == "websocket.accept" and not self.disconnected:
            self._accept(message.get("subprotocol"), list(message.get("headers", [])))
        else:
            if message["type"] == "websocket.http.response.start":
                message["headers"] = [*self.default_headers, *message["headers"]]
            await super().send(message)
        if not accepted and self.handshake_complete and not self.transport.is_closing():
            self.transport.resume_reading()

    def push(self, data: bytes) -> bool:
        """See `Pushes`."""
        if self.conn.state is not State.OPEN or not self.writable.is_set() or self.disconnected:
            return False
        self.pushed += len(data)
        self.transport.write(text_frame(data))
        return True

    def _accept(self, subprotocol: str | None, headers: list[tuple[bytes, bytes]]) -> None:
        answer = base64.b64encode(hashlib.sha1(self._key + _GUID).digest())  # noqa: S324 -- RFC 6455, section 4.2.2
        fixed = [(b"upgrade", b"websocket"), (b"connection", b"Upgrade"), (b"sec-websocket-accept", answer)]
        chosen = [(b"sec-websocket-protocol", subprotocol.encode())] if subprotocol else []
        lines = [b"%s: %s\r\n" % one for one in (*fixed, *self.default_headers, *headers, *chosen)]
        if not self.transport.is_closing():
            self._key, self.handshake_complete, self.conn.state = b"", True, State.OPEN
            self.transport.write(b"".join([b"HTTP/1.1 101 Switching Protocols\r\n", *lines, b"\r\n"]))
            self.start_keepalive()

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

    def lost(self) -> None:
        """See `ConnectionProtocol.lost`."""
        self.handshake_complete = self.disconnected = True

    def shutdown(self) -> None:
        """End the connection because the service stops, unless it ends already: uvicorn would raise, and stop no other."""
        if not self.transport.is_closing():
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and break the cycles through parser, exception and scope, so that nothing waits for the garbage collector."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = None
        self._extensions.clear()

    def check(self, now: float, idle: float) -> bool:  # noqa: ARG002 -- as the others
        """Do nothing: the application checks the times of a WebSocket."""
        return True
