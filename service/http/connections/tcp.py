"""A TCP connection: it is counted, reads little at a time, and takes turns with the others of its address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, cast

from taphouse.schema.execution.fair_queue import FairQueue, FairSemaphore
from taphouse.service.access.connection_limits import RESTS, Full, TcpConnections
from taphouse.service.libraries.uvicorn import get_remote_addr

ENDS_AT_ONCE = 4
"""The connections whose end is handled in a turn of the event loop. What was served on them ends in the next turns."""
READS_AT_ONCE = 16
"""The reads of an address that are parsed in a turn of the event loop, if it has more connections."""
_MOST_READ, _FIRST_READ, _DENSE_READ = 8192, 1024, 128
"""The bytes of one read: at most; on a new connection or a WebSocket; and on one whose reads are dense."""
_MUCH_WORK, _DENSE_WORK = 64, 8
"""The work of a read and of a dense read, in parts of a body, after which less is read at a time."""
_DENSE_PAUSE = 0.02
"""Seconds between two dense reads."""


class PortLimits:
    """The limits and the buffer that all connections of a port share.

    Args:
        connections: Counts the connections.
        most_body: The most bytes of a body.
    """

    def __init__(self, connections: TcpConnections, most_body: int) -> None:
        self.connections, self.most_body = connections, most_body
        self.reads = FairSemaphore(READS_AT_ONCE, per_owner=True)
        self._lost = FairQueue[TcpConnection]()  # they wait for a turn of the event loop to end
        buffer = memoryview(bytearray(_MOST_READ))  # shared by all connections: what is read is passed on at once
        self.http_window, self.first_window, self.dense_window = buffer, buffer[:_FIRST_READ], buffer[:_DENSE_READ]

    def end(self, connection: TcpConnection, address: str) -> None:
        """Have a lost connection end soon. Where there are many, they take turns, and so do their addresses."""
        if not self._lost:
            asyncio.get_running_loop().call_soon(self._end_some)
        self._lost.put(connection, address)

    def _end_some(self) -> None:
        some = [self._lost.pop() for _ in range(ENDS_AT_ONCE)]
        if self._lost:
            asyncio.get_running_loop().call_soon(self._end_some)
        for connection in some:
            if connection is not None:
                connection.end()

    def after(self, window: memoryview, work: int) -> memoryview:
        """The next window of an HTTP connection after so much work: the smallest as long as reads are dense."""
        if work > (_DENSE_WORK if window is self.dense_window else _MUCH_WORK):
            return self.dense_window
        return self.first_window if window is self.dense_window else self.http_window


class ConnectionProtocol(Protocol):
    """The protocol that is spoken on a connection."""

    window: memoryview
    """The buffer for the next part; its size bounds the part."""

    @property
    def holds_reading(self) -> bool:
        """True if reading is paused until the application has taken the data that was read."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin."""

    def lost(self) -> None:
        """The connection is lost, so that nothing more can be sent on it. Its end comes later."""

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""

    def data_received(self, data: bytes) -> None:
        """Parse the data that was read."""

    def pause_writing(self) -> None:
        """The client does not read."""

    def resume_writing(self) -> None:
        """The client reads again."""

    def check(self, now: float, idle: float) -> bool:
        """Close the connection if it takes too long. Returns True if it is open for a stream, and rests for a while."""


class TcpConnection(asyncio.BufferedProtocol):
    """A counted connection, which reads little at a time and passes it to the protocol that is spoken on it.

    Args:
        limits: The limits that all connections share.
        speak: Makes the protocol, given this connection and the limit that it exceeds.
    """

    def __init__(self, limits: PortLimits, speak: Callable[[TcpConnection, Full | None], ConnectionProtocol]) -> None:
        self._limits, self._connections, self._reads, self._speak = limits, limits.connections, limits.reads, speak
        self._spoken: ConnectionProtocol
        self._counted, self._kept = False, b""
        self._lost: Exception | None = None
        self.rests = 0.0
        """See `Open`."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless too many connections are open."""
        self._transport = cast(asyncio.Transport, transport)
        before = self._transport.get_protocol()
        if isinstance(before, TcpConnection) and before is not self:  # the connection is upgraded
            self._connections.replace(before, self)
            self._spoken = self._speak(self, None)
        else:
            peer = get_remote_addr(self._transport)
            try:
                full = self._connections.join(self, peer[0] if peer else "")
            except ConnectionRefusedError:
                self._transport.abort()
                return
            self._spoken = self._speak(self, full)
        self._counted = True
        self._spoken.connection_made(self._transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is lost. It counts no more, and ends when its turn comes."""
        if self._counted:
            self._lost = exc
            self._spoken.lost()
            self._limits.end(self, self._connections.leave(self) or "")

    def end(self) -> None:
        """End what was spoken on a lost connection."""
        self._spoken.connection_lost(self._lost)

    def get_buffer(self, _sizehint: int) -> memoryview:
        """The buffer to read into."""
        return self._spoken.window

    def buffer_updated(self, nbytes: int) -> None:
        """Pass on the data that was read, or keep it while many other connections of the address have their turns."""
        data = bytes(self._spoken.window[:nbytes])
        crowd = self._connections.crowd(self, READS_AT_ONCE)
        if not self._kept and (crowd is None or self._reads.takes(crowd)):
            if crowd is not None:
                self._reads.release_soon(crowd)
            self._pass_on(data)
            return
        self._transport.pause_reading()
        if not self._kept and crowd is not None:
            self._reads.join(crowd).add_done_callback(lambda _: self._pass_on_kept(crowd))
        self._kept += data

    def _pass_on_kept(self, crowd: str) -> None:
        self._reads.release_soon(crowd)
        data, self._kept = self._kept, b""
        if not self._transport.is_closing() and not self._pass_on(data):
            self._read_on()

    def _pass_on(self, data: bytes) -> bool:
        """Pass on data. After a full read, other connections come first: the event loop would read on at once.

        A connection that sends many small parts waits longer. Returns True if it reads on later.
        """
        spoken = self._spoken
        full = len(data) >= len(spoken.window)
        spoken.data_received(data)
        if not full or self._transport.is_closing() or self._transport.get_protocol() is not self:
            return False
        self._transport.pause_reading()
        asyncio.get_running_loop().call_later(_DENSE_PAUSE if len(spoken.window) <= _DENSE_READ else 0, self._read_on)
        return True

    def pause_writing(self) -> None:
        """The client does not read."""
        self._spoken.pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        self._spoken.resume_writing()

    def check(self, now: float, idle: float) -> None:
        """Close the connection if it takes too long."""
        if self._spoken.check(now, idle):
            self.rests = now + RESTS

    def _read_on(self) -> None:
        goes_on = self._transport.get_protocol() is self and not self._transport.is_closing()
        if goes_on and not self._spoken.holds_reading:
            self._transport.resume_reading()
