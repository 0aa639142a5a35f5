"""The base of observers."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Rules
from taphouse.env.observers.layout import Array, Layout, Part

MOST = 1_000
"""The bound of what the edition does not bound. A larger amount is shown as this one."""
IMAGINED = [Chance(seed_from(f"taphouse.env world {number}")) for number in range(16)]
"""The chances of the worlds whose mean a memory is: always the same, so that a memory follows from what was seen."""
HUNDREDTHS, MOST_HUNDREDTHS = 100, 32_000
"""The unit of what is remembered, and the most of it."""


class Observer(ABC):
    """Makes the observation of a seat from what it knows.

    The players come in turn order from the seat itself, so that every seat sees the game from the same side.

    Args:
        rules: the rules.
        seats: the number of seats.
        table: the parts of the table, by their names.
        player: those of each player.
        secret: the names of those of a player that are hidden from some seats; they count.
        hidden: further parts that a seat can remember; they count.
        order: further parts of a whole position.
    """

    def __init__(
        self,
        rules: Rules,
        seats: int,
        table: Mapping[str, Part],
        player: Mapping[str, Part],
        secret: Sequence[str] = (),
        hidden: Mapping[str, Part] | None = None,
        order: Mapping[str, Part] | None = None,
    ) -> None:
        self._rules, self._known = rules, rules.known
        parts = {**table, **{f"player-{i}.{name}": part for i in range(seats) for name, part in player.items()}}
        self.of_row = Layout(parts)
        """The layout of `row`."""
        self.layout = self.of_row.where
        """The place of each part by its name: parts of the table, then of the players, such as `player-0.hand`; 0 is the seat."""
        self.size = self.of_row.size
        secrets = [f"player-{i}.{name}" for i in range(seats) for name in secret]
        self._secret = [column for name in secrets for column in range(*self.layout[name].indices(self.size))]
        remembered = {**{name: parts[name] for name in secrets}, **(hidden or {})}
        self.of_memory = Layout({f"memory.{name}": _in_hundredths(part) for name, part in remembered.items()})
        """The layout of `recall`: in hundredths."""
        self.of_whole = Layout({**parts, **(order or {})})
        """The layout of `whole`."""
        self._rounds = [[*range(seat - 1, seats), *range(seat - 1)] for seat in range(1, seats + 1)]
        """For each seat, the indexes of the players from it."""

    @abstractmethod
    def observe(self, known: Any, seat: int) -> list[int]:
        """The numbers.

        Args:
            known: `known(state, seat)` of a position.
            seat: the seat.
        """

    def hidden(self, world: Any, seat: int) -> list[int]:  # noqa: ARG002 -- games may override it
        """The hidden parts of a whole position that `observe` lacks, from the side of a seat."""
        return []

    def order(self, state: Any) -> list[int]:  # noqa: ARG002 -- games may override it
        """The parts of a whole position that `observe` lacks: how what is hidden lies."""
        return []

    def row(self, state: Any, seat: int) -> bytes:
        """The numbers for what a seat knows of a position, as 16-bit integers of this machine.

        An observer may override it to be faster. It must give what `observe` does of `known(state, seat)`.
        """
        return packed(self.observe(self._known(state, seat), seat))

    def recall(self, state: Any, seat: int, memory: Any) -> Array:
        """The memory of a seat: the mean of what is hidden, in worlds that agree with all that the seat knows and saw.

        An observer may override it to be exact, and faster.

        Args:
            state: the position.
            seat: the seat.
            memory: what `remembered` makes of all that the seat saw of the game.
        """
        known, sample = self._known(state, seat), self._rules.sample
        rows = []
        for chance in IMAGINED:
            world = sample(known, seat, chance, memory)
            row = self.observe(world, seat)
            rows.append([*[row[column] for column in self._secret], *self.hidden(world, seat)])
        return hundredths(np.asarray(rows, np.float64).mean(axis=0))

    def whole(self, state: Any) -> Array:
        """The whole position: what seat 1 would observe if nothing were hidden, and the order of what is."""
        return np.asarray([*self.observe(state, 1), *self.order(state)], np.int16)


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


class Kept:
    """Parts of rows, each kept until it shows something else: most of a table stays as it was from move to move."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[tuple[Any, ...], bytes]] = {}

    def get(self, name: Any, shown: tuple[Any, ...], make: Callable[[], Sequence[int]]) -> bytes:
        """The bytes of a part.

        Args:
            name: its name.
            shown: what it rests on.
            make: makes its numbers.
        """
        kept = self._kept.get(name)
        if kept is None or kept[0] != shown:
            kept = self._kept[name] = shown, packed(make())
        return kept[1]


def packed(numbers: Sequence[int]) -> bytes:
    """Numbers as 16-bit integers of this machine."""
    return array("h", numbers).tobytes()


def flags(codes: Iterable[int], size: int) -> list[int]:
    """The number of occurrences of each code from 0 on."""
    row = [0] * size
    for code in codes:
        row[code] += 1
    return row


def relative(seat: int, to: int, seats: int) -> int:
    """A seat as counted from another one: 1 for that one; 0 for none."""
    return (seat - to) % seats + 1 if seat else 0


def hundredths(expected: Sequence[float] | Array) -> Array:
    """The expected amounts, in hundredths."""
    rounded: Array = np.clip(np.rint(np.multiply(expected, HUNDREDTHS)), -MOST_HUNDREDTHS, MOST_HUNDREDTHS)
    return rounded.astype(np.int16)


def padded(row: Sequence[int], size: int) -> list[int]:
    """The row with zeros behind."""
    return [*row, *[0] * (size - len(row))]


def _in_hundredths(part: Part) -> Part:
    """The part of a memory for a part that counts."""
    least, most = [
        np.clip(np.broadcast_to(bound, part.size) * HUNDREDTHS, -MOST_HUNDREDTHS, MOST_HUNDREDTHS).tolist()
        for bound in (part.least, part.most)
    ]
    return Part(part.size, most, least)
