"""Refuses a store from before the first release, before anything uses it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from taphouse.schema.failures import Damaged
from taphouse.service.games.encoding.codec import check_head
from taphouse.service.store.failures import StoredByNewerRelease, StoreUnavailable
from taphouse.service.store.redis import RedisStore


def check_formats(url: str, patience: float) -> None:
    """Refuse a store whose games are from before the first release.

    All games of a store have the formats of the commit that wrote it, so the first one that can be read decides. Others are
    refused when they are read.

    Args:
        url: The URL of the store.
        patience: Seconds that the look may take. A store that does not answer is not refused.

    Raises:
        StoredBeforeFirstRelease: The game is of an earlier format.
        ValueError: The URL is invalid.
    """
    asyncio.run(_check(url, patience))


async def _check(url: str, patience: float) -> None:
    store = RedisStore.connect(url, timeout=patience)
    try:
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
    finally:
        await store.close()
