"""A small cache: the values of the most recently used keys."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")
MOST = 32
"""The most values that are kept."""


class BoundedCache(Generic[V]):
    """The values of the `MOST` most recently used keys."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, V] = {}

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value of a key, made if it is not kept."""
        value = self._kept.pop(key) if key in self._kept else make()
        self._kept[key] = value
        if len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return value
