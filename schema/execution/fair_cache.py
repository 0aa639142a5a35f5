"""A cache that clients fill, in which none of them can take the room of all others."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

from msgspec import Struct

PART = 4
"""The number of parts of a cache. Values of a client that alone uses more than one part of a full cache are evicted first."""

V = TypeVar("V")


class _Kept(Struct, Generic[V]):
    value: V
    size: int
    client: str
    """The only client that has used it; empty once several have."""


class _Share(Struct):
    """The keys that only one client has used, the least recently used first, and the size of their values."""

    keys: OrderedDict[str, None]
    size: int = 0


class FairCache(Generic[V]):
    """A cache with text keys, bounded by the number and the total size of its values. The least recently used are evicted first.

    When it is full, the client with the largest share loses values first, if its share is larger than one part. Values that
    several clients use belong to nobody's share.

    Args:
        most: the most values.
        most_size: the largest total size. A value larger than one part is not kept for a client.
    """

    def __init__(self, most: int, most_size: int) -> None:
        self._most, self._most_size, self._size = most, most_size, 0
        self._kept: OrderedDict[str, _Kept[V]] = OrderedDict()
        self._shares: dict[str, _Share] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str, client: str = "") -> V | None:
        """The value of a key, which the client uses. None if it is not kept."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        self._kept.move_to_end(key)
        if kept.client:
            if kept.client == client:
                self._shares[client].keys.move_to_end(key)
            else:
                self._leave_share(key, kept)
                kept.client = ""
        return kept.value

    def put(self, key: str, value: V, size: int, client: str = "") -> None:
        """Keep a value for a new key, which the client uses; without a client, it belongs to no share."""
        if key in self._kept or size > self._most_size // (PART if client else 1):
            return
        self._kept[key] = _Kept(value, size, client)
        self._size += size
        if client:
            share = self._shares.setdefault(client, _Share(OrderedDict()))
            share.keys[key], share.size = None, share.size + size
        while len(self._kept) > self._most or self._size > self._most_size:
            self._evict()

    def _evict(self) -> None:
        largest = max(self._shares.values(), key=self._part, default=None)
        used = self._kept if largest is None or self._part(largest) <= 1 / PART else largest.keys
        key = next(iter(used))
        kept = self._kept.pop(key)
        self._size -= kept.size
        if kept.client:
            self._leave_share(key, kept)

    def _part(self, share: _Share) -> float:
        return max(len(share.keys) / self._most, share.size / self._most_size)

    def _leave_share(self, key: str, kept: _Kept[V]) -> None:
        share = self._shares[kept.client]
        del share.keys[key]
        share.size -= kept.size
        if not share.keys:
            del self._shares[kept.client]
