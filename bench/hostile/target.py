"""The target of an attack: the service's port, and connections from the attacker's address."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from msgspec import Struct

from bench.harness.client import request

LIGHT, ATTACKER = "127.0.0.2", "127.0.0.9"
"""The addresses of the light client and of the attacker; the service limits them separately."""


class Target(Struct, frozen=True):
    """The service under attack."""

    port: int
    accounts: tuple[str, ...] = ()
    """The tokens of the attacker's accounts."""

    async def connect(self, address: str = ATTACKER) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A TCP connection from the attacker's address."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0), limit=1 << 26)

    async def post(self, query: str, variables: dict[str, Any] | None = None, token: str = "") -> Any:
        """Send a GraphQL request over a new connection, and return the decoded answer, whatever its status."""
        reader, writer = await self.connect()
        try:
            return await ask(reader, writer, query, variables, token)
        finally:
            writer.close()


async def ask(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    query: str,
    variables: dict[str, Any] | None = None,
    token: str = "",
) -> Any:
    """Send a GraphQL request over an open connection, and return the decoded answer, whatever its status."""
    writer.write(request("/graphql", {"query": query, "variables": variables or {}}, token))
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    size = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
    return msgspec.json.decode(await reader.readexactly(size))
