"""A cache of the parts of responses for values that many responses share, such as the cards of an edition.

A part depends on the value and the selection alone. The cache refers to the value, so that its id stays its own.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

MOST_SCALARS = 200_000
"""The most scalars in all parts together. A scalar takes about 100 bytes."""


class PartsAtPlace:
    """The parts at one place of a compiled selection."""

    def __init__(self, whole: SharedParts) -> None:
        self._whole = whole
        self.kept: dict[int, tuple[Any, object]] = {}
        """By the id of a value: its part, and the value."""

    def keep(self, value: object, part: Any) -> None:
        """Cache the part for a value."""
        self._whole.make_room(part)
        self.kept[id(value)] = part, value


class SharedParts:
    """The parts at all places. They are forgotten when they are too many; those that are in use soon come back."""

    def __init__(self) -> None:
        self._places: WeakSet[PartsAtPlace] = WeakSet()
        self._scalars = 0

    def at_place(self) -> PartsAtPlace:
        """The parts at a new place. They live as long as its selection."""
        place = PartsAtPlace(self)
        self._places.add(place)
        return place

    def make_room(self, part: Any) -> None:
        """Count a part that will be cached, and empty the cache before if it is full."""
        self._scalars += _scalars(part)
        if self._scalars > MOST_SCALARS:
            for place in self._places:
                place.kept.clear()
            self._scalars = _scalars(part)


def _scalars(part: Any) -> int:
    """The number of scalars in a part of a response; at least 1."""
    if isinstance(part, dict):
        return 1 + sum(map(_scalars, part.values()))
    if isinstance(part, list):
        return 1 + sum(map(_scalars, part))
    return 1
