"""A folder like a checkout, to follow tutorials in, and what they have installed by then."""

from __future__ import annotations

import json
import shutil
import sys
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.tutorials.reader import ROOT, Reader, Services
from tests.web.conftest import CLIENTS, build_script

LINKED = ("clients", "deploy", "docs", "engine", "schema", "service", "taphouse", "tests")


@pytest.fixture(scope="session")
def services() -> Iterator[Services]:
    """The services that tutorials share."""
    with ExitStack() as stack:
        yield Services(stack)


@pytest.fixture
def reader(services: Services, tmp_path: Path, request: pytest.FixtureRequest) -> Reader:
    """Somebody at the top of a checkout, who has only the page."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("node_modules", "built"))
    for name in LINKED:
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    given = request.getfixturevalue
    return Reader(tmp_path, services, lambda: given("node"), lambda: given("packages"))


@pytest.fixture(scope="session")
def node() -> str:
    """The command of Node."""
    program = build_script().node()
    if program is None:
        pytest.skip("Node is missing or too old: install Node 20.19 or 22.12 (on Debian: apt install nodejs npm)")
    path: str = program[0]
    return path


@pytest.fixture(scope="session")
def packages(node: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`node_modules` of somebody who has installed the packed `@taphouse/client`, and TypeScript, and nothing else."""
    script = build_script()
    modules = tmp_path_factory.mktemp("project") / "node_modules"
    with script.alone(), tarfile.open(script.pack()) as archive:
        archive.extractall(modules / "@taphouse", filter="data")
    (modules / "@taphouse" / "package").rename(modules / "@taphouse" / "client")
    wanted = json.loads((modules / "@taphouse" / "client" / "package.json").read_text())["dependencies"]
    for name in (*wanted, "graphql", "typescript", "@types", ".bin"):  # graphql is a peer of graphql-ws
        (modules / name).symlink_to(CLIENTS / "node_modules" / name)
    return modules
