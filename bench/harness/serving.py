"""The processes that are measured, on this machine: a store, instances of the service, and what they are compared with."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

import redis
from msgspec import Struct

from taphouse.service.runtime.child_processes import leashed
from taphouse.service.runtime.settings import variable
from taphouse.service.store.embedded import Embedded

PYTHON = sys.executable
ROOT = Path(__file__).parents[2]
_MOST = str(10**9)
UNREACHED = {
    **{variable(f"rate_{whose}{what}"): _MOST for whose in ("token", "address") for what in ("", "_burst")},
    variable("connections_per_address"): "0",
    **{variable(f"quota_{what}"): "0" for what in ("games", "waiting", "listed", "seats", "megabytes")},
    variable("ws_messages"): "0",
    variable("ws_operations_per_address"): "0",
}
"""Rate limits that are checked as usual, but never reached."""
PUBLIC = {variable("trusted_proxies"): "192.0.2.1", variable("webhooks"): "any"}
"""The defaults of a service that others can reach: on a loopback address, a service without a proxy has no rates. Webhooks may
lead to receivers on this machine."""


class Process(Struct, frozen=True):
    """A server process."""

    pid: int
    port: int


class Stage:
    """A store that flushes every commit, and the processes that use it; as a context manager, which stops them all."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def __enter__(self) -> Stage:
        with ExitStack() as stack:
            self.folder = Path(stack.enter_context(TemporaryDirectory()))
            self.store = stack.enter_context(Embedded(self.folder / "data"))
            self._log = stack.enter_context((self.folder / "log").open("w"))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def store_pid(self) -> int:
        """The process of the store."""
        assert self.store.pid
        return self.store.pid

    def redis(self) -> redis.Redis:
        """A client of the store."""
        return redis.Redis.from_url(self.store.url)

    def service(
        self, *module: str, limited: bool = False, checkout: Path = ROOT, more: Mapping[str, str] | None = None
    ) -> Process:
        """Start a module with its arguments, configured like the service.

        Args:
            module: The module and its arguments.
            limited: Whether the default limits of a public service hold. Otherwise the rates are never reached.
            checkout: The root of the checkout whose code runs, in its own environment if it has one.
            more: Further variables.
        """
        settings = {
            variable("redis_url"): self.store.url,
            variable("signing_key"): self.store.signing_key(),
            variable("port"): "0",
            variable("store_timeout"): "20",  # so that a busy machine makes the figures worse, but ends nothing
            **(PUBLIC if limited else UNREACHED),
            **(more or {}),
        }
        own = checkout / ".venv" / "bin" / "python"
        return self.start([str(own) if own.exists() else PYTHON, "-m", *module], settings, checkout)

    def start(self, command: list[str], variables: Mapping[str, str], folder: Path = ROOT) -> Process:
        """Start a server that prints its address, in a folder.

        Raises:
            RuntimeError: It ended before.
        """
        ours = variable("")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        process = self._stack.enter_context(
            subprocess.Popen(
                leashed(command),
                cwd=folder,
                env={**inherited, **variables},
                stdout=subprocess.PIPE,
                stderr=self._log,
                text=True,
            )
        )
        self._stack.callback(process.terminate)
        assert process.stdout
        line = next((line for line in process.stdout if "127.0.0.1:" in line), None)
        if line is None:
            raise RuntimeError(f"{' '.join(command)} did not start:\n{(self.folder / 'log').read_text()[-2000:]}")
        return Process(process.pid, int(line.partition("127.0.0.1:")[2].partition("/")[0]))


def cpu(pid: int) -> float:
    """The seconds of CPU that a process has used, with all its threads (Linux, by the clock of clock_getcpuclockid(3))."""
    return time.clock_gettime((~pid << 3) | 2)
