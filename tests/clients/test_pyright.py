"""The Python client as pyright reads it, in its strict mode."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.conftest import FOLDER
from tests.docs.test_guides import blocks

pytestmark = pytest.mark.ecosystem

ROOT = FOLDER.parents[1]
READING = """
world = client.sample_world(game.seats[0])
state: None = world
for considered in client.analysis(game.seats[0]):
    points: float = considered.expected_points
"""
"""Methods that the page does not use, and a line with a wrong type."""


def test_what_the_client_returns_has_types_for_pyright(node: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "play.py", tmp_path)
    (block,) = blocks((ROOT / "docs" / "client.md").read_text("utf-8"), "python")
    (tmp_path / "page.py").write_text(block + READING, "utf-8")
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "extraPaths": [str(ROOT)]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    program = FOLDER / "node_modules" / "pyright" / "index.js"
    command = [node, program, "--outputjson", "--project", tmp_path, "--pythonpath", sys.executable]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    errors = [(Path(one["file"]).name, one["rule"]) for one in found["generalDiagnostics"]]
    assert errors == [("page.py", "reportAssignmentType")], found["generalDiagnostics"]
    assert found["summary"]["filesAnalyzed"] == 2
