"""WebSocket: uvicorn's protocol, with bounds on its frames, also those that bring no message."""

from __future__ import annotations

from typing import Any

from uvicorn import Config

from taphouse.service.http.connections.tcp import PortLimits, TcpConnection
from taphouse.service.http.refusals import Handshake
from taphouse.service.libraries.uvicorn import ASGISendEvent, ServerState, WebSocketsSansIOProtocol

FRAMES_PER_MESSAGE = 4
"""The frames of an address for each message that a WebSocket may send: it may have several, split messages, and ping."""
_MANY_FRAMES = 4
"""The frames of one read after which less is read at a time."""
TOO_MANY_FRAMES, NOT_UTF_8 = 4429, 1007
"""Close codes: for too many frames, as for too many messages; and for text that is not UTF-8 (RFC 6455)."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket."""

    def __init__(
        self,
        limits: PortLimits,
        connection: TcpConnection,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
    ) -> None:
        super().__init__(config, server_state, app_state)
        self.conn.__class__ = Handshake  # another object would leave this one to the garbage collector
        self._limits, self.window = limits, limits.dense_window
        self._pace = limits.connections.pace(connection)

    @property
    def holds_reading(self) -> bool:
        """True if reading is paused until the application has accepted the WebSocket and taken the data that was read."""
        return self.read_paused or not self.handshake_complete

    def data_received(self, data: bytes) -> None:
        """Parse the data that was read. The upgrade request comes first, and nothing more is read until it is answered."""
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

    def lost(self) -> None:
        """See `ConnectionProtocol.lost`."""
        self.handshake_complete = self.disconnected = True

    def shutdown(self) -> None:
        """End the connection because the service stops, unless it ends already: uvicorn would raise, and stop no other."""
        if not self.transport.is_closing():
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and break the cycles through the parser and its exception, so that nothing waits for the garbage collector."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = None

    def check(self, now: float, idle: float) -> None:
        """Do nothing: the application checks the times of a WebSocket."""
