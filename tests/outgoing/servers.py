"""Servers on the loopback that do whatever a test wants with a connection, and a name server."""

from __future__ import annotations

import asyncio
import ssl
from asyncio import DatagramTransport, StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

Does = Callable[[StreamReader, StreamWriter], Awaitable[None]]


@asynccontextmanager
async def serving(does: Does, context: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """A server that does this with each connection; gives its port."""
    tasks = set[asyncio.Task[None]]()

    async def handle(reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        tasks.add(task)
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await does(reader, writer)
        writer.transport.abort()

    server = await asyncio.start_server(handle, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


def saying(*parts: bytes) -> Does:
    """Reads a request, sends these parts and ends."""

    async def does(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for part in parts:
            writer.write(part)
            await writer.drain()
        writer.close()
        await writer.wait_closed()

    return does


def repeating(part: bytes, first: bytes = b"") -> Does:
    """Sends a part without end, without waiting for a request."""

    async def does(_: StreamReader, writer: StreamWriter) -> None:
        writer.write(first)
        while not writer.is_closing():
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0)  # or it would not hear that the client is gone

    return does


async def silent(reader: StreamReader, _: StreamWriter) -> None:
    """Reads, and says nothing."""
    await reader.read()
    await asyncio.sleep(3600)


class NameServer(asyncio.DatagramProtocol):
    """Answers questions for IPv4 addresses by `names`; None as address means never. Other names do not exist."""

    def __init__(self, names: dict[str, list[str] | None]) -> None:
        self.names, self.asked = names, list[str]()
        self._transport: DatagramTransport

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        at, labels = 12, []
        while size := data[at]:
            labels.append(data[at + 1 : at + 1 + size].decode())
            at += 1 + size
        name, question, asks_for_4 = ".".join(labels).lower(), data[12 : at + 5], data[at + 2] == 1
        self.asked.append(name)
        found = self.names.get(name, [])
        if found is None:
            return
        flags = b"\x81\x80" if name in self.names else b"\x81\x83"
        answers = [bytes(map(int, one.split("."))) for one in found if asks_for_4]
        head = data[:2] + flags + bytes([0, 1, 0, len(answers), 0, 0, 0, 0])
        records = [b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04" + one for one in answers]
        self._transport.sendto(head + question + b"".join(records), addr)


@asynccontextmanager
async def name_server(names: dict[str, list[str] | None]) -> AsyncIterator[tuple[NameServer, str]]:
    """A name server, and its address with the port."""
    loop = asyncio.get_running_loop()
    transport, server = await loop.create_datagram_endpoint(lambda: NameServer(names), ("127.0.0.1", 0))
    try:
        yield server, f"127.0.0.1:{transport.get_extra_info('sockname')[1]}"
    finally:
        transport.close()
