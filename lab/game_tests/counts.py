"""Counts of the sequences of moves from fixed seeds: a change of any rule changes some of these numbers (perft).

A number that changes without a change of a rule is a fault. `taphouse test-game NAME --write` writes the numbers anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from taphouse.engine.chance import Chance
from taphouse.engine.contract import Rules, State
from taphouse.lab.game_tests.tables import GAMES, default_table, playout

HEAD = '# Sequences of 1, 2, 3 ... moves from a position of the random game "perft", after so many of its moves.\n'
ROW = re.compile(r"^(\d+) seats, after (\d+) moves: ([\d ]+)$", re.MULTILINE)
MOST = 5_000
"""Sequences become longer until there are so many of them."""
LONGEST = 5


class Row(NamedTuple):
    """A position, and the numbers of sequences of 1, 2, 3 ... moves from there."""

    seats: int
    made: int
    counted: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.seats} seats, after {self.made} moves: {' '.join(map(str, self.counted))}"


def read(text: str) -> Iterator[Row]:
    """The rows of a file."""
    for seats, made, counted in ROW.findall(text):
        yield Row(int(seats), int(made), tuple(map(int, counted.split())))


def write(rows: Iterable[Row]) -> str:
    """The file of these rows."""
    return HEAD + "".join(f"{row}\n" for row in rows)


def counted(kind: str, row: Row) -> Row:
    """The same row with the numbers as they are now."""
    return Row(row.seats, row.made, tuple(_counts(kind, row.seats, row.made, len(row.counted))))


def first(kind: str) -> Iterator[Row]:
    """Rows for a game that has none: at the start and after a third of a game, for the fewest and the most seats."""
    seats = GAMES[kind].about.seats
    for number in dict.fromkeys((seats[0], seats[-1])):
        for made in (0, len(playout(default_table(kind, number), "perft").moves) // 3):
            yield Row(number, made, tuple(_counts(kind, number, made, LONGEST, MOST)))


def _counts(kind: str, seats: int, made: int, longest: int, most: int | None = None) -> Iterator[int]:
    table = default_table(kind, seats)
    game = playout(table, "perft")
    for depth in range(1, longest + 1):
        number = _sequences(table.rules, game.states[made], game.chance, depth)
        yield number
        if most is not None and number >= most:
            return


def _sequences(rules: Rules, state: State, chance: Chance, depth: int) -> int:
    """The number of sequences of `depth` moves, shorter ones that end the game not counted."""
    if depth == 1:
        return sum(1 for _ in rules.moves(state))
    return sum(
        _sequences(rules, rules.apply(state, move, chance).state, chance, depth - 1) for move in rules.moves(state)
    )
