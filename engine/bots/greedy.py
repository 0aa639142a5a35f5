"""A player that looks one move ahead, by the game's own evaluation."""

from __future__ import annotations

import random
from typing import Any

from taphouse.engine.chance import BLIND
from taphouse.engine.game import Game, Move, Rules

MOST_COMPARED = 500
"""Of more moves, as of many ingredients to choose, it looks at so many, drawn by chance."""


class GreedyBot:
    """Chooses the move after which the game's `evaluate.py` likes the position best, any of several equal ones.

    It looks at what its seat can know of the position after the move: nothing that would be drawn. Where a game has no
    `evaluate.py` all moves are equal.
    """

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._rng = rng
        self._evaluate = game.evaluate
        self._candidates = game.candidates

    def choose(self, rules: Rules, known: Any, seat: int) -> Move:
        """The best of the legal moves."""
        best: list[Move] = []
        most = float("-inf")
        moves = self._candidates(rules, known, list(rules.moves(known)))
        for move in moves if len(moves) <= MOST_COMPARED else self._rng.sample(moves, MOST_COMPARED):
            after = rules.known(rules.apply(known, move, BLIND).state, seat)
            worth = self._evaluate(rules, after, seat)
            if worth > most:
                best, most = [move], worth
            elif worth == most:
                best.append(move)
        return self._rng.choice(best)
