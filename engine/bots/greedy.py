"""A bot that looks one move ahead, with the game's own evaluation."""

from __future__ import annotations

import random
from typing import Any

from taphouse.engine.bots.search import Considered
from taphouse.engine.bots.weighing import weighed
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
        self._game = game

    def choose(self, rules: Rules, known: Any, seat: int) -> Move:
        """Choose the best legal move."""
        moves, worths = self._weighed(rules, known, seat)
        return moves[self._best(worths)]

    def advise(self, rules: Rules, known: Any, seat: int) -> list[Considered]:
        """The move that `choose` makes, and the others that it considers, the better ones first."""
        moves, worths = self._weighed(rules, known, seat)
        best = self._best(worths)
        order = [best, *sorted([i for i in range(len(moves)) if i != best], key=lambda i: -worths[i])]
        evaluate = self._game.evaluate
        now = 0.0 if evaluate is None else evaluate(rules, known, seat)
        return [Considered(moves[i], 0, worths[i] - now) for i in order]

    def _weighed(self, rules: Rules, known: Any, seat: int) -> tuple[list[Move], list[float]]:
        """The moves to compare, with the worths of what they lead to."""
        game = self._game
        moves = game.candidates(rules, known, list(rules.moves(known)))
        if game.evaluate is None:
            return moves, [0.0] * len(moves)
        if len(moves) > MOST_COMPARED:
            moves = self._rng.sample(moves, MOST_COMPARED)
        return moves, weighed(game, rules, known, moves, seat)

    def _best(self, worths: list[float]) -> int:
        most = max(worths)
        return self._rng.choice([i for i, worth in enumerate(worths) if worth == most])


class MixedBot(GreedyBot):
    """Chooses now and then as `GreedyBot` does, and otherwise at random: a step on the way from the random bot to the greedy one.

    Args:
        share: the share of decisions that are not random, from 0 to 1.
    """

    def __init__(self, game: Game, rng: random.Random, share: float) -> None:
        super().__init__(game, rng)
        self._share = share

    def choose(self, rules: Rules, known: Any, seat: int) -> Move:
        """Choose the best legal move, or any."""
        if self._rng.random() < self._share:
            return super().choose(rules, known, seat)
        moves: list[Move] = list(rules.moves(known))
        return self._rng.choice(moves)
