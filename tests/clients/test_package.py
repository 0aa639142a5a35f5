"""@taphouse/client as npm gets it: what is in the package, and that tools and compilers find it."""

from __future__ import annotations

import json
import os
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.conftest import FOLDER, PATIENCE
from tests.web.conftest import CLIENTS, ROOT, build_script

pytestmark = pytest.mark.ecosystem


@pytest.fixture(scope="module")
def packed() -> Iterator[Path]:
    script = build_script()
    if script.node() is None:
        pytest.skip("Node is missing or too old: install Node 20.19 or 22.12 (on Debian: apt install nodejs npm)")
    with script.alone():
        yield script.pack()


def test_the_package_has_the_code_its_types_the_operations_and_its_licence(packed: Path) -> None:
    with tarfile.open(packed) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
        licence = archive.extractfile("package/LICENSE")
        assert licence is not None
        assert licence.read() == (ROOT / "LICENSE").read_bytes()
    built = {
        f"dist/{one.stem}{suffix}" for one in (CLIENTS / "typescript" / "src").iterdir() for suffix in (".js", ".d.ts")
    }
    operations = {f"operations/{one.name}" for one in (CLIENTS / "typescript" / "operations").iterdir()}
    assert names == {"package.json", "README.md", "LICENSE", *built, *operations}


@pytest.mark.parametrize(
    "command",
    [
        ("publint/src/cli.js", "--strict"),
        ("@arethetypeswrong/cli/dist/index.js", "--profile", "esm-only", "--format", "json"),
    ],
    ids=["publint", "attw"],
)
def test_tools_and_compilers_find_what_the_package_exports(node: str, packed: Path, command: tuple[str, ...]) -> None:
    program, *options = command
    env = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    run = [node, FOLDER / "node_modules" / program, packed, *options]
    done = subprocess.run(run, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    if "json" in options:
        assert json.loads(done.stdout)["analysis"]["types"]["kind"] == "included"
