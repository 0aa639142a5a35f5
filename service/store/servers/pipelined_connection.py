"""One connection to a Redis server, which all requests of a process share.

Commands of one turn of the event loop are written together. The server answers in order, so each reply belongs to the oldest
call that still lacks one. A call keeps its place in that order until the server has answered it, even if its caller has left.
So no reply can reach another caller.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any

from hiredis import ProtocolError, Reader, pack_command

from taphouse.service.runtime.redis_urls import Server
from taphouse.service.store.failures import StoreBusy
from taphouse.service.store.servers.replication import ERA, ReplicationStatus, standing
from taphouse.service.store.servers.server_time import ServerTime

Command = tuple[Any, ...]
"""A command and its arguments: str, int, float and bytes. The last one may be a tuple of texts that many commands have there."""

NOT_NOW = frozenset({"LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "READONLY", "NOREPLICAS"})
"""The codes of errors that may be temporary."""
MOST_BYTES = 32 * 2**20
"""The most bytes of commands that may await their replies on one connection. A single call may be larger."""
LOOK_EVERY = 5.0
"""Seconds between two questions for the server's role and time. They find a broken connection before a request needs it."""
GRACE = 0.005
"""Seconds from finding a call overdue to giving it up."""

_WHAT_IT_IS: tuple[Command, ...] = (("TIME",), ("INFO", "replication"))
_MORE = object()
IS_REPLICA, CLOSED = "The server is a replica.", "The store closed the connection."
_DENIED = re.compile(r"run the '([a-z|]+)' command")


class ErrorReply(Exception):
    """An error that the server sent as a reply. It is a value among the replies; the connection never raises it.

    Args:
        connection: The connection that it came over.
        text: The text of the server, such as `LOADING Redis is loading the dataset in memory`.
    """

    def __init__(self, connection: PipelinedConnection, text: str) -> None:
        super().__init__(why_refused(text))
        self.connection = connection
        self.code = text.partition(" ")[0]


def why_refused(text: str) -> str:
    """The text of an error. The refusal of a command is told without the user, whom the server's text names."""
    if not text.startswith("NOPERM "):
        return text
    found = _DENIED.search(text)
    what = "a command or a key that is needed" if found is None else found[1].upper().replace("|", " ")
    return f"NOPERM The store's user may not use {what}."


class PipelinedConnection(asyncio.Protocol):
    """The protocol of a connection. Open one with `connect`.

    Args:
        server: The server to connect to.
        patience: Seconds that the server has for each call. If the oldest call is overdue, the connection is given up.
        most: The most calls that may await their replies.
        ended: Called when the connection takes no more calls.
        on_status: Called with the server's replication status: before the first call, and now and then.
    """

    def __init__(
        self,
        server: Server,
        patience: float,
        most: int,
        ended: Callable[[PipelinedConnection], object],
        on_status: Callable[[ReplicationStatus], object] = lambda _: None,
    ) -> None:
        self.server = server
        self.time = ServerTime()
        """The server's clock, as far as it is known."""
        self.era = b""
        """The name of the history of the server's data; see `ReplicationStatus`."""
        self._on_status = on_status
        self._patience = patience
        self._most = most
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._reader = Reader(replyError=partial(ErrorReply, self), notEnoughData=_MORE)
        self._transport: asyncio.Transport | None = None
        self._open, self._retired = True, False
        self._outgoing: list[bytes] = []
        # Of each call without all its replies, oldest first: where they go, their number, when and how large it was sent.
        self._calls: deque[tuple[asyncio.Future[list[Any] | None], int, float, int]] = deque()
        self._bytes = 0
        self._replies: list[Any] = []  # of the oldest call, so far
        self._timer: asyncio.TimerHandle | None = None  # for the oldest call; None if there was none when it rang
        self._next_look: asyncio.TimerHandle | None = None
        self._closed = self._loop.create_future()

    def send(self, commands: Sequence[Command]) -> asyncio.Future[list[Any] | None]:
        """Send commands, one after the other and nothing between them.

        Returns:
            The reply to each command; None if the connection ended first: the server may or may not have run them then. The
            future may be cancelled.

        Raises:
            StoreBusy: Too many calls await replies. Nothing was sent.
        """
        packed = self._packed(commands)
        calls, future = self._calls, self._loop.create_future()
        if not self._open:
            future.set_result(None)
            return future
        if len(calls) >= self._most or (calls and self._bytes + len(packed) > MOST_BYTES):
            raise StoreBusy("Too many commands await replies of the store.")
        if not self._outgoing:
            self._loop.call_soon(self._flush)
        self._outgoing.append(packed)
        self._bytes += len(packed)
        calls.append((future, len(commands), self._loop.time(), len(packed)))
        if self._timer is None:
            self._timer = self._loop.call_later(self._patience, self._look)
        return future

    def heard(self, sent: float, time: Any, info: Any) -> bool:
        """Take the server's answers to `TIME` and `INFO`. Returns False if it is a replica, whose answers may be old."""
        self.time.measured(sent, self._loop.time(), time)
        if isinstance(info, ErrorReply):
            return True  # it is not known now
        found = standing(info)
        self.era = found.era
        if not found.replica:
            self._on_status(found)
        return not found.replica

    def retire(self) -> None:
        """Take no more calls, and end when all are answered."""
        self._retired = True
        self._ended(self)
        if not self._calls:
            self.end()

    async def close(self) -> None:
        """Retire, and wait until all calls are answered or given up."""
        self.retire()
        await asyncio.shield(self._closed)

    def end(self) -> None:
        """End now. All calls without an answer are lost."""
        if not self._open:
            return
        self._open = False
        self._ended(self)
        for timer in (self._timer, self._next_look):
            if timer is not None:
                timer.cancel()
        if self._transport is not None:
            self._transport.abort()
        for future, *_ in self._calls:
            if not future.done():
                future.set_result(None)
        self._calls.clear()
        self._outgoing.clear()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        self._transport = transport
        if self._open:
            self._next_look = self._loop.call_later(LOOK_EVERY, self._ask_again)
        else:  # opening was cancelled
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        reader, calls, replies = self._reader, self._calls, self._replies
        try:
            reader.feed(data)
            while (reply := reader.gets()) is not _MORE:
                if not calls:
                    raise ProtocolError("a reply that nobody asked for")
                future, count, _, size = calls[0]
                replies.append(reply)
                if len(replies) == count:
                    calls.popleft()
                    self._bytes -= size
                    if not future.done():
                        future.set_result(replies)
                    self._replies = replies = []
        except ProtocolError:  # the next replies could be anybody's
            self.end()
        if self._retired and not calls:
            self.end()

    def connection_lost(self, _: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self.end()
        if not self._closed.done():
            self._closed.set_result(None)

    def _flush(self) -> None:
        if self._transport is not None and self._outgoing:
            try:
                self._transport.write(b"".join(self._outgoing))
            except RuntimeError:  # uvloop closed the transport, and may never report it: see `connect`
                self.end()
            self._outgoing.clear()

    def _packed(self, commands: Sequence[Command]) -> bytes:
        parts: list[bytes] = []
        for command in commands:
            last = command[-1]
            if isinstance(last, tuple):
                _, _, packed = pack_command(command[:-1]).partition(b"\r")
                parts += (b"*%d\r" % (len(command) - 1 + len(last)), packed, _packed_texts(last))
            else:
                parts.append(pack_command(command if last is not ERA else (*command[:-1], self.era)))
        return b"".join(parts)

    def _ask_again(self) -> None:
        """Ask for the server's role. If it is a replica now, its answers may be old, so the calls are made elsewhere."""
        self._next_look = self._loop.call_later(LOOK_EVERY, self._ask_again)
        with suppress(StoreBusy):
            self.send(_WHAT_IT_IS).add_done_callback(partial(self._heard_again, self._loop.time()))

    def _heard_again(self, sent: float, asked: asyncio.Future[list[Any] | None]) -> None:
        replies = asked.result()
        if replies is not None and not self.heard(sent, *replies):
            self.end()

    def _look(self, again: bool = False) -> None:
        """Give the connection up if the oldest call is overdue. One timer serves all calls: their time limits are equal."""
        self._timer = None
        if not self._calls:
            return
        left = self._calls[0][2] + self._patience - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        elif again:
            self.end()
        else:  # if the event loop was held up, the reply may have come and was not read yet
            self._timer = self._loop.call_later(GRACE, self._look, True)


@cache
def _packed_texts(texts: Command) -> bytes:
    """The arguments that many commands have in common, packed."""
    packed: bytes = pack_command(texts)
    return packed[packed.index(b"$") :]


async def connect(
    server: Server,
    patience: float,
    most: int,
    ended: Callable[[PipelinedConnection], object],
    on_status: Callable[[ReplicationStatus], object] = lambda _: None,
) -> PipelinedConnection:
    """Open a connection to a master and log in. The arguments are those of `PipelinedConnection`.

    Raises:
        OSError: There is no connection, it broke, or the server is a replica.
        TimeoutError: The server did not answer in time.
        ErrorReply: The server refused the credentials or the database.
    """
    loop, connection = asyncio.get_running_loop(), PipelinedConnection(server, patience, most, ended, on_status)
    async with asyncio.timeout(patience):
        try:  # from the beginning: if opening is cancelled, uvloop may close the transport and not call `connection_lost`
            await open_transport(server, connection)
            sent = loop.time()
            replies = await connection.send([*greeting(server), *_WHAT_IT_IS])
            if replies is None:
                raise ConnectionResetError(CLOSED)
            for reply in replies:
                if isinstance(reply, ErrorReply) and reply.code not in NOT_NOW:
                    raise reply
            if not connection.heard(sent, *replies[-2:]):
                raise ConnectionRefusedError(IS_REPLICA)
        except BaseException:
            connection.end()
            raise
    return connection


async def open_transport(server: Server, protocol: asyncio.Protocol) -> None:
    """Open the transport of a connection to a server.

    Raises:
        OSError: There is no connection.
    """
    loop = asyncio.get_running_loop()
    if server.path:
        await loop.create_unix_connection(lambda: protocol, server.path)
    else:
        tls = server.tls() if server.tls is not None else None
        await loop.create_connection(lambda: protocol, server.host, server.port, ssl=tls)


def greeting(server: Server) -> list[Command]:
    """The commands that log in."""
    commands: list[Command] = []
    if server.username:
        commands.append(("AUTH", server.username, server.password or ""))
    elif server.password:
        commands.append(("AUTH", server.password))
    if server.client_name:
        commands.append(("CLIENT", "SETNAME", server.client_name))
    if server.db:
        commands.append(("SELECT", server.db))
    return commands
