"""The edition under which the rule tests of a game play: the packaged one, or the second one that lies beside the tests.

Every figure of a second edition differs from the packaged one, so a rule with a figure of its own fails under it.
`TAPHOUSE_TEST_EDITION=second python -m pytest tests/pint_craft` plays it; tests/conformance/test_second_editions.py always does.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from taphouse.engine.editions import Edition, load, packaged
from taphouse.engine.game import Game
from tests.per_game import to_add

SWITCH, SECOND = "TAPHOUSE_TEST_EDITION", "second"
IS_SECOND = os.environ.get(SWITCH) == SECOND

packaged_figures = pytest.mark.skipif(IS_SECOND, reason="it states figures of the packaged edition")
"""For a test whose literals are figures of the packaged edition."""


def second_path(game: Game) -> Path:
    """The file of a game's second edition."""
    return Path(__file__).parent / game.about.kind.replace("-", "_") / f"{SECOND}.toml"


@cache
def second(game: Game) -> Edition:
    """The second edition of a game."""
    path = second_path(game)
    if not path.exists():
        what = "an edition in which every figure differs from the packaged one"
        raise LookupError(to_add(game.about.kind, what, str(path.relative_to(Path(__file__).parents[1]))))
    return load(game.edition, path.read_bytes(), path.name)


def under_test(game: Game) -> Any:
    """The edition that the rule tests of a game play."""
    return second(game) if IS_SECOND else packaged(game.edition, game.about.package)[0]
