"""The rules of the games, as pure values and functions. `GAMES` has those that are installed."""

from __future__ import annotations

import copyreg
from collections.abc import Callable

from taphouse.engine.game import Game
from taphouse.engine.registry import Games

GAMES = Games()
"""All installed games by kind."""


def installed(kind: str) -> Game:
    """The installed game of a kind: what a pickled game stands for."""
    return GAMES[kind]


def _reduced(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    kind = game.about.kind
    if GAMES.get(kind) is not game:
        from pickle import PicklingError  # who pickles has loaded it

        raise PicklingError(f"{game.about.title} is not installed as {kind}: only installed games can be pickled")
    return installed, (kind,)


copyreg.pickle(Game, _reduced)
