"""Games that are played by chance in the engine alone, in which tests look for a position to begin from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

SOON = 40
"""Moves after which a position is early enough: further games, to find an earlier one, would cost more than these moves."""


class EngineGames:
    """Numbered games, each played when it is first needed. A game has its `moves`, and the `states` before and after them.

    Args:
        play: plays the game of a number.
        most: the number of games.
    """

    def __init__(self, play: Callable[[int], Any], most: int) -> None:
        self._play, self._most = cache(play), most

    def __iter__(self) -> Iterator[Any]:
        return map(self._play, range(self._most))

    def earliest(self, fits: Callable[[Any], bool], what: str) -> tuple[Any, int]:
        """The game that comes to such a position after few moves, else after the fewest of all games; and after how many."""
        found: list[tuple[int, int]] = []
        for number, game in enumerate(self):
            after = next((i for i, state in enumerate(game.states) if fits(state)), None)
            if after is not None:
                found.append((after, number))
                if after <= SOON:
                    break
        assert found, f"never met: {what}"
        after, number = min(found)
        return self._play(number), after
