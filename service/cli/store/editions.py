"""`taphouse store edition`: takes an edition out of a store."""

from __future__ import annotations

import asyncio
import hashlib

import typer

from taphouse.service.cli.store.target import Failed
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.upkeep.contents import PATIENCE


def run(url: str, digest: str) -> None:
    """Print the file of an edition, byte by byte: its digest identifies it.

    Args:
        url: The URL of the store.
        digest: The SHA-256 digest of the edition.

    Raises:
        ValueError: The URL is invalid.
        Failed: The store does not have it, or has something else in its place.
        StoreUnavailable: The store does not answer.
    """
    source = asyncio.run(_edition(url, digest))
    if source is None:
        raise Failed(f"The store has no edition with the digest {digest}.")
    if hashlib.sha256(source).hexdigest() != digest:
        raise Failed(f"The edition {digest} in the store is damaged: its digest is another one. Restore a backup.")
    typer.echo(source, nl=False)


async def _edition(url: str, digest: str) -> bytes | None:
    store = RedisStore.connect(url, timeout=PATIENCE)
    try:
        return await store.edition(digest)
    finally:
        await store.close()
