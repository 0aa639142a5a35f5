"""A bot that makes random moves."""

from __future__ import annotations

import random
from typing import Any

from taphouse.engine.bots.search import Considered
from taphouse.engine.contract import Move, Rules


class RandomBot:
    """Chooses a legal move, uniformly at random."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, rules: Rules, known: Any, seat: int) -> Move:  # noqa: ARG002 -- the protocol's
        """Choose a legal move."""
        moves: list[Move] = list(rules.moves(known))
        return self._rng.choice(moves)

    def advise(self, rules: Rules, known: Any, seat: int) -> list[Considered]:
        """The move that `choose` makes: it considers no other."""
        return [Considered(self.choose(rules, known, seat), 0, 0.0)]
