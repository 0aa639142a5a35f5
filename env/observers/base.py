"""The base of observers."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from taphouse.engine.contract import Rules


class Observer(ABC):
    """Makes the observation of a seat from what it knows.

    The players come in turn order from the seat itself, so that every seat sees the game from the same side.
    """

    def __init__(self, rules: Rules, table: Mapping[str, int], player: Mapping[str, int], seats: int) -> None:
        self._known = rules.known
        self.layout: dict[str, slice] = {}
        """The place of each part by its name: parts of the table, then of the players, such as `player-0.hand`; 0 is the seat."""
        at = 0
        parts = [*table.items(), *[(f"player-{i}.{name}", size) for i in range(seats) for name, size in player.items()]]
        for name, size in parts:
            self.layout[name] = slice(at, at := at + size)
        self.size = at
        self._rounds = [[*range(seat - 1, seats), *range(seat - 1)] for seat in range(1, seats + 1)]
        """For each seat, the indexes of the players from it."""

    @abstractmethod
    def observe(self, known: Any, seat: int) -> list[int]:
        """The numbers.

        Args:
            known: `known(state, seat)` of a position.
            seat: the seat.
        """

    def row(self, state: Any, seat: int) -> bytes:
        """The numbers for what a seat knows of a position, as 16-bit integers of this machine.

        An observer may override it to be faster. It must give what `observe` does of `known(state, seat)`.
        """
        return array("h", self.observe(self._known(state, seat), seat)).tobytes()


class CodeCounts:
    """Counts codes: makes the bytes of a row from the codes that occur.

    To be fast, a row is one long number with 16 bits for each place, and a code stands for the number with a 1 in its places.

    Args:
        places: for each code from 0 on, the places of the row where it is counted.
        size: the length of the row.
    """

    def __init__(self, places: Iterable[Iterable[int]], size: int) -> None:
        self._bytes = 2 * size
        shifts = [16 * i for i in range(size)]
        if sys.byteorder == "big":
            shifts.reverse()
        shared: dict[int, int] = {}  # few numbers, so that they stay in the processor's cache
        numbers = [sum([1 << shifts[place] for place in of_code]) for of_code in places]
        self._number = tuple([shared.setdefault(number, number) for number in numbers]).__getitem__

    def __call__(self, codes: Iterable[int]) -> bytes:
        """The row of these codes."""
        return sum(map(self._number, codes)).to_bytes(self._bytes, sys.byteorder)


def flags(codes: Iterable[int], size: int) -> list[int]:
    """The number of occurrences of each code from 0 on."""
    row = [0] * size
    for code in codes:
        row[code] += 1
    return row


def relative(seat: int, to: int, seats: int) -> int:
    """A seat as counted from another one: 1 for that one; 0 for none."""
    return (seat - to) % seats + 1 if seat else 0


def padded(row: Sequence[int], size: int) -> list[int]:
    """The row with zeros behind."""
    return [*row, *[0] * (size - len(row))]
