"""The first commands of pages that are not tutorials, run as they stand there. Tutorials and guides have tests of their own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.test_guides import ROOT, blocks, environment

SEEN = {
    "arena": "Report: arena/report.html",
    "balance": "turn-began",
}


@pytest.mark.ecosystem
@pytest.mark.parametrize("page", SEEN)
def test_the_first_command_runs_at_the_top_of_a_clone(page: str, tmp_path: Path) -> None:
    if page == "arena" and shutil.which("node") is None:
        pytest.skip("Node is missing; on Debian: apt install nodejs")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    first, *_ = blocks((ROOT / "docs" / f"{page}.md").read_text(), "sh")
    done = subprocess.run(
        ["bash", "-euc", first],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert SEEN[page] in done.stdout
