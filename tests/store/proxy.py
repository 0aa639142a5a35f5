"""A proxy before a server that loses replies on demand."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

Loss = Literal["closed", "silent"]


class Proxy:
    """Passes bytes on, both ways. `lose` makes it lose the reply to the next command that holds `word`."""

    def __init__(self, port: int) -> None:
        self.upstream = port
        self.port = 0
        self.lost = 0
        self.connections = 0
        self._lose: tuple[bytes, Loss] | None = None
        self._open: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def lose(self, word: bytes, how: Loss) -> None:
        self._lose = word, how

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self.upstream)
        self._open |= {writer, to_server}
        mute: Loss | None = None

        async def ask() -> None:
            nonlocal mute
            while asked := await reader.read(65536):
                if self._lose and self._lose[0] in asked:
                    mute, self._lose = self._lose[1], None
                to_server.write(asked)
            to_server.close()

        async def answer() -> None:
            while answered := await from_server.read(65536):
                if mute is None:
                    writer.write(answered)
                    continue
                self.lost += 1
                if mute == "closed":
                    break
            writer.close()

        try:
            await asyncio.gather(ask(), answer(), return_exceptions=True)
        finally:
            self._open -= {writer, to_server}
            writer.close()
            to_server.close()

    def close(self) -> None:
        for writer in self._open:
            writer.close()


@asynccontextmanager
async def proxy_before(port: int) -> AsyncIterator[Proxy]:
    proxy = Proxy(port)
    async with await asyncio.start_server(proxy.serve, "127.0.0.1", 0) as server:
        proxy.port = server.sockets[0].getsockname()[1]
        yield proxy
        proxy.close()
