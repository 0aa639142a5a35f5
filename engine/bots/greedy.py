"""A bot that looks one move ahead, with the game's own evaluation."""

from __future__ import annotations

import random
from typing import Any

from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Move, Rules
from taphouse.engine.game import Game

MOST_COMPARED = 500
"""The most moves to compare. From more, such as combinations of ingredients, the bot takes a random sample."""


class GreedyBot:
    """Chooses the move that leads to the position with the best evaluation. Ties are broken at random.

    It evaluates only what its seat can know of that position, without the results of draws. In a game without an evaluation, it
    plays at random.
    """

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._rng = rng
        self._evaluate = game.evaluate
        self._candidates = game.candidates

    def choose(self, rules: Rules, known: Any, seat: int) -> Move:
        """Choose the best legal move."""
        moves = self._candidates(rules, known, list(rules.moves(known)))
        if self._evaluate is None:
            return self._rng.choice(moves)
        best: list[Move] = []
        most = float("-inf")
        for move in moves if len(moves) <= MOST_COMPARED else self._rng.sample(moves, MOST_COMPARED):
            worth = self._evaluate(rules, rules.make(known, move, BLIND).state, seat)
            if worth > most:
                best, most = [move], worth
            elif worth == most:
                best.append(move)
        return self._rng.choice(best)
