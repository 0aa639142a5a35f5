"""The rules of the games, as pure values and functions. `GAMES` has those that are installed."""

from __future__ import annotations

from taphouse.engine.registry import Games

GAMES = Games()
"""All installed games by kind."""
