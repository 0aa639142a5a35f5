"""The worths of the moves of a decision, by the game's evaluation of the positions to which they lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from taphouse.engine.contract import Move, Rules
from taphouse.engine.game import Evaluate, Game


def weighed(game: Game, rules: Rules, known: Any, moves: Sequence[Move], seat: int) -> list[float]:
    """The worth of each move to a seat, in points, as far as the seat can know the position after it.

    Args:
        game: a game with an evaluation.
        rules: its rules.
        known: what the seat knows of the position.
        moves: legal moves.
        seat: the seat.
    """
    alike = game.alike
    if alike is None:
        return _worths(game, rules, known, moves, seat)
    keys = [alike(rules, known, move) for move in moves]
    distinct = dict(zip(keys, moves, strict=True))
    worths = dict(zip(distinct, _worths(game, rules, known, [*distinct.values()], seat), strict=True))
    return [worths[key] for key in keys]


def _worths(game: Game, rules: Rules, known: Any, moves: Sequence[Move], seat: int) -> list[float]:
    worths = game.weigh(rules, known, moves, seat)
    if worths is None:
        evaluate = cast(Evaluate, game.evaluate)
        worths = [evaluate(rules, position, seat) for position in rules.previews(known, moves)]
    return worths
