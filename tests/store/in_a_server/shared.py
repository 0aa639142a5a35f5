"""The time that a store may take, and what it did."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.redis import RedisStore

GENEROUS = 5.0
"""Seconds within which a store with a timeout of one second has given up, on a slow machine too."""


@contextmanager
def unavailable_in_time() -> Iterator[None]:
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        yield
    assert time.monotonic() - began < GENEROUS


async def used(store: RedisStore, game: str, key: object) -> bool:
    return (await store.load(game, key)).earlier is not None  # type: ignore[arg-type]
