"""The rules of the games, as pure values and functions. `GAMES` is the registry."""

from __future__ import annotations

from taphouse.engine.brew_crafters import about as brew_crafters
from taphouse.engine.dank_and_draft import about as dank_and_draft
from taphouse.engine.game import Game
from taphouse.engine.pint_craft import about as pint_craft

GAMES: dict[str, Game] = {game.about.kind: game for game in (dank_and_draft.GAME, pint_craft.GAME, brew_crafters.GAME)}
"""All games by kind. A new game is a new folder and one item here."""
