"""Refuses a store that cannot be used here, before anything uses it: of servers that are too old, or with games that are."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from taphouse.schema.failures import Damaged
from taphouse.service.games.encoding.codec import check_head
from taphouse.service.store.failures import StoredByNewerRelease, StoreUnavailable, UnfitStore
from taphouse.service.store.redis import RedisStore


def check_store(url: str, patience: float, *, games: bool = True) -> None:
    """Refuse a store whose servers do not meet the needs of the service, or whose games are from before the first release.

    All games of a store have the formats of the commit that wrote it, so the first one that can be read decides. Others are
    refused when they are read.

    Args:
        url: The URL of the store.
        patience: Seconds that each look may take. A store that does not answer is not refused.
        games: False if no game is read, so that their formats do not matter.

    Raises:
        UnfitStore: A server does not meet a need.
        StoredBeforeFirstRelease: The game is of an earlier format.
        ValueError: The URL is invalid.
    """
    asyncio.run(_check(url, patience, games))


async def _check(url: str, patience: float, games: bool) -> None:
    store = RedisStore.connect(url, timeout=patience)
    try:
        if unmet := (await store.health()).unmet:
            raise UnfitStore(f"The store cannot be used: {'; '.join(unmet)}.")
        if games:
            await _check_formats(store, patience)
    finally:
        await store.close()


async def _check_formats(store: RedisStore, patience: float) -> None:
    with suppress(StoreUnavailable, TimeoutError):
        async with asyncio.timeout(patience):
            async for id_ in store.games():
                (record,) = await store.records([id_])
                with suppress(Damaged, StoredByNewerRelease, LookupError, ValueError):  # these decide nothing
                    if isinstance(record, Exception):
                        raise record
                    if record is not None:
                        check_head(record.setup)
                        return
