"""Node, and what it runs."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import Client, Json
from tests.api.server import Server

FOLDER = Path(__file__).parent
SCHEMA = FOLDER.parents[1] / "schema" / "taphouse.graphql"
INSTALLING = 300
"""Seconds after which an installation hangs."""
PATIENCE = 120
"""Seconds after which a script hangs."""

Run = Callable[..., Awaitable[Json]]


@pytest.fixture(scope="session")
def node() -> str:
    """The program, with the packages of the lock file beside the scripts."""
    program, npm = shutil.which("node"), shutil.which("npm")
    wanted = "to test the npm clients, install Node 18 or newer and npm; on Debian: apt install nodejs npm"
    if program is None or npm is None:
        pytest.skip(f"{'node' if program is None else 'npm'} is missing: {wanted}")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").partition(".")[0]) < 18:
        pytest.skip(f"node is {version}: {wanted}")
    install(npm, FOLDER)
    return program


@pytest.fixture(scope="session")
def modules(node: str) -> Path:
    """The packages that make validators."""
    install(str(shutil.which("npm")), FOLDER / "generated")
    return FOLDER / "generated" / "node_modules"


def install(npm: str, folder: Path) -> None:
    """Bring `node_modules` up to date; one process of a test run does it while the others wait."""
    wanted, found = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    with wanted.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if found.exists() and found.stat().st_mtime >= wanted.stat().st_mtime:
            return
        command = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--no-update-notifier"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=INSTALLING, check=False)
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def compiled(node: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the Relay scripts, with what its compiler made of their documents."""
    folder = tmp_path_factory.mktemp("relay")
    shutil.copytree(FOLDER / "relay", folder, dirs_exist_ok=True)
    shutil.copy(SCHEMA, folder)
    (folder / "node_modules").symlink_to(FOLDER / "node_modules")
    command = [node, folder / "node_modules/relay-compiler/cli.js", folder / "relay.config.json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def run(node: str) -> Run:
    """Runs a script: what it is given is JSON, and so is what it prints."""

    async def to_the_end(script: str, **given: Any) -> Json:
        env = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            node, script, cwd=FOLDER, env=env, stdin=pipe, stdout=pipe, stderr=pipe
        )
        try:
            async with asyncio.timeout(PATIENCE):
                out, err = await process.communicate(json.dumps(given).encode())
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        assert process.returncode == 0, err.decode()
        printed: Json = json.loads(out)
        return printed

    return to_the_end


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A service on a store in memory."""
    with Server(store=MemoryStore()) as running:
        yield running


@pytest.fixture(scope="session")
def somebody(server: Server) -> Iterator[Client]:
    """The player who sets up the games."""
    with httpx.Client(base_url=server.url, timeout=30, trust_env=False) as http:
        yield Client(http)
