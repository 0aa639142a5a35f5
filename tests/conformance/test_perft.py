"""Counts of the sequences of moves from fixed seeds: a change of any rule changes some of these numbers.

A number that changes without a change of a rule is a fault. To take over new numbers, copy them from the failure's message.
"""

from __future__ import annotations

import pytest

from taphouse.engine.chance import Chance
from taphouse.engine.contract import State
from taphouse.engine.worlds import Rules
from tests.conformance.tables import GAMES, default_table, playout
from tests.per_game import check_told

COUNTS = {
    # kind, seats, the moves of the random game "perft" made before: sequences of 1, 2, 3, 4, 5 moves from there
    ("dank-and-draft", 2, 0): [6, 54, 347, 1751, 9055],
    ("dank-and-draft", 2, 15): [4, 24, 240, 1320, 5884],
    ("dank-and-draft", 3, 0): [6, 66, 520, 2474, 12137],
    ("dank-and-draft", 3, 15): [6, 46, 254, 1118, 6506],
    ("dank-and-draft", 4, 0): [6, 72, 506, 2542, 13286],
    ("dank-and-draft", 4, 15): [3, 8, 78, 511, 2722],
    ("pint-craft", 2, 0): [8, 47, 290, 1645],
    ("pint-craft", 2, 40): [13, 36, 111, 477],
    ("pint-craft", 4, 0): [8, 79, 555, 4284],
    ("pint-craft", 4, 40): [3, 30, 162, 964],
    ("pint-craft", 6, 0): [8, 81, 568, 4539],
    ("pint-craft", 6, 40): [3, 17, 82, 511],
    ("brew-crafters", 2, 0): [14, 147, 1436, 12820],
    ("brew-crafters", 2, 40): [8, 215, 2517, 28474],
    ("brew-crafters", 4, 0): [20, 296, 4193],
    ("brew-crafters", 4, 60): [14, 142, 2443],
    ("brew-crafters", 5, 0): [22, 366, 5825],
    ("brew-crafters", 5, 60): [16, 210, 2594],
    ("cask-race", 2, 0): [7, 22, 68, 243, 1301],
    ("cask-race", 2, 15): [3, 9, 68, 305, 2049],
    ("cask-race", 3, 0): [8, 30, 126, 489, 1843],
    ("cask-race", 3, 15): [2, 25, 68, 191, 568],
}


def sequences(rules: Rules, state: State, chance: Chance, depth: int) -> int:
    """The number of sequences of `depth` moves, shorter ones that end the game not counted."""
    if depth == 1:
        return sum(1 for _ in rules.moves(state))
    return sum(
        sequences(rules, rules.apply(state, move, chance).state, chance, depth - 1) for move in rules.moves(state)
    )


@pytest.mark.parametrize(("kind", "seats", "made"), COUNTS)
def test_the_number_of_move_sequences_is_as_ever(kind: str, seats: int, made: int):
    table = default_table(kind, seats)
    game = playout(table, "perft")
    expected = COUNTS[kind, seats, made]
    counted = [sequences(table.rules, game.states[made], game.chance, depth) for depth in range(1, len(expected) + 1)]
    assert counted == expected


def test_every_game_is_counted():
    what, where = "the counts of move sequences", "COUNTS in tests/conformance/test_perft.py"
    check_told((kind for kind, _, _ in COUNTS), GAMES, what, where)
