"""Players that know only the contract: what they are given is what their seat knows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from taphouse.engine.bots.greedy import GreedyBot
from taphouse.engine.bots.simple import RandomBot
from taphouse.engine.game import Game, Move, Rules


class Bot(Protocol):
    """A player. It keeps nothing between its decisions."""

    def choose(self, rules: Rules, known: Any, seat: int) -> Move:
        """One of the legal moves.

        Args:
            rules: the game's.
            known: `rules.known(state, seat)`, in which this seat must decide.
            seat: the bot's.
        """


BOTS: Mapping[str, Callable[[Game, random.Random], Bot]] = {
    "random": lambda _, rng: RandomBot(rng),
    "greedy": GreedyBot,
}
"""The kinds of bots: each makes one for a game, with its own source of random choices."""
