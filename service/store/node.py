"""A server that holds games, and the connection to it that all requests share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any

from taphouse.service.runtime.backoff import pauses
from taphouse.service.store import StoreUnavailable
from taphouse.service.store.pipelined_connection import Command, PipelinedConnection, Server, connect

DIALS = 3
"""Attempts to connect until those who wait for the connection are told that there is none."""
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.1
"""Seconds between attempts: at first and at most."""


class NoConnection(StoreUnavailable):
    """There is no connection to the server. Nothing was sent."""


class SingleFlight:
    """Work that is done once for all who ask for it at the same time.

    Args:
        work: Does it, and returns why it failed; empty if it did not.
    """

    def __init__(self, work: Callable[[], Coroutine[Any, Any, str]]) -> None:
        self._work = work
        self._run: asyncio.Task[str] | None = None

    async def __call__(self) -> str:
        """Do the work, or wait for what is under way. Returns why it failed. It goes on if a caller is cancelled."""
        run = self.start()
        await asyncio.wait([run])
        return "The store was closed." if run.cancelled() else run.result()

    def start(self) -> asyncio.Task[str]:
        """Start the work, unless it is under way."""
        if self._run is None:
            self._run = asyncio.create_task(self._work())
            self._run.add_done_callback(self._done)
        return self._run

    def cancel(self) -> None:
        """Stop the work, if it is under way."""
        if self._run is not None:
            self._run.cancel()

    def _done(self, _: asyncio.Task[str]) -> None:
        self._run = None


class Node:
    """A server.

    Args:
        server: Where it is.
        patience: Seconds for an attempt to connect, and for the server to answer a call.
        most: The most calls that may await their replies.
    """

    def __init__(self, server: Server, patience: float, most: int) -> None:
        self.server = server
        self.connection: PipelinedConnection | None = None
        """The connection for new calls, if there is one."""
        self._patience = patience
        self._most = most
        self._dial = SingleFlight(self._connect)
        self._pauses: Iterator[float] | None = None  # set while connecting fails

    async def ask(self, commands: Sequence[Command], attempts: int) -> list[Any]:
        """Send commands, again if their replies are lost, and return the replies.

        Args:
            commands: Sent one after the other. They are safe to repeat.
            attempts: How often they are sent at most.

        Raises:
            NoConnection: They were not sent.
            StoreUnavailable: The replies are lost, or too much waits already.
        """
        for _ in range(attempts):
            replies = await (await self._connected()).send(commands)
            if replies is not None:
                return replies
        raise StoreUnavailable("The connection to the store broke, or the store did not answer in time.")

    async def now(self) -> int:
        """The server's time in milliseconds since the epoch, as it was last measured.

        Raises:
            StoreUnavailable: There is no connection, or the server does not tell its time.
        """
        connection = await self._connected()
        now = connection.time.now(asyncio.get_running_loop().time())
        if now is None:
            raise StoreUnavailable("The store does not tell its time.")
        return now

    async def close(self) -> None:
        """Close the connection when all calls on it are answered."""
        self._dial.cancel()
        if self.connection is not None:
            await self.connection.close()

    async def _connected(self) -> PipelinedConnection:
        while self.connection is None:
            if why := await self._dial():
                raise NoConnection(why)
        return self.connection

    async def _connect(self) -> str:
        why = ""
        for _ in range(DIALS):
            if self._pauses is not None:
                await asyncio.sleep(next(self._pauses))
            try:
                self.connection = await connect(self.server, self._patience, self._most, self._ended)
            except Exception as error:  # whatever it was, those who wait are told
                self._pauses = self._pauses or pauses(FIRST_PAUSE, LONGEST_PAUSE)
                why = str(error) or "The store did not answer in time."
            else:
                self._pauses = None
                return ""
        return why

    def _ended(self, connection: PipelinedConnection) -> None:
        if self.connection is connection:
            self.connection = None
