"""Starts a service for the length of one game."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NoReturn

import taphouse
from taphouse.service.cli.demo.graphql_client import DemoFailed
from taphouse.service.runtime.settings import PREFIX, variable

START = 60.0
"""Seconds to wait for the service to start."""
STOP = 20.0
_LOG_LINES = 10


@contextmanager
def house() -> Iterator[str]:
    """Run `taphouse serve` on a free port with a temporary data directory, and yield its URL.

    Raises:
        DemoFailed: It did not start.
    """
    with TemporaryDirectory(prefix="taphouse-demo-", ignore_cleanup_errors=True) as folder, _terminable():
        log = Path(folder) / "log"
        with log.open("wb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "taphouse", "serve", "--with-parent"],
                cwd=Path(taphouse.__file__).parents[1],  # `-m` looks here first
                env=_environment(Path(folder)),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,  # Ctrl-C must only reach this process, which then stops that one
            )
        try:
            yield _opened(process, log)
        finally:
            _stop(process)


def _environment(folder: Path) -> dict[str, str]:
    """This process's environment, but with settings of the demo's own; the operator's editions are kept."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    editions = os.environ.get(variable("editions_dir"))
    if editions:
        variables[variable("editions_dir")] = str(Path(editions).absolute())
    return variables | {
        variable("host"): "127.0.0.1",
        variable("port"): "0",
        variable("data_dir"): str(folder / "data"),
        variable("log_level"): "warning",
        variable("stop_timeout"): "1",
    }


def _opened(process: subprocess.Popen[str], log: Path) -> str:
    """The URL it prints when it answers requests."""
    watch = threading.Timer(START, process.kill)
    watch.start()
    try:
        for line in process.stdout or ():
            found = re.search(r"http://\S+(?=/graphql)", line)
            if found:
                return found.group()
    finally:
        watch.cancel()
    process.wait()
    output = " ".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LOG_LINES:])
    raise DemoFailed(f"The demo's service did not start: {output or f'exit status {process.returncode}.'}")


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(STOP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM unwind this process, as Ctrl-C does, so that the service is stopped and its files are removed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + number)
