"""A cache of the encoded parts of responses for values that many responses share, such as the cards of an edition.

A part depends on the value and the selection alone. The cache refers to the value, so that its id stays its own.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

import msgspec

MOST_BYTES = 16 << 20
"""The most bytes of memory that all parts take together."""
_OVERHEAD = 300
"""About the bytes of memory that a part takes besides its JSON."""


class PartsAtPlace:
    """The parts at one place of a compiled selection."""

    def __init__(self, whole: SharedParts) -> None:
        self._whole = whole
        self.kept: dict[int, tuple[msgspec.Raw, object]] = {}
        """By the id of a value: its part as JSON, and the value."""

    def keep(self, value: object, part: Any) -> msgspec.Raw:
        """Encode and cache the part for a value."""
        encoded = msgspec.Raw(msgspec.json.encode(part))
        self._whole.make_room(memoryview(encoded).nbytes)
        self.kept[id(value)] = encoded, value
        return encoded


class SharedParts:
    """The parts at all places. They are forgotten when they are too large; those that are in use soon come back."""

    def __init__(self) -> None:
        self._places: WeakSet[PartsAtPlace] = WeakSet()
        self._bytes = 0

    def at_place(self) -> PartsAtPlace:
        """The parts at a new place. They live as long as its selection."""
        place = PartsAtPlace(self)
        self._places.add(place)
        return place

    def make_room(self, size: int) -> None:
        """Count a part of this many bytes that will be cached, and empty the cache before if it is full.

        Parts that were forgotten with their document still count until then.
        """
        self._bytes += size + _OVERHEAD
        if self._bytes > MOST_BYTES:
            for place in self._places:
                place.kept.clear()
            self._bytes = size + _OVERHEAD
