"""The TypeScript of both clients compiles in strict mode, and follows the schema; @taphouse/client passes its own tests."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.web.conftest import CLIENTS, PATIENCE

pytestmark = pytest.mark.ecosystem

TSC = CLIENTS / "node_modules" / "typescript" / "bin" / "tsc"


def ran(*command: str | Path, folder: Path, **environment: str) -> str:
    """The output of a command, which must succeed."""
    env = {**os.environ, **environment}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_typed_operations_follow_the_schema(node: str) -> None:
    ran(node, "generate.mjs", "--check", folder=CLIENTS / "typescript")


def test_the_page_compiles_in_strict_mode(node: str) -> None:
    ran(node, TSC, folder=CLIENTS / "web")


def test_the_client_passes_its_tests(node: str) -> None:
    ran(node, TSC, folder=CLIENTS / "typescript")
    with Server(store=MemoryStore()) as served:
        said = ran(node, "--test", "tests/", folder=CLIENTS / "typescript", TAPHOUSE_URL=served.url)
    assert "# fail 0" in said
    assert "# skipped 0" in said


@pytest.mark.parametrize("name", ["typescript", "web"])
def test_versions_are_exact_and_locked(name: str) -> None:
    package = json.loads((CLIENTS / name / "package.json").read_text())
    wanted = {**package["dependencies"], **package["devDependencies"]}
    locked = json.loads((CLIENTS / "package-lock.json").read_text())["packages"]
    assert all(locked[f"node_modules/{one}"].get("version", "0.1.0") == version for one, version in wanted.items())
    assert all("://" not in found.get("resolved", "") for found in locked.values())
