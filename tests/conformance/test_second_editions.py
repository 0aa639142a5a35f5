"""The tests of rules pass under a second edition, in which every figure differs: the rules have no figures of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from taphouse.engine import GAMES as INSTALLED
from taphouse.engine.editions import packaged
from taphouse.lab.game_tests.figures import entries, file_of
from taphouse.lab.game_tests.tables import SECOND
from tests.edition_under_test import SWITCH, second

GAMES = INSTALLED.own()
TESTS = Path(__file__).parents[1]
WORDING = {"title", "text", "note", "provenance", "name", "first_game"}
"""Fields that may differ besides figures. The names of entries are compared, as they stand for their entries."""
DECK_OF_FACES = "breweries"
"""The section of Dank & Draft that pairs faces; it differs because their counts do."""


@pytest.mark.parametrize("kind", GAMES)
def test_names_and_structure_are_the_same(kind: str) -> None:
    def structure(table: dict[str, Any]) -> dict[str, Any]:
        kept = entries({key: value for key, value in table.items() if key != DECK_OF_FACES})
        return {
            at: type(value) if type(value) is int else value for at, value in kept if not WORDING & {at.split(".")[-1]}
        }

    game = GAMES[kind]
    here, there = file_of(packaged(game.edition, game.about.package)[0]), file_of(second(game))
    assert structure(here) == structure(there)
    breweries = [[brewery["name"] for brewery in table.get(DECK_OF_FACES, [])] for table in (here, there)]
    assert breweries[0] == breweries[1]


def rule_tests(kind: str) -> list[str]:
    """The files and folders with the rule tests of a game."""
    return [
        str(path)
        for path in sorted((TESTS / GAMES[kind].about.package.rpartition(".")[2]).iterdir())
        if (path.name.startswith("test_") or (path / "__init__.py").exists())
        and path.stem.removeprefix("test_") != "edition"  # it is about the packaged file
    ]


@pytest.mark.ecosystem
@pytest.mark.parametrize("kind", GAMES)
def test_the_rule_tests_pass_under_it(kind: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "--tb", "short"]
    environment = os.environ | {SWITCH: SECOND}
    tests = rule_tests(kind)
    assert tests, "pytest without a path runs everything"
    done = subprocess.run([*command, *tests], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
