"""A player that does anything that is legal."""

from __future__ import annotations

import random
from typing import Any

from taphouse.engine.game import Move, Rules


class RandomBot:
    """Chooses any legal move, all equally likely."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, rules: Rules, known: Any, seat: int) -> Move:  # noqa: ARG002 -- any seat
        """One of the legal moves."""
        moves: list[Move] = list(rules.moves(known))
        return self._rng.choice(moves)
