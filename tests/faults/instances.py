"""Instances of the service as processes that start at once: forks of this one, which has loaded the application.

`python -m tests.faults.instances` reads lines: `start` answers with the port and the process id of a new instance, `stop ID`
sends it SIGTERM and answers with its exit status. All end with this process.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from types import TracebackType

import uvicorn

from taphouse.engine import GAMES
from taphouse.service.app import create_app
from taphouse.service.cli.serve import server_config
from taphouse.service.runtime import interpreter, telemetry
from taphouse.service.runtime.settings import load

KIND = "dank-and-draft"


class Instances:
    """The client of that process, as a context manager."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("TAPHOUSE_")}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.instances"],
            env={**inherited, **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Instances:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def start(self) -> tuple[int, int]:
        """The port of a new instance, which listens already, and its process id."""
        port, pid = self._ask("start").split()
        return int(port), int(pid)

    def stop(self, pid: int) -> int:
        """Stop an instance as an operator does; its exit status."""
        return int(self._ask(f"stop {pid}"))

    def _ask(self, line: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        print(line, file=self._process.stdin, flush=True)
        return self._process.stdout.readline()


def main() -> None:
    """Serve until there are no more lines."""
    settings = load()
    telemetry.configure(settings)
    app = create_app(settings, {KIND: GAMES[KIND]})
    interpreter.settle()
    running = set()
    for line in sys.stdin:
        command, _, pid = line.strip().partition(" ")
        if command == "stop":
            os.kill(int(pid), signal.SIGTERM)
            print(os.waitstatus_to_exitcode(os.waitpid(int(pid), 0)[1]), flush=True)
            running.remove(int(pid))
            continue
        with socket.create_server(("127.0.0.1", 0)) as listening:
            new = os.fork()
            if not new:
                signal.signal(signal.SIGTERM, lambda *_: os._exit(0))  # when uvicorn has ended and tells of the signal
                uvicorn.Server(server_config(settings, app)).run(sockets=[listening])
                os._exit(1)
            running.add(new)
            print(listening.getsockname()[1], new, flush=True)
    for one in running:
        os.kill(one, signal.SIGKILL)


if __name__ == "__main__":
    main()
