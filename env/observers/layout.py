"""The layout of rows of numbers: names, places and bounds of their parts; and rows as floats for networks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


class Part(NamedTuple):
    """A part of a row: numbers of one meaning."""

    size: int
    most: int | Sequence[int]
    """The bound of all its numbers, or of each."""
    least: int | Sequence[int] = 0
    code: bool = False
    """True if a number names something, such as a type; otherwise it counts."""


class Layout:
    """The parts of a row, in order.

    Args:
        parts: the parts by their names.
    """

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self.parts = dict(parts)
        self.where: dict[str, slice] = {}
        """The place of each part."""
        at = 0
        for name, part in parts.items():
            self.where[name] = slice(at, at := at + part.size)
        self.size = at
        self.least, self.most = np.zeros(at, np.int16), np.zeros(at, np.int16)
        """The bounds of each number."""
        for name, place in self.where.items():
            self.least[place], self.most[place] = parts[name].least, parts[name].most


class Floats:
    """Rows as 32-bit floats from 0 to 1: what counts, by its bounds; and for each code, 1 in its own place.

    Args:
        layout: the layout of the rows.
    """

    def __init__(self, layout: Layout) -> None:
        self.where: dict[str, slice] = {}
        """The place of each part."""
        columns: list[int] = []
        codes: list[int] = []
        values: list[int] = []
        for name, place in layout.where.items():
            begins = len(columns)
            for column in range(place.start, place.stop):
                if layout.parts[name].code:
                    every = range(layout.least[column], layout.most[column] + 1)
                    codes += range(len(columns), len(columns) + len(every))
                    values += every
                    columns += [column] * len(every)
                else:
                    columns.append(column)
            self.where[name] = slice(begins, len(columns))
        self.size = len(columns)
        self._columns, self._codes, self._values = np.array(columns, int), np.array(codes, int), np.array(values, int)
        self._least = layout.least[self._columns].astype(np.float32)
        self._range = np.maximum(layout.most[self._columns] - self._least, 1)

    def __call__(self, rows: Array) -> Array:
        """The floats of rows, which lie along the last axis."""
        spread = rows[..., self._columns]
        floats: Array = (spread - self._least) / self._range
        floats[..., self._codes] = spread[..., self._codes] == self._values
        return floats
