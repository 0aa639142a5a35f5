"""A proxy of TCP connections before several instances, of which some are drained: they get no new connections."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import count


class DrainingProxy:
    """The proxy, as an asynchronous context manager. A connection stays with the instance that it began with.

    Args:
        ports: The ports of the instances on this machine that get connections, in turns. They may be changed.
    """

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.refused = 0
        """The number of connections that an instance refused, and another one then got."""
        self._turns = count()
        self._open: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> DrainingProxy:
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._open:
            task.cancel()
        if self._open:
            await asyncio.wait(self._open)

    @property
    def port(self) -> int:
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._open.add(task)
        with suppress(asyncio.CancelledError):  # the proxy ends
            await self._pass_on(reader, writer)
        self._open.discard(task)
        writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(len(self.ports)):
            try:
                port = self.ports[next(self._turns) % len(self.ports)]
                there, back = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                self.refused += 1
            else:
                break
        else:
            return
        ways = [asyncio.create_task(_pump(reader, back)), asyncio.create_task(_pump(there, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            back.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
