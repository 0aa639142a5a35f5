"""A server whose answers a test writes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from hiredis import Reader

Answer = Callable[[list[bytes]], bytes | None]

NOTHING_STORED = b"*11\r\n" + b"$-1\r\n" * 11
"""The answer to HMGET where there is no game."""


class ScriptedServer:
    """Answers each command as `answer` says, None: not at all. It knows how to be a single server that is well."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.port = 0
        self.connections = 0
        self.info = b"cluster_enabled:0\r\n"
        """The answer to INFO."""
        self.deaf = False
        """It does not say how it is."""
        self.commands: list[list[bytes]] = []
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def asked(self, name: bytes) -> int:
        """The number of times that a command came."""
        return sum(command[0] == name for command in self.commands)

    @property
    def open(self) -> int:
        """The number of connections that are open."""
        return len(self._writers)

    def cut(self) -> None:
        """Cut all connections."""
        for writer in self._writers:
            writer.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._writers.add(writer)
        parser = Reader(notEnoughData=None)
        try:
            while received := await reader.read(65536):
                parser.feed(received)
                while (command := parser.gets()) is not None:
                    self.commands.append(command)
                    if answer := self._answer(command):
                        writer.write(answer)
        except ConnectionError:
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    def _answer(self, command: list[bytes]) -> bytes | None:
        if command[0] == b"INFO":
            if self.deaf:
                return None
            return b"$%d\r\n%s\r\n" % (len(self.info), self.info)
        return self.answer(command)


@asynccontextmanager
async def scripted(answer: Answer) -> AsyncIterator[ScriptedServer]:
    server = ScriptedServer(answer)
    async with await asyncio.start_server(server.serve, "127.0.0.1", 0) as listening:
        server.port = listening.sockets[0].getsockname()[1]
        yield server
        server.cut()
