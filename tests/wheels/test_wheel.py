"""The wheel: what it holds, what it needs, and that it can be installed beside anything."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.wheels.conftest import FLOORS
from tests.wheels.environments import ROOT, Environment

pytestmark = pytest.mark.ecosystem

SHIPPED = {".py", ".toml", ".md", ".lua", ".graphql", ".txt"}
A_GAME = """
import random
from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import packaged

game = GAMES["pint-craft"]
edition = packaged(game.edition, game.about.package)[0]
rules, wording = game.rules(edition), game.wording(edition)
chance = Chance(seed_from("a wheel"))
state = rules.new(game.about.options(), 2, chance)
while moves := list(rules.moves(state)):
    for event in rules.apply(state, moves[-1], chance).events:
        assert wording.sentence(event, wording.names([None, None]))
    state = rules.apply(state, random.choice(moves), chance).state
print(rules.outcome(state).reason)
"""
A_SCHEMA = "import schema; print(schema.Schema({'pints': int}).validate({'pints': 2}))"


def test_it_holds_everything_under_one_name_and_runs_without_the_sources(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as content:
        names = set(content.namelist())
        content.extractall(tmp_path / "installed")
    wanted = {
        f"taphouse/{file.relative_to(ROOT)}"
        for name in FLOORS
        for file in (ROOT / name).rglob("*")
        if (file.suffix in SHIPPED or file.name == "py.typed") and file.parent.name != "released"
    }
    assert wanted <= names
    assert {f"taphouse/{name}/py.typed" for name in FLOORS} <= names, "type checkers ignore a package without it"
    assert "taphouse/service/store/commit.lua" in names
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"taphouse"}
    env = {name: value for name, value in os.environ.items() if not name.startswith("TAPHOUSE_")}
    ran = subprocess.run(
        [sys.executable, "-m", "taphouse", "settings", "--json"],
        cwd=tmp_path,
        env=env | {"PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout)[0]["variable"] == "TAPHOUSE_HOST"


def test_the_engine_installs_with_two_dependencies_beside_another_schema(wheel: Path, tmp_path: Path) -> None:
    made = Environment.create(tmp_path / "environment", str(wheel), "schema==0.7.8")

    def run(*arguments: str) -> str:
        return made.run("python", "-I", *arguments)

    assert run("-c", A_SCHEMA) == "{'pints': 2}"
    assert run("-c", A_GAME) in {"threshold", "face-off", "vote", "all-on-tap", "round-cap"}
    needed = run("-c", "from importlib.metadata import requires; print(*requires('taphouse'), sep='\\n')").splitlines()
    assert [re.split("[~>]", one)[0] for one in needed if "extra ==" not in one] == ["msgspec", "pydantic"]

    command = subprocess.run([made.programs / "taphouse", "serve"], capture_output=True, text=True, check=False)
    assert (command.returncode, command.stdout) == (2, "")
    assert "pip install 'taphouse[service]'" in command.stderr

    made.pip("uninstall", "--yes", "schema")
    assert run("-c", "import taphouse.schema; print(taphouse.__version__)")


def test_a_new_game_is_written_installed_and_played(installed: Environment, tmp_path: Path) -> None:
    made = installed.on_top(tmp_path / "environment")
    made.run("python", "-m", "taphouse", "new-game", "moon-rocket")
    made.pip("install", "--no-build-isolation", "--no-deps", "./moon-rocket")
    listed = made.run("python", "-m", "taphouse", "games").splitlines()
    assert "moon-rocket  Moon Rocket  (taphouse-moon-rocket 0.1.0)" in listed
    assert "(EMPTY_PILE, MR-07)" in made.run("python", "-m", "taphouse", "demo", "--game", "moon-rocket")
    assert " passed" in made.run("python", "-m", "pytest", "--quiet", folder="moon-rocket/tests")
