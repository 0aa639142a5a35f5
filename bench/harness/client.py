"""A minimal HTTP/1.1 client, so that the client does not affect what is measured."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

OK, NOT_MODIFIED = 200, 304


def request(
    path: str, body: Any = None, token: str = "", headers: Sequence[str] = (), accept: str = "application/json"
) -> bytes:
    """A request with JSON: GET without a body, POST with one."""
    encoded = b"" if body is None else msgspec.json.encode(body)
    head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "host: 127.0.0.1", f"accept: {accept}"]
    head += [f"authorization: Bearer {token}"] if token else []
    head += ["content-type: application/json", f"content-length: {len(encoded)}"] if encoded else []
    return "\r\n".join([*head, *headers, "\r\n"]).encode() + encoded


class ClientConnection:
    """One connection, which sends one request at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def to(cls, port: int, client: int = 0) -> ClientConnection:
        """Connect to a server on this machine, from the loopback address of a client: 127.0.0.1 for number 0."""
        own = (f"127.0.0.{1 + client}", 0) if client else None
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=own))

    async def ask(self, request: bytes, status: int = OK) -> bytes:
        """Send a request, and return the body of the answer.

        Raises:
            AssertionError: The answer has another status.
        """
        head, body = await self.exchange(request)
        if not head.startswith(b"http/1.1 %d" % status):
            raise AssertionError(head.decode() + body.decode())
        return body

    async def exchange(self, request: bytes) -> tuple[bytes, bytes]:
        """Send a request, and return the head of the answer in lower case, and its body."""
        return (await self.exchange_all([request]))[0]

    async def exchange_all(self, requests: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
        """Send requests at once. The answers come one after another."""
        self._writer.write(b"".join(requests))
        answers = []
        for _ in requests:
            head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
            size = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
            answers.append((head, await self._reader.readexactly(size) if size else b""))
        return answers

    async def ask_all(self, requests: Sequence[bytes], status: int = OK) -> list[bytes]:
        """Send requests one after another, since each move depends on the one before."""
        return [await self.ask(request, status) for request in requests]

    def close(self) -> None:
        """Disconnect."""
        self._writer.close()
