"""The wheel: what it holds, what it needs, and that it can be installed beside anything."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.ecosystem

ROOT = Path(__file__).parents[2]
FLOORS = ("client", "engine", "env", "lab", "schema", "service")
SHIPPED = {".py", ".toml", ".md", ".lua", ".graphql"}
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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from what the Dockerfile copies."""
    source = tmp_path_factory.mktemp("source")
    for name in (*FLOORS, "taphouse"):
        shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    made = subprocess.run([*build, "--wheel-dir", source, source], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    (file,) = source.glob("taphouse-*.whl")
    return file


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
    home = tmp_path / "environment"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"

    def run(*arguments: str) -> str:
        command = [python, "-I", *arguments]  # nothing of the caller's environment
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    pip = ("-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input")
    pinned = re.findall(r"^[\w.-]+==[^\s;]+", (ROOT / "requirements/test.txt").read_text(), re.MULTILINE)
    (tmp_path / "pinned").write_text("\n".join([*pinned, "schema==0.7.8"]))
    run(*pip, "install", "--constraint", str(tmp_path / "pinned"), str(wheel), "schema")
    assert run("-c", A_SCHEMA) == "{'pints': 2}"
    assert run("-c", A_GAME) in {"threshold", "face-off", "vote", "all-on-tap", "round-cap"}
    needed = run("-c", "from importlib.metadata import requires; print(*requires('taphouse'), sep='\\n')").splitlines()
    assert [re.split("[~>]", one)[0] for one in needed if "extra ==" not in one] == ["msgspec", "pydantic"]

    command = subprocess.run([home / "bin" / "taphouse", "serve"], capture_output=True, text=True, check=False)
    assert (command.returncode, command.stdout) == (2, "")
    assert "pip install 'taphouse[service]'" in command.stderr

    run(*pip, "uninstall", "--yes", "schema")
    assert run("-c", "import taphouse.schema; print(taphouse.__version__)")
