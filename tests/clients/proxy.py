"""A proxy whose connections break."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager


class Breaking:
    """Passes bytes on, both ways, and closes connections in the middle of some answer.

    Args:
        port: The port of the server.
        most: The most connections that it closes so.
        away: The statuses that it answers itself to the connections after a break, as if the server restarted.
    """

    def __init__(self, port: int, most: int, away: Sequence[int]) -> None:
        self.upstream, self.port, self.broken = port, 0, 0
        self._most, self._away, self._answers = most, away, list[int]()
        self._random = random.Random(0)
        self._serving: set[asyncio.Task[None]] = set()

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._answer(reader, writer) if self._answers else self._pass_on(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def close(self) -> None:
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        status = self._answers.pop(0)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 %d Away\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % status)
        await writer.drain()
        writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self.upstream)
        lasts = self._random.randint(300, 4000) if self.broken < self._most else 1 << 30

        async def ask() -> None:
            while asked := await reader.read(65536):
                to_server.write(asked)

        async def answer() -> None:
            nonlocal lasts
            while lasts and (answered := await from_server.read(min(lasts, 65536))):
                lasts -= len(answered)
                writer.write(answered)

        tasks = [asyncio.create_task(ask()), asyncio.create_task(answer())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not lasts:
                self.broken += 1
                self._answers = list(self._away)
            for task in tasks:
                task.cancel()
            writer.close()
            to_server.close()
            await asyncio.gather(*tasks, writer.wait_closed(), to_server.wait_closed(), return_exceptions=True)


@asynccontextmanager
async def breaking_before(port: int, most: int = 1 << 30, away: Sequence[int] = ()) -> AsyncIterator[Breaking]:
    """A `Breaking` proxy before the server on this port."""
    proxy = Breaking(port, most, away)
    async with await asyncio.start_server(proxy.serve, "127.0.0.1", 0) as server:
        proxy.port = server.sockets[0].getsockname()[1]
        try:
            yield proxy
        finally:
            await proxy.close()
