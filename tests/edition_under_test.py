"""The edition under which the rule tests of a game play: the packaged one, or the second one, which lies with its checks.

Every figure of a second edition differs from the packaged one, so a rule with a figure of its own fails under it.
`TAPHOUSE_TEST_EDITION=second python -m pytest tests/pint_craft` plays it; tests/conformance/test_second_editions.py always does.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from taphouse.engine.editions import Edition, packaged
from taphouse.engine.game import Game
from taphouse.lab.game_tests.tables import SECOND
from tests.conformance.tables import editions

SWITCH = "TAPHOUSE_TEST_EDITION"
IS_SECOND = os.environ.get(SWITCH) == SECOND

packaged_figures = pytest.mark.skipif(IS_SECOND, reason="it states figures of the packaged edition")
"""For a test whose literals are figures of the packaged edition."""


def second(game: Game) -> Edition:
    """The second edition of a game."""
    return editions(game.about.kind)[SECOND]


def under_test(game: Game) -> Any:
    """The edition that the rule tests of a game play."""
    return second(game) if IS_SECOND else packaged(game.edition, game.about.package)[0]
