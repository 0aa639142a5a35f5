"""Bots. They play any game through its `Rules`, and get only what their seat knows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

from taphouse.engine.bots.greedy import GreedyBot
from taphouse.engine.bots.players import Bot, Players
from taphouse.engine.bots.search import SearchBot
from taphouse.engine.bots.simple import RandomBot
from taphouse.engine.game import Game

__all__ = ["BOTS", "EXPERT", "MOST_SECONDS", "STRENGTHS", "Bot", "GreedyBot", "Players", "RandomBot", "SearchBot"]

EXPERT = "search-expert"
"""The bot that searches for as long as `MOST_SECONDS`, unless no more iterations could change its choice."""
STRENGTHS: Mapping[str, int] = {"search-quick": 10, "search": 20, "search-strong": 60, EXPERT: 10_000}
"""The bots that search, with the most iterations for a decision."""
MOST_SECONDS = 3.0
"""The most time of one of them for a decision. The others rarely need it."""
BOTS: Mapping[str, Callable[[Game, random.Random], Bot]] = {
    "random": lambda _, rng: RandomBot(rng),
    "greedy": GreedyBot,
    **{name: partial(SearchBot, iterations=iterations, seconds=MOST_SECONDS) for name, iterations in STRENGTHS.items()},
}
"""The kinds of bots by name. Each creates a bot for a game, with a source of randomness."""
