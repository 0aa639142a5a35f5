"""Tests of our own games pass where another game is installed: they say which games they are about."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from taphouse.lab.new_game import new_game
from tests.packages.test_new_game import listed

ROOT = Path(__file__).parents[2]
TESTS = (
    *("tests/api/test_schema.py", "tests/api/test_fourth_game.py", "tests/api/seeing", "tests/client/test_contract.py"),
    *(
        "tests/clients/test_documents.py",
        "tests/conformance/test_second_editions.py",
        "tests/guides",
        "tests/languages",
    ),
    *("tests/packages/test_installed.py", "tests/schema/test_documents.py"),
)
"""Those that are about all of our games."""


@pytest.mark.ecosystem
def test_tests_of_our_games_pass_beside_a_foreign_one(tmp_path: Path) -> None:
    listed(new_game("card-quarry", tmp_path), "card-quarry")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", "not ecosystem", "-p", "no:cacheprovider", *TESTS]
    env = os.environ | {"PYTHONPATH": str(tmp_path / "card-quarry")}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
