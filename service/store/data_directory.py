"""The data directory of the embedded server: its lock, its socket and its signing key."""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

LONGEST_SOCKET = 103
"""The longest path of a unix socket on all systems, in bytes (macOS; Linux allows 107)."""
LEAST_FREE = 1 << 30
"""Free bytes on the disk below which there is a warning."""
GRACE = 5.0
"""Seconds that the server of a dead owner has to finish writing before the directory counts as taken."""


class DataDirTaken(Exception):
    """Another process owns the data directory `path`; `pid` is None if unknown."""

    def __init__(self, path: Path, pid: int | None) -> None:
        self.path = path
        self.pid = pid
        by = f"process {pid}" if pid else "another process"
        super().__init__(
            f"The data directory {path} is in use by {by}. Stop that process, or choose another directory."
        )


PRIVATE = 0o077
"""The umask of processes that write into a data directory: it denies other users everything."""


def prepare(data_dir: Path) -> Path:
    """Create the directory if it is missing, deny other users access to it and all in it, and return its real path."""
    data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    data_dir.chmod(0o700)
    for folder, folders, files in os.walk(data_dir):
        for name in (*folders, *files):
            with suppress(FileNotFoundError, PermissionError):  # it has just been removed, or is another user's
                _deny(Path(folder, name))
    return data_dir.resolve()


def _deny(path: Path) -> None:
    mode = path.lstat().st_mode
    if mode & PRIVATE and not stat.S_ISLNK(mode):
        path.chmod(stat.S_IMODE(mode) & ~PRIVATE)


def lock(data_dir: Path) -> int:
    """Lock the directory. The lock lasts until the returned descriptor is closed in every process that has it.

    Raises:
        DataDirTaken: Another process owns it.
    """
    descriptor = os.open(data_dir / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + GRACE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = _owner(descriptor)
            if pid is None or _alive(pid) or time.monotonic() > deadline:
                os.close(descriptor)
                raise DataDirTaken(data_dir, pid) from None
            time.sleep(0.02)  # the owner is dead; its server, which also holds the lock, is about to end
        else:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
            return descriptor


def unlock(descriptor: int) -> None:
    """Release the lock, for every process that has the descriptor."""
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    os.close(descriptor)


def socket_path(data_dir: Path) -> Path:
    """A short path for the socket of this directory's server, in a private directory.

    Raises:
        PermissionError: The private directory exists, but is not private to this user.
    """
    name = f"taphouse-{os.getuid()}-{hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]}"
    temporary = Path(tempfile.gettempdir())
    if len(os.fsencode(temporary / name / "s")) > LONGEST_SOCKET:
        temporary = Path("/tmp")  # noqa: S108 the directory in it is checked below
    home = temporary / name
    home.mkdir(exist_ok=True, mode=0o700)
    found = home.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PermissionError(f"{home} must be a directory that only user {os.getuid()} can enter.")
    return home / "s"


def signing_key(data_dir: Path) -> str:
    """The signing key of this directory: 32 random bytes in URL-safe base64, generated once and stored."""
    path = data_dir / "signing-key"
    with suppress(FileNotFoundError):
        return path.read_text("ascii").strip()
    draft = data_dir / f"signing-key.{os.getpid()}.{secrets.token_hex(4)}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(draft)  # unlike a rename, never replaces the key of a faster process
    finally:
        draft.unlink()
    return path.read_text("ascii").strip()


def _owner(descriptor: int) -> int | None:
    text = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
    return int(text) if text.isdecimal() else None


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def filling(home: Path) -> str | None:
    """A warning if the disk of a data directory has little room left; None if it has enough, or cannot be asked."""
    try:
        free = shutil.disk_usage(home).free
    except OSError:
        return None
    if free >= LEAST_FREE:
        return None
    return f"the disk of the data directory has {free >> 20} MiB left; when it is full, no game can be changed: make room on it"
