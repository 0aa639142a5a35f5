"""The followers of games in `bench.following.live`, in a process of their own, and the baseline: a WebSocket server.

`python -m bench.following.crowd` reads orders from standard input, one JSON object per line, and answers each with a line. Its
times are those of `perf_counter`, which all processes share on Linux. `python -m bench.following.crowd serve` serves the baseline
on a free port, and prints its address: each text posted to it is sent to all connected WebSockets, by one waiting task each.
"""

from __future__ import annotations

import asyncio
import resource
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import msgspec
import uvicorn
import uvloop
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from taphouse.service.cli.serve import server_config
from taphouse.service.runtime.settings import load

PROTOCOL = "graphql-transport-ws"
AT_ONCE = 50
"""Connections opened at a time."""
TEXT, PING = 1, 9
"""WebSocket opcodes (RFC 6455)."""


class Follow(Struct, frozen=True, tag="follow"):
    """Open `size` WebSockets, each with a subscription to each game; answered when all have received a first version."""

    crowd: str
    port: int
    path: str
    size: int
    query: str
    games: tuple[str, ...]
    after: int
    """The version after which the subscriptions begin."""


class AllReceived(Struct, frozen=True, tag="heard"):
    """Answered when a whole crowd has received a version of each game, with the time and text of the last message."""

    crowd: str
    version: int


class Leave(Struct, frozen=True, tag="leave"):
    """Close the WebSockets of a crowd; answered when they are closed."""

    crowd: str


class CrowdReply(Struct, frozen=True):
    """The answer to an order."""

    at: float = 0.0
    """The time of the last message, by `perf_counter`."""
    text: str = ""
    """The last message."""
    broken: str = ""
    """The reason of its failure; empty if there is none."""


class _Event(Struct, frozen=True):
    version: int


class _Data(Struct, frozen=True):
    events: _Event


class _Payload(Struct, frozen=True):
    data: _Data


class _Message(Struct, frozen=True):
    type: str
    id: str = ""
    payload: _Payload | None = None


_message = msgspec.json.Decoder(_Message)


class Crowd:
    """Followers of the same games."""

    def __init__(self, order: Follow) -> None:
        self.order = order
        self.members: list[Member] = []
        self.broken = ""
        self._heard: Counter[int] = Counter()
        self._complete: dict[int, CrowdReply] = {}
        self._news = asyncio.Event()

    async def gather(self) -> None:
        """Connect all members."""
        turn, loop = asyncio.Semaphore(AT_ONCE), asyncio.get_running_loop()

        async def connect() -> None:
            async with turn:
                _, member = await loop.create_connection(lambda: Member(self), "127.0.0.1", self.order.port)
                self.members.append(member)
                await member.ready

        await asyncio.gather(*(connect() for _ in range(self.order.size)))

    async def complete(self, version: int) -> CrowdReply:
        """Wait until all members have received a version of each game."""
        while version not in self._complete and not self.broken:
            self._news.clear()
            await self._news.wait()
        return self._complete.get(version) or CrowdReply(broken=self.broken)

    async def leave(self) -> None:
        """Disconnect all members."""
        for member in self.members:
            member.transport.close()
        await asyncio.gather(*(member.gone for member in self.members))

    def hear(self, version: int, text: bytes) -> None:
        """A member received a version of a game."""
        self._heard[version] += 1
        if self._heard[version] == self.order.size * len(self.order.games):
            self._complete[version] = CrowdReply(perf_counter(), text.decode())
            self._news.set()

    def fail(self, why: str) -> None:
        """A member received something unexpected."""
        self.broken = self.broken or why
        self._news.set()


class Member(asyncio.Protocol):
    """A minimal WebSocket client, so that the client does not affect the measurement."""

    transport: Any

    def __init__(self, crowd: Crowd) -> None:
        loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[None] = loop.create_future()
        self.gone: asyncio.Future[None] = loop.create_future()
        self._crowd, self._last = crowd, dict.fromkeys(map(str, range(len(crowd.order.games))), crowd.order.after)
        self._buffer, self._upgraded = b"", False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(upgrade(self._crowd.order.path))

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self._upgraded:
            head, found, rest = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = data
                return
            if b" 101 " not in head:
                self._crowd.fail(data.decode())
            self._upgraded, data = True, rest
            self.transport.write(frame({"type": "connection_init"}))
        start = 0
        while len(data) >= start + 2:
            size, body = data[start + 1], start + 2
            if size == 126:
                size, body = int.from_bytes(data[start + 2 : start + 4], "big"), start + 4
            elif size == 127:
                size, body = int.from_bytes(data[start + 2 : start + 10], "big"), start + 10
            if len(data) < body + size:
                break
            self._take(data[start] & 15, data[body : body + size])
            start = body + size
        self._buffer = data[start:]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.transport.is_closing():
            self._crowd.fail(f"a connection was lost: {exc}")
        self.gone.set_result(None)

    def _take(self, kind: int, body: bytes) -> None:
        if kind == PING:
            self.transport.write(bytes((0x8A, 0x80 | len(body), 0, 0, 0, 0)) + body)
            return
        try:
            message = _message.decode(body)
            if message.type == "connection_ack":
                self._ask()
                return
            assert kind == TEXT
            assert message.type == "next"
            assert message.payload
            version = message.payload.data.events.version
            assert version == self._last[message.id] + 1
        except (msgspec.DecodeError, AssertionError):
            self._crowd.fail(body.decode(errors="replace"))
            return
        self._last[message.id] = version
        self._crowd.hear(version, body)
        if not self.ready.done() and min(self._last.values()) > self._crowd.order.after:
            self.ready.set_result(None)

    def _ask(self) -> None:
        for number, game in enumerate(self._crowd.order.games):
            payload = {"query": self._crowd.order.query, "variables": {"game": game, "after": self._crowd.order.after}}
            self.transport.write(frame({"id": str(number), "type": "subscribe", "payload": payload}))


def upgrade(path: str) -> bytes:
    """The request that opens a WebSocket."""
    head = [f"GET {path} HTTP/1.1", "host: 127.0.0.1", "connection: upgrade", "upgrade: websocket"]
    head += ["sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="]
    return "\r\n".join([*head, f"sec-websocket-protocol: {PROTOCOL}", "\r\n"]).encode()


def frame(message: Any) -> bytes:
    """A text frame. Clients must mask frames; a mask of zeros leaves the text unchanged."""
    body = msgspec.json.encode(message)
    size = bytes((0x80 | len(body),)) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + body


async def _obey() -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    orders = msgspec.json.Decoder(Follow | AllReceived | Leave)
    crowds: dict[str, Crowd] = {}
    while line := await reader.readline():
        answer = CrowdReply()
        match orders.decode(line):
            case Follow() as order:
                crowds[order.crowd] = Crowd(order)
                coming = asyncio.ensure_future(crowds[order.crowd].gather())
                answer = await crowds[order.crowd].complete(order.after + 1)
                if not answer.broken:
                    await coming
            case AllReceived(crowd, version):
                answer = await crowds[crowd].complete(version)
            case Leave(crowd):
                await crowds.pop(crowd).leave()
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


class ForwardingServer:
    """The baseline: a WebSocket server that only forwards."""

    def __init__(self) -> None:
        self._text, self._changed = "", asyncio.Event()

    async def follow(self, socket: WebSocket) -> None:
        """Send each posted text to a WebSocket."""
        await socket.accept(PROTOCOL)
        await socket.send_text('{"type":"connection_ack"}')
        sending = asyncio.create_task(self._send(socket))
        try:
            async for _ in socket.iter_text():
                pass
        finally:
            sending.cancel()

    async def post(self, request: Request) -> Response:
        """Send a text to all WebSockets."""
        self._text = (await request.body()).decode()
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
        return Response(b"{}")

    async def _send(self, socket: WebSocket) -> None:
        while True:
            if self._text:
                await socket.send_text(self._text)
            await self._changed.wait()


def serve() -> None:
    """Serve the baseline with the same server configuration as the service."""
    bare, listening = ForwardingServer(), socket.create_server(("127.0.0.1", 0), backlog=1024)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    app = Starlette(routes=[Route("/bare", bare.post, methods=["POST"]), WebSocketRoute("/bare", bare.follow)])
    uvicorn.Server(server_config(load(), app)).run(sockets=[listening])


@contextmanager
def many_files() -> Iterator[None]:
    """Raise the limit of open files to the maximum for a while; child processes inherit it."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limits[1], limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


if __name__ == "__main__":
    with many_files():
        if len(sys.argv) > 1:
            serve()
        else:
            uvloop.run(_obey())
