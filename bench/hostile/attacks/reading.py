"""Attacks by reading: documents and fields that cost the service more than they cost the client."""

from __future__ import annotations

import asyncio
from itertools import count

from bench.hostile.target import Target, ask

CONNECTIONS = 32


async def dear_documents(target: Target) -> None:
    """Send large documents that are all different, so that each must be parsed and validated."""
    numbers = count()

    async def client() -> None:
        reader, writer = await target.connect()
        while True:
            fields = " ".join(f"a{next(numbers)}: catalogue {{ kind title }}" for _ in range(200))
            await ask(reader, writer, f"{{ {fields} }}")

    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))
