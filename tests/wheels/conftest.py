"""The wheels of Taphouse and of the example games, and an environment that has them and nothing of the checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.conftest import browser, node, page  # noqa: F401 -- fixtures
from tests.wheels.environments import ROOT, Environment, once

FLOORS = ("client", "engine", "env", "lab", "schema", "service")
EXAMPLES = ("goofspiel", "nine-mens-morris")
EXTRAS = "taphouse[service,env,mcp,game-tests]"


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder that all processes of this run share."""
    mine = tmp_path_factory.getbasetemp()
    return mine if worker_id == "master" else mine.parent


def build(folder: Path) -> None:
    """Build Taphouse from what the Dockerfile copies, and the example games."""
    subprocess.run(
        [sys.executable, ROOT / "clients" / "build.py"], capture_output=True, check=False
    )  # if there is Node
    sources, without = folder / "sources", shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
    for name in (*FLOORS, "taphouse"):
        shutil.copytree(ROOT / name, sources / "taphouse" / name, symlinks=True, ignore=without)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources / "taphouse")
    for name in EXAMPLES:
        shutil.copytree(ROOT / "examples" / "games" / name, sources / name, ignore=without)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    made = subprocess.run(
        [*command, "--wheel-dir", folder, *sources.iterdir()], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr


@pytest.fixture(scope="session")
def wheels(shared: Path) -> Path:
    """The folder with all wheels."""
    return once(shared / "wheels", build)


@pytest.fixture(scope="session")
def wheel(wheels: Path) -> Path:
    """The wheel of Taphouse."""
    (found,) = wheels.glob("taphouse-*.whl")
    return found


@pytest.fixture(scope="session")
def installed(shared: Path, wheels: Path, wheel: Path) -> Environment:
    """An environment with all wheels, and with what is needed to play and to test."""
    asked = [f"{EXTRAS} @ {wheel.as_uri()}", *map(str, wheels.glob("taphouse_*.whl")), "setuptools"]
    return Environment(once(shared / "environment", lambda home: Environment.create(home, *asked)))
