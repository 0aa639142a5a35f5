"""Games as installed packages would offer them."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.engine.registry import GROUP, Offer


def install(monkeypatch: pytest.MonkeyPatch, game: Game) -> str:
    """Let a game be among the installed ones during a test. Returns its kind."""
    kind, kinds = game.about.kind, [*GAMES, game.about.kind]
    entry = EntryPoint(kind, f"{game.about.package}.about:GAME", GROUP)
    monkeypatch.setitem(GAMES.offers, kind, [Offer(kind, "tests", "1", entry)])
    monkeypatch.setitem(GAMES._loaded, kind, game)
    monkeypatch.setattr(GAMES, "_sorted", kinds)
    return kind
