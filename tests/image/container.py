"""Runs the image as a container engine would, as far as a kernel without one allows.

The process has a mount and a process namespace of its own, in which it is the first process; the root is the image's, read-only;
/data is a volume and /tmp a tmpfs; user, environment and working directory are the image's; it has no capabilities.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.servers import free_port

ROOT = Path(os.environ.get("TAPHOUSE_IMAGE_ROOT", "/nonexistent"))
CONFIG: dict[str, Any] = (
    json.loads(Path(os.environ["TAPHOUSE_IMAGE_CONFIG"]).read_text())["Docker"]["config"]
    if "TAPHOUSE_IMAGE_CONFIG" in os.environ
    else {}
)
USER = 10001
_MOUNTS = """
mount --bind {root} {root}
mount -o remount,bind,ro {root}
mount -t proc proc {root}/proc
mount -t tmpfs tmpfs {root}/tmp
mount --rbind /dev {root}/dev
mount --bind {volume} {root}/data
exec {command}
"""


class Container:
    """A container of the image with a new volume, or that of another one."""

    def __init__(self, volume: Path, **variables: str) -> None:
        self.port = free_port()
        self.volume = volume
        if not volume.exists():  # an engine gives a new volume the owner and the rights of the folder in the image
            volume.mkdir()
            found = (ROOT / "data").stat()
            os.chown(volume, found.st_uid, found.st_gid)
            volume.chmod(found.st_mode)
        image = dict(one.split("=", 1) for one in CONFIG["Env"])
        self._env = image | {"TAPHOUSE_HOST": "127.0.0.1", "TAPHOUSE_PORT": str(self.port)} | variables
        script = _MOUNTS.format(
            root=shlex.quote(str(ROOT)), volume=shlex.quote(str(volume)), command=self._inside(CONFIG["Cmd"])
        )
        apart = ["unshare", "--mount", "--pid", "--fork", "sh", "-ec", script]
        self._log = volume.with_name(
            f"{self.port}.log"
        )  # a pipe that nobody reads would stop the service once it is full
        with self._log.open("w") as log:
            self._unshare = subprocess.Popen(apart, stdout=log, stderr=log)

    @property
    def pid(self) -> int:
        """The number of the first process, outside its namespace."""
        parent = self._unshare.pid
        return int(Path(f"/proc/{parent}/task/{parent}/children").read_text().split()[0])

    def run(self, command: list[str]) -> int:
        """The exit status of a command inside the container, such as its health check."""
        enter = ["nsenter", "--mount", "--pid", "--target", str(self.pid), "sh", "-ec", "exec " + self._inside(command)]
        return subprocess.run(enter, check=False, capture_output=True).returncode

    def stop(self, patience: float) -> tuple[int, str]:
        """Send SIGTERM as an engine does; the exit status and the log.

        Raises:
            subprocess.TimeoutExpired: It did not end in time.
        """
        os.kill(self.pid, signal.SIGTERM)
        return self._unshare.wait(patience), self._log.read_text()

    def kill(self) -> None:
        """End it at once, with all its processes."""
        if self._unshare.poll() is None:
            with suppress(OSError, IndexError):  # it has ended meanwhile
                os.kill(self.pid, signal.SIGKILL)  # the others of its namespace end with the first
        self._unshare.wait()

    def _inside(self, command: list[str]) -> str:
        less = ["--clear-groups", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"]
        user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", *less]
        where = [
            "env",
            "-i",
            f"--chdir={CONFIG['WorkingDir']}",
            *(f"{name}={value}" for name, value in self._env.items()),
        ]
        return shlex.join(["chroot", str(ROOT), *user, *where, *command])
