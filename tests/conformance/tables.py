"""The games that the suite plays: those of this package, and Cask Race, which only tests know."""

from __future__ import annotations

from taphouse.engine import GAMES as INSTALLED
from taphouse.lab.game_tests.tables import (
    GAMES,
    GameTerms,
    TablePlayout,
    any_move,
    default_table,
    editions,
    names_of,
    playout,
    tables,
    use,
)
from tests.tiny.about import GAME as CASK_RACE

__all__ = [
    "GAMES",
    "GameTerms",
    "TablePlayout",
    "any_move",
    "default_table",
    "editions",
    "names_of",
    "playout",
    "tables",
]

use([*INSTALLED.own().values(), CASK_RACE])
