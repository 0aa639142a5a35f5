"""Refusals of moves."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.schema.problems.base import PlayerProblem, Problem, ProblemCode
from taphouse.schema.values.games import GameKind

Index = Annotated[int, Meta(description="The number of the move in the request, counted from 1.")]


class MoveRefused(PlayerProblem, frozen=True, kw_only=True):
    """The move is not legal now. `rules` names the rule that it breaks."""

    code = ProblemCode("MOVE_REFUSED")
    http_status = 422
    index: Index
    notation: Annotated[str, Meta(description="The refused move as one line of text.")]


class MoveNotUnderstood(Problem, frozen=True, kw_only=True):
    """The value is not a move of this kind of game."""

    code = ProblemCode("MOVE_NOT_UNDERSTOOD")
    http_status = 422
    index: Index


class BatchTellsNews(PlayerProblem, frozen=True, kw_only=True):
    """A move before the last reveals something new to the seat. Look at the result before you send the next moves."""

    code = ProblemCode("BATCH_TELLS_NEWS")
    http_status = 422
    index: Index


class NotYourTurn(PlayerProblem, frozen=True, kw_only=True):
    """Other seats must decide first."""

    code = ProblemCode("NOT_YOUR_TURN")
    index: Index
    seat: Annotated[Seat, Meta(description="The first of the seats that must decide.")]
    seats: Annotated[tuple[Seat, ...], Meta(description="All seats that must decide, in turn order.")]


class WrongGame(Problem, frozen=True, kw_only=True):
    """The moves belong to another kind of game."""

    code = ProblemCode("WRONG_GAME")
    http_status = 422
    kind: Annotated[GameKind, Meta(description="The kind of this game.")]
