"""Cask Race as an installed package would offer it."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.engine.registry import GROUP, Offer
from tests.tiny.about import ABOUT


def install(monkeypatch: pytest.MonkeyPatch, game: Game) -> str:
    """Let a form of Cask Race be among the installed games during a test. Returns its kind."""
    kind, kinds = ABOUT.kind, [*GAMES, ABOUT.kind]
    entry = EntryPoint(kind, "tests.tiny.about:GAME", GROUP)
    monkeypatch.setitem(GAMES.offers, kind, [Offer(kind, "tests", "1", entry)])
    monkeypatch.setitem(GAMES._loaded, kind, game)
    monkeypatch.setattr(GAMES, "_sorted", kinds)
    return kind
