"""The board of Nine Men's Morris: its points, its lines, and the figures of an edition (NM-01)."""

from __future__ import annotations

from taphouse.engine.editions import Edition, Figure, Strict
from taphouse.engine.vocabulary import Symbol


class Point(Symbol):
    """A point of the board, by its column and its row."""

    A7, D7, G7 = "A7", "D7", "G7"
    B6, D6, F6 = "B6", "D6", "F6"
    C5, D5, E5 = "C5", "D5", "E5"
    A4, B4, C4, E4, F4, G4 = "A4", "B4", "C4", "E4", "F4", "G4"
    C3, D3, E3 = "C3", "D3", "E3"
    B2, D2, F2 = "B2", "D2", "F2"
    A1, D1, G1 = "A1", "D1", "G1"


POINTS = tuple(Point)
NUMBER = {point: number for number, point in enumerate(POINTS)}
_ROWS = "a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1"
_COLUMNS = "a7 a4 a1, b6 b4 b2, c5 c4 c3, d7 d6 d5, d3 d2 d1, e5 e4 e3, f6 f4 f2, g7 g4 g1"
LINES = tuple(tuple(NUMBER[Point(name)] for name in line.split()) for line in f"{_ROWS}, {_COLUMNS}".split(", "))
"""The three points of each line, as numbers; the first two, and the last two, are neighbours."""
LINES_OF = tuple(tuple(line for line in LINES if number in line) for number in range(len(POINTS)))
NEXT = tuple(
    tuple(
        sorted(
            {other for line in LINES_OF[number] for other in line if abs(line.index(other) - line.index(number)) == 1}
        )
    )
    for number in range(len(POINTS))
)
"""The neighbours of each point, as numbers."""


class Figures(Strict):
    """The numbers that the rules use."""

    men: Figure
    flying: Figure
    least: Figure
    quiet: Figure


class MorrisEdition(Edition):
    """An edition of Nine Men's Morris."""

    other_names = ("score.men",)

    figures: Figures
