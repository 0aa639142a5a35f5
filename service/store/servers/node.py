"""A server that holds games, and the connections to it that all requests share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from typing import Any

from taphouse.service.runtime.backoff import pauses
from taphouse.service.runtime.redis_urls import Server
from taphouse.service.store.failures import StoreBusy, StoreUnavailable
from taphouse.service.store.servers.pipelined_connection import (
    Command,
    ErrorReply,
    PipelinedConnection,
    connect,
)
from taphouse.service.store.servers.reasons import reason_of
from taphouse.service.store.servers.replication import ReplicaQuorum, Replicas, ReplicationStatus, Unconfirmed

DIALS = 3
"""Attempts to connect after which callers that wait for the connection get an error."""
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.1
"""Seconds between attempts: at first and at most."""
BATCH = 256
"""The most changes that share one WAIT."""


class NoConnection(StoreUnavailable):
    """There is no connection to the server. Nothing was sent."""


class SingleFlight:
    """Work that is done once for all callers that ask for it at the same time.

    Args:
        work: Does the work, and returns the reason if it failed; else an empty text.
    """

    def __init__(self, work: Callable[[], Coroutine[Any, Any, str]]) -> None:
        self._work = work
        self._run: asyncio.Task[str] | None = None

    async def __call__(self) -> str:
        """Do the work, or wait for work under way. Returns the reason if it failed. It goes on if a caller is cancelled."""
        run = self.start()
        await asyncio.wait([run])
        return "The store was closed." if run.cancelled() else run.result()

    def start(self) -> asyncio.Task[str]:
        """Start the work, unless it is under way."""
        if self._run is None:
            self._run = asyncio.create_task(self._work())
            self._run.add_done_callback(self._done)
        return self._run

    @property
    def under_way(self) -> bool:
        """True while the work is being done."""
        return self._run is not None

    def cancel(self) -> None:
        """Stop the work, if it is under way."""
        if self._run is not None:
            self._run.cancel()

    def _done(self, _: asyncio.Task[str]) -> None:
        self._run = None


class ServerConnection:
    """A connection to a server, opened again when it has ended.

    Args:
        find: Finds the server.
        patience: Seconds for an attempt to connect, and for the server to answer a call.
        most: The most calls that may await their replies.
        on_status: Called with the server's replication status.
    """

    def __init__(
        self,
        find: Callable[[], Awaitable[Server]],
        patience: float,
        most: int,
        on_status: Callable[[ReplicationStatus], object],
    ) -> None:
        self.connection: PipelinedConnection | None = None
        """The connection for new calls, if there is one."""
        self._last: PipelinedConnection | None = None
        self._find = find
        self._patience = patience
        self._most = most
        self._on_status = on_status
        self._dial = SingleFlight(self._connect)
        self._pauses: Iterator[float] | None = None  # set while connecting fails
        self._closed = False

    @property
    def history(self) -> tuple[str, bytes] | None:
        """The server that was reached last, and the history of its data; None if none was."""
        return None if self._last is None else (str(_place(self._last.server)), self._last.era)

    @property
    def away(self) -> bool:
        """True if the last attempt to connect failed; then starts another one."""
        if self._pauses is None:
            return False
        self._dial.start()
        return True

    async def connected(self) -> PipelinedConnection:
        """The connection, opened if there is none.

        Raises:
            NoConnection: It could not be opened.
        """
        while self.connection is None:
            joined = self._dial.under_way
            why = await self._dial()
            if why and joined and not self._closed:  # the server may have come back after that attempt
                why = await self._dial()
            if why:
                raise NoConnection(why)
        return self.connection

    async def ask(self, commands: Sequence[Command], attempts: int) -> list[Any]:
        """Send commands, again if their replies are lost, and return the replies.

        Args:
            commands: Sent one after the other. They are safe to repeat.
            attempts: The most times that they are sent.

        Raises:
            NoConnection: They were not sent.
            StoreUnavailable: The replies are lost, or too many calls wait already.
        """
        for _ in range(attempts):
            replies = await (await self.connected()).send(commands)
            if replies is not None:
                return replies
        raise StoreUnavailable("The connection to the store broke, or the store did not answer in time.")

    async def now(self) -> int:
        """The server's time in milliseconds since the epoch, as it was last measured.

        Raises:
            StoreUnavailable: There is no connection, or the server does not give its time.
        """
        connection = await self.connected()
        now = connection.time.now(asyncio.get_running_loop().time())
        if now is None:
            raise StoreUnavailable("The store does not tell its time.")
        return now

    async def check(self) -> None:
        """Leave a server whose place another one has taken, even if it is still alive.

        Raises:
            StoreUnavailable: It is unknown which server has the place now.
        """
        connection = self.connection
        if connection is not None and _place(await self._find()) != _place(connection.server):
            connection.retire()

    async def close(self) -> None:
        """Close the connection when all calls on it are answered."""
        self._closed = True
        self._dial.cancel()
        if self.connection is not None:
            await self.connection.close()

    async def _connect(self) -> str:
        why = ""
        for _ in range(DIALS):
            if self._pauses is not None:
                await asyncio.sleep(next(self._pauses))
            try:
                async with asyncio.timeout(self._patience):
                    server = await self._find()
                self.connection = await connect(server, self._patience, self._most, self._ended, self._on_status)
                self._last = self.connection
            except Exception as error:  # whatever it was, the waiting callers get it
                self._pauses = self._pauses or pauses(FIRST_PAUSE, LONGEST_PAUSE)
                why = reason_of(error)
            else:
                self._pauses = None
                return ""
        return why

    def _ended(self, connection: PipelinedConnection) -> None:
        if self.connection is connection:
            self.connection = None


def _place(server: Server) -> tuple[object, ...]:
    return (server.path,) if server.path else (server.host, server.port)


class StoreNode(ServerConnection):
    """A server that holds games, and the connection to it that all requests share.

    Changes that replicas must have go over a second connection, because WAIT holds up the commands behind it. They are
    sent in batches, each with one WAIT: changes that come while a batch is under way form the next one.

    Args:
        find: Finds the server.
        patience: Seconds for an attempt to connect, and for the server to answer a call.
        most: The most calls that may await their replies.
        replicas: The replicas that must have a change.
    """

    def __init__(self, find: Callable[[], Awaitable[Server]], patience: float, most: int, replicas: Replicas) -> None:
        self.needed = ReplicaQuorum(replicas)
        super().__init__(find, patience, most, self.needed.noted)
        self._wait = int(min(replicas.wait, patience * 0.9) * 1000)
        self._changes = ServerConnection(find, patience, most, self.needed.noted)
        self._next: list[tuple[Sequence[Command], asyncio.Future[list[Any]]]] = []
        self._sending: asyncio.Task[None] | None = None

    async def change(self, commands: Sequence[Command], attempts: int) -> list[Any]:
        """Like `ask`, for changes: returns once enough replicas have them and all earlier changes of the server.

        Raises:
            Unconfirmed: Too few replicas have them.
        """
        await self.connected()  # it knows then what replicas there are
        if not self.needed.now:
            return await self.ask(commands, attempts)
        if len(self._next) >= self._most:
            raise StoreBusy("Too many changes wait for the replicas of the store.")
        future: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._next.append((commands, future))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())
        return await future

    async def check(self) -> None:
        """See `ServerConnection.check`."""
        await super().check()
        await self._changes.check()

    async def close(self) -> None:
        """See `ServerConnection.close`."""
        await super().close()
        if self._sending is not None:
            await self._sending
        await self._changes.close()

    async def _send(self) -> None:
        while self._next:
            batch, self._next = self._next[:BATCH], self._next[BATCH:]
            needed = self.needed.now
            wanted = [command for commands, _ in batch for command in commands]
            replies: list[Any] = []
            failure: Exception | None = None
            try:
                *replies, having = await self._changes.ask([*wanted, ("WAIT", needed, self._wait)], 2)
                if isinstance(having, ErrorReply):
                    failure = StoreUnavailable(str(having))
                elif having < needed:
                    failure = Unconfirmed(f"Of {needed} replicas that must have the change, {having} have it.")
            except Exception as error:  # whatever it was, the waiting callers get it
                failure = error
            for commands, future in batch:
                own, replies = replies[: len(commands)], replies[len(commands) :]
                if future.done():  # its caller has left
                    continue
                if failure is not None:
                    future.set_exception(failure)
                else:
                    future.set_result(own)
        self._sending = None
