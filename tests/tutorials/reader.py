"""Follows a tutorial from top to bottom: its blocks are run in order, and must print what the page says.

A block of code is one of these:

- with the title of a file in examples/: a part of that program. The parts of a page are the whole program, in order. Parts of a
  shell script are run as well. With the title of any other file, it is an excerpt;
- `bash`: run at the top of a checkout, in one shell for blocks that follow each other;
- `text`: what the block before it prints. `...` stands for anything;
- `sh`: preparations, which the tests make in another way. A service is started with the settings that the line gives it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.runtime.settings import PREFIX
from tests.api.server import Server
from tests.servers import free_port

ROOT = Path(__file__).parents[2]
TUTORIALS = ROOT / "docs" / "tutorials"
ADDRESS = "http://127.0.0.1:8000"
NOWHERE = "http://127.0.0.1:1"
"""An address where nothing answers, before a page has started a service."""
PATIENCE = 120
"""Seconds after which a block hangs."""
MARK = "--- the end of a block ---"
BLOCK = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
SETTINGS = re.compile(r"TAPHOUSE_\w+=\S+")
SERVE = re.compile(r"(?:TAPHOUSE_\w+=\S+ )*make serve")
EXPORT = re.compile(r"export( TAPHOUSE_\w+=\S+)+")
PATHS = {"TAPHOUSE_ACCOUNTS_KEYS", "TAPHOUSE_EDITIONS_DIR"}
"""Settings that name a file or a folder of the reader."""
WITHOUT_TESTING = (
    re.compile(r"make client"),
    re.compile(
        r"pip install openapi-generator-cli|openapi-generator-cli .*|  \w+=.*"
    ),  # tests/clients/test_generated.py does
    re.compile(r"curl .* > openapi\.json"),
    re.compile(r"jq .* openapi\.json > bare\.json"),  # tests/clients/test_growth.py does
    re.compile(r"\.venv/bin/pip install --editable '\.\[[a-z,]+\]'"),
    re.compile(r"\.venv/bin/pip install torch sb3-contrib"),
    re.compile(r"(PYTHONPATH=examples )?\.venv/bin/.* (examples/train\.py|--games 600|train:learnt) .*"),
    re.compile(r"python3 -m http\.server .*"),
)
NPM = re.compile(r"(?:cd (\S+) && )?npm install.*")


class Block(NamedTuple):
    """A block of code on a page."""

    language: str
    title: str
    text: str


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    return [Block(*found) for found in BLOCK.findall(page.read_text(encoding="utf-8"))]


class Services:
    """The services of a test run. Those with the same settings are one, unless they read files of a reader."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._urls: dict[tuple[str, ...], str] = {}

    def url(self, folder: Path, given: tuple[str, ...]) -> str:
        """The address of a service with these settings, such as `TAPHOUSE_WEBHOOKS=any`. Paths begin at the folder."""
        named = dict(one.split("=", 1) for one in given)
        if given in self._urls and not PATHS & named.keys():
            return self._urls[given]
        settings = {
            name.removeprefix(PREFIX).lower(): str(folder / value) if name in PATHS else value
            for name, value in named.items()
        }
        service = Server(store=MemoryStore(), cors_origins="loopback", **settings)
        self._urls[given] = self._stack.enter_context(service).url
        return self._urls[given]


class Reader:
    """Somebody who follows a page.

    Args:
        folder: Where commands are run: it looks like a checkout.
        services: Starts services.
        node: Gives the command of Node; skips the test if there is none.
        packages: Gives `node_modules` with what the tutorials install.
    """

    def __init__(self, folder: Path, services: Services, node: Callable[[], str], packages: Callable[[], Path]) -> None:
        self.folder = folder
        self._services, self._node, self._packages = services, node, packages
        self._url = NOWHERE
        self._exported: list[str] = []
        self._path = os.environ["PATH"]

    def follow(self, page: Path) -> None:
        """Do what the page says."""
        waiting: list[Block] = []
        for block in blocks(page):
            if block.title and block.language != "bash":
                continue
            if block.language != "sh":
                waiting.append(block)
                continue
            self._run(waiting)
            waiting = []
            for line in block.text.splitlines():
                self._prepare(line)
        self._run(waiting)

    def _prepare(self, line: str) -> None:
        """A line of preparations."""
        if EXPORT.fullmatch(line):
            self._exported += SETTINGS.findall(line)
        elif SERVE.fullmatch(line):
            self._url = self._services.url(self.folder, (*self._exported, *SETTINGS.findall(line)))
        elif installed := NPM.fullmatch(line):
            (self.folder / (installed[1] or "") / "node_modules").symlink_to(self._packages())
        else:
            assert any(one.fullmatch(line) for one in WITHOUT_TESTING), f"nobody knows how to test: {line}"

    def _run(self, wanted: list[Block]) -> None:
        """Run blocks in one shell, and compare what they print with what the page says."""
        strange = {block.language for block in wanted} - {"bash", "text"}
        assert not strange, f"blocks of {strange} without a title are never run"
        commands = [block.text for block in wanted if block.language == "bash"]
        if not commands:
            return
        if any(re.search(r"\bnode\b", command) for command in commands):
            self._path = f"{Path(self._node()).parent}{os.pathsep}{os.environ['PATH']}"
        for program in ("curl", "redis-server"):
            found = subprocess.run(["which", program], capture_output=True, check=False).returncode == 0
            if not found and any(re.search(rf"\b{program}\b", command) for command in commands):
                pytest.skip(f"{program} is missing; on Debian: apt install {program}")
        script = "set -euo pipefail\n" + "".join(f"{command}echo; echo '{MARK}'\n" for command in commands)
        for port in re.findall(r"\b[A-Z]+=(\d{4})\b", script):
            script = script.replace(f"={port}", f"={free_port()}")
        said = self._shell(script.replace(ADDRESS, self._url)).replace(self._url, ADDRESS).split(f"\n{MARK}\n")
        printed = ""
        for block in wanted:
            if block.language == "bash":
                printed = said.pop(0)
            else:
                expect(block.text, printed)

    def _shell(self, script: str) -> str:
        strange = ("http_proxy", "https_proxy", "all_proxy")
        env = {n: v for n, v in os.environ.items() if not n.startswith(PREFIX) and n.lower() not in strange}
        with subprocess.Popen(
            ["bash", "-c", script],
            cwd=self.folder,
            env=env | {"PATH": self._path, "NO_COLOR": "1", "COLUMNS": "120", "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as shell:
            try:
                said, _ = shell.communicate(timeout=PATIENCE)
            finally:
                end_group(shell.pid)
        assert shell.returncode == 0, said
        return said


def end_group(group: int) -> None:
    """End what a shell has left running."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def expect(wanted: str, printed: str) -> None:
    """Each line that the page shows was printed, in this order."""
    lines = iter(printed.splitlines())
    for line in wanted.splitlines():
        if line == "...":
            continue
        pattern = re.compile(".*".join(re.escape(part) for part in line.rstrip().split("...")))
        assert any(pattern.fullmatch(said.rstrip()) for said in lines), f"{line!r} is not printed in:\n{printed}"
