"""Options with which a game of each kind is soon over, as the API has them."""

from __future__ import annotations

from typing import Any

from tests.per_game import PerGame

SHORT: PerGame[dict[str, Any]] = PerGame(
    "options with which a game is soon over",
    "SHORT in tests/short_games.py",
    {
        "dank-and-draft": {"turnCap": 6},
        "pint-craft": {"roundCap": 2},
        "brew-crafters": {},
        "cask-race": {"turnCap": 12},
    },
)
