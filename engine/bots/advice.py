"""What a game's `evaluate.py` tells about playing it; every part of it may be missing."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from taphouse.engine.game import Game, Move, Rules

Evaluate = Callable[[Rules, Any, int], float]
Candidates = Callable[[Rules, Any, list[Move]], list[Move]]
Gift = Callable[[Any, int], Any]
Gifts = Mapping[str, Gift]


def evaluation(game: Game) -> Evaluate:
    """How good a position is for a seat, by `evaluate(rules, known, seat)`; all are equal where there is none."""
    found: Evaluate = getattr(_module(game), "evaluate", lambda *_: 0.0)
    return found


def candidates(game: Game) -> Candidates:
    """The moves that are worth a look, by `candidates(rules, known, moves)`; all of them where there is none."""
    found: Candidates = getattr(_module(game), "candidates", lambda _rules, _known, moves: moves)
    return found


def gifts(game: Game, rules: Rules) -> Gifts:
    """What a study of balance can give to a seat for free, by `gifts(rules)`: by name, a function of a state and a seat."""
    found: Callable[[Rules], Gifts] = getattr(_module(game), "gifts", lambda _: {})
    return found(rules)


def _module(game: Game) -> ModuleType | None:
    name = f"{game.about.package}.evaluate"
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name)
