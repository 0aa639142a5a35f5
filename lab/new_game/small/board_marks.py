"""Board Marks, a game on a board in one file: three marks in a line win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import Decision, Event, Move, Outcome, Seat, State, Transition, Victory, View
from taphouse.engine.decisions import OpenRules
from taphouse.engine.messages import NO_DETAILS
from taphouse.engine.small import SmallRules, small_game
from taphouse.engine.vocabulary import Public, Symbol

RULES = {
    "BM-01": "The board has three rows of three points. Seat 1 begins; the players take turns.",
    "BM-02": "**Mark** an empty point.",
    "BM-03": "Three marks of a player in a line win: in a row, in a column or on a diagonal.",
    "BM-04": "If the board is full, nobody wins.",
}
WORDS = {
    "moves": {"mark": "Mark {point}"},
    "events": {"marked": "{seat} marks {point}."},
    "prompts": {"mark": "Mark an empty point."},
    "examples": {"mark": "You have a1 and b2, and c3 is empty. You mark it, and win."},
    "reasons": {"line": "BM-03", "full-board": ("BM-04", Victory.NOBODY)},
    "names": {"score.points": "line"},
}


class Point(Symbol):
    """The points of the board, row by row from the top: the web table shows such names as a board that can be clicked."""

    A3, B3, C3 = "A3", "B3", "C3"
    A2, B2, C2 = "A2", "B2", "C2"
    A1, B1, C1 = "A1", "B1", "C1"


POINTS = tuple(Point)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
Where = Annotated[Point, Meta(description="The point.")]


class Mark(Move, frozen=True):
    """Mark an empty point. BM-02."""

    point: Where


class Marked(Event, frozen=True):
    """A player marked a point."""

    seat: Seat
    point: Where


class BoardPoint(Public, frozen=True):
    """A point of the board."""

    point: Where
    mark: Annotated[Seat | None, Meta(description="The seat whose mark is there; null if it is empty.")]


class BoardMarksTable(View, frozen=True):
    """The board."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    board: Annotated[tuple[BoardPoint, ...], Meta(description="The points, row by row.", extra={"size": 9})]


class BoardMarksState(State, frozen=True):
    """A position."""

    points: tuple[int, ...] = (0,) * len(POINTS)
    """The seat of the mark on each point, or 0."""
    seat: int = 1


class BoardMarksRules(SmallRules, OpenRules):
    """The rules: nothing is hidden, and nothing is drawn."""

    def new(self, _options: object, _seats: int, _chance: Chance) -> BoardMarksState:
        """BM-01."""
        return BoardMarksState()

    def decision(self, state: BoardMarksState) -> Decision | None:
        """BM-02."""
        return None if self.outcome(state) else Decision(state.seat, "mark", NO_DETAILS, ("BM-02",), ("mark",))

    def moves(self, state: BoardMarksState) -> Iterator[Move]:
        """BM-02. The first one is made for a player who has left."""
        free = (point for point, seat in zip(POINTS, state.points, strict=True) if not seat)
        return map(Mark, () if self.outcome(state) else free)

    def make(self, state: BoardMarksState, move: Mark, _chance: Chance) -> Transition:
        """BM-02."""
        points = tuple(
            state.seat if point == move.point else seat for point, seat in zip(POINTS, state.points, strict=True)
        )
        return Transition(replace(state, points=points, seat=3 - state.seat), (Marked(state.seat, move.point),))

    def view(self, state: BoardMarksState) -> BoardMarksTable:
        """The board."""
        board = tuple(BoardPoint(point, seat or None) for point, seat in zip(POINTS, state.points, strict=True))
        return BoardMarksTable(None if self.outcome(state) else state.seat, board)

    def outcome(self, state: BoardMarksState) -> Outcome | None:
        """BM-03, BM-04."""
        lines = ({state.points[place] for place in line} for line in LINES)
        if won := [seat for seat in (1, 2) if {seat} in list(lines)]:
            return self.ended("line", "BM-03", {seat: int(seat in won) for seat in (1, 2)})
        return None if 0 in state.points else self.ended("full-board", "BM-04", {1: 0, 2: 0}, Victory.NOBODY)


TEXT = "Two players mark points of a board in turn. Three in a line win."
GAME = small_game(__name__, BoardMarksRules, seats=range(2, 3), minutes=2, text=TEXT, ids=RULES, words=WORDS)
