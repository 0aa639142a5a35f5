"""The service that `taphouse demo` starts for itself: nothing of it is left, however the command ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.demo.conftest import ROOT, environment

BOUND = 30.0


class Demo:
    """The command in a temporary directory of its own, by which what it leaves behind is found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mark = uuid.uuid4().hex

    def start(self, *arguments: str, **variables: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "taphouse", "demo", *arguments],
            cwd=ROOT,
            env=environment(TEST_MARK=self.mark, TMPDIR=str(self.folder), **variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def family(self) -> list[int]:
        """The living processes of it; a Valkey hides its environment, but works in the data directory."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal():
                try:
                    marked = f"TEST_MARK={self.mark}".encode() in (entry / "environ").read_bytes()
                    if marked or (entry / "cwd").readlink().is_relative_to(self.folder):
                        found.append(int(entry.name))
                except OSError:
                    continue  # gone meanwhile, or not ours to read
        return found


def until(happened: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + BOUND
    while not happened():
        assert time.monotonic() < deadline, f"no sign of {what}"
        time.sleep(0.02)


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Demo]:
    made = Demo(tmp_path)
    yield made
    for pid in made.family():
        os.kill(pid, signal.SIGKILL)


def test_it_starts_a_service_and_leaves_nothing_of_it(command: Demo) -> None:
    # A setting for the owner's own service, and a bad one at that, is not for this one.
    out, err = command.start("--seed", "3", "--json", TAPHOUSE_REDIS_URL="redis://127.0.0.1:1").communicate(timeout=120)
    assert err == ""
    assert json.loads(out)["outcome"]["standings"]
    assert command.family() == []
    assert list(command.folder.iterdir()) == []


def test_nothing_is_left_after_a_mistake(command: Demo) -> None:
    process = command.start("--players", "9")
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, "")
    assert err.endswith(".\n")
    assert command.family() == []
    assert list(command.folder.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_when_it_is_stopped(command: Demo, number: signal.Signals) -> None:
    process = command.start("--delay", "60")
    assert process.stdout
    assert process.stdout.readline().startswith("Dank & Draft")
    assert len(command.family()) >= 3  # itself, the service, and its Valkey
    process.send_signal(number)
    _, err = process.communicate(timeout=BOUND)
    assert process.returncode != 0
    assert "Traceback" not in err
    until(lambda: command.family() == [], "the end of its processes")
    if number != signal.SIGKILL:
        assert list(command.folder.iterdir()) == []


def test_a_service_that_does_not_start(command: Demo) -> None:
    process = command.start(TAPHOUSE_EDITIONS_DIR=str(command.folder / "nowhere"))
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, "")
    assert "did not start" in err
    assert "TAPHOUSE_EDITIONS_DIR" in err
    assert list(command.folder.iterdir()) == []
