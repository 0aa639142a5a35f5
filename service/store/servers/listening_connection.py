"""A connection on which a Redis server sends the messages of channels."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from hiredis import Reader, ReplyError, pack_command

from taphouse.service.runtime.redis_urls import Server
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.servers.pipelined_connection import CLOSED, greeting, open_transport, why_refused

_MORE = object()


class ListeningConnection(asyncio.Protocol):
    """The protocol of a connection. Open one with `listen_at`.

    A message calls a function, without a task that would be woken for it.

    Args:
        answers: The answers that come before the first message.
    """

    def __init__(self, answers: int) -> None:
        self._answers = answers
        self._reader = Reader(notEnoughData=_MORE)
        self._transport: asyncio.Transport | None = None
        self._hear: Callable[[Any], object] = lambda _: None
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when these answers have come, or the connection has ended before."""

    def listen(self, hear: Callable[[Any], object]) -> Awaitable[None]:
        """Call a function from now on with each answer and each message, until the connection ends: then it raises.

        No coroutine, since uvloop may read what has come before a new task runs.

        Raises:
            OSError: It was closed.
            StoreUnavailable: The server refused a command.
            ProtocolError: What came is no answer.
        """
        self._hear = hear
        return asyncio.shield(self._ended)

    def send(self, *command: Any) -> None:
        """Send a command.

        Raises:
            OSError: The connection has ended.
        """
        if self._transport is None or self._transport.is_closing():  # uvloop may never report it
            raise ConnectionResetError(CLOSED)
        self._transport.write(pack_command(command))

    def close(self) -> None:
        """Close the connection."""
        self._end(ConnectionResetError(CLOSED))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        self._transport = transport
        if self._ended.done():  # opening was cancelled
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        try:
            self._reader.feed(data)
            while (message := self._reader.gets()) is not _MORE:
                if isinstance(message, ReplyError):
                    raise StoreUnavailable(why_refused(str(message)))
                if self.ready.done():
                    self._hear(message)
                else:
                    self._answers -= 1
                    if not self._answers:
                        self.ready.set_result(None)
        except Exception as error:
            self._end(error)

    def connection_lost(self, error: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._end(error or ConnectionResetError(CLOSED))

    def _end(self, error: Exception) -> None:
        for future in (self.ready, self._ended):
            if not future.done():
                future.set_exception(error)
                future.exception()  # so that asyncio does not report it if nobody listens
        if self._transport is not None:
            self._transport.abort()


async def listen_at(server: Server) -> ListeningConnection:
    """Open a connection and log in.

    Raises:
        OSError: There is no connection, or it broke.
        StoreUnavailable: The server refused the credentials or the database.
    """
    commands = [*greeting(server), ("PING",)]
    connection = ListeningConnection(len(commands))
    try:
        await open_transport(server, connection)
        for command in commands:
            connection.send(*command)
        await connection.ready
    except BaseException:
        connection.close()
        raise
    return connection
