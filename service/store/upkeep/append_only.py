"""Repairs the append-only file of the embedded server, with the checkers that are built into its program.

The server adds to the last file of `appendonlydir`, so that is where a crash of the machine, a full disk or a bad sector leaves
bytes that are no command. Nothing after them can be read any more, so they and the rest are cut off.
"""

from __future__ import annotations

import mmap
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from msgspec import Struct

from taphouse.service.store import data_directory
from taphouse.service.store.embedded import program

FOLDER = "appendonlydir"
MANIFEST = "appendonly.aof.manifest"
COMMANDS, SNAPSHOT = "valkey-check-aof", "valkey-check-rdb"
"""The names under which the server's program checks a file of commands, or a snapshot, instead of serving. Given the manifest, it
would check all files, but it takes a snapshot that Valkey wrote for a file of commands."""
_FILES = re.compile(r"^file (\S+) seq (\d+) type ([bi])\b", re.MULTILINE)
_NAMED = re.compile(rb"\r\nth:\{([^}\r\n]+)\}")
_VERSION = re.compile(rb"\r\nth:\{([^}\r\n]+)\}\r\n\$7\r\nversion\r\n\$\d+\r\n(\d+)\r\n")


class Unrepairable(Exception):
    """The files cannot be repaired; the message says why."""


class Cut(Struct, frozen=True):
    """The damage that was cut off."""

    file: Path
    copy: Path
    """The copy of the file as it was."""
    kept: int
    """The bytes of the file that are left."""
    lost: int
    """The bytes that were cut off."""
    games: dict[str, int]
    """The games that the cut bytes name, each with its highest version there; 0 if they name none."""


def repair(data_dir: Path) -> Cut | None:
    """Copy the append-only file, and cut off its damaged end. None if nothing is damaged.

    Args:
        data_dir: The data directory, which no service uses.

    Raises:
        DataDirTaken: A service uses it.
        Unrepairable: More than the end is damaged, or there is no append-only file.
        OSError: The directory or the program cannot be used.
    """
    home = data_directory.prepare(data_dir)
    lock = data_directory.lock(home)
    try:
        return _repaired(home)
    finally:
        data_directory.unlock(lock)


def _repaired(home: Path) -> Cut | None:
    manifest = home / FOLDER / MANIFEST
    if not manifest.is_file():
        raise Unrepairable(f"There is no append-only file in {home}.")
    listed = _FILES.findall(manifest.read_text("utf-8", "replace"))
    bases = [manifest.with_name(name) for name, _, kind in listed if kind == "b"]
    files = [manifest.with_name(name) for name, _, kind in sorted(listed, key=_number) if kind == "i"]
    if not files:
        raise Unrepairable(f"{manifest} names no file of commands. Restore a backup.")
    for one in (*bases, *files[:-1]):
        checker = SNAPSHOT if one.suffix == ".rdb" else COMMANDS
        whole, said = _checked(checker, one)
        if not whole:
            raise Unrepairable(f"{one} is damaged, and the server adds to a later file. Restore a backup. ({said})")
    if _checked(COMMANDS, files[-1])[0]:
        return None
    return _cut(files[-1], home)


def _cut(file: Path, home: Path) -> Cut:
    """Cut a file off where its commands end."""
    copy = home / f"{file.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"
    shutil.copy2(file, copy)
    whole, said = _checked(COMMANDS, file, "--fix")
    if not whole:
        raise Unrepairable(f"{file} cannot be repaired: {said} It was copied to {copy}.")
    with file.open("rb") as fixed:
        os.fsync(fixed.fileno())
    kept, before = file.stat().st_size, copy.stat().st_size
    return Cut(file, copy, kept, before - kept, _games(copy, kept))


def _checked(checker: str, file: Path, *options: str) -> tuple[bool, str]:
    """Check a file. Returns whether it is whole, and the last line of the checker's output."""
    if not file.is_file():
        return False, f"{file} is missing."
    if not file.stat().st_size:
        return True, ""  # nothing was added yet; the checkers take that for an error
    done = subprocess.run(  # noqa: S603 no untrusted input
        [checker, *options, str(file)],
        executable=program(),
        input=b"y\n",  # it asks before it cuts
        capture_output=True,
        check=False,
    )
    said = (done.stdout + done.stderr).decode("utf-8", "replace").strip().splitlines()
    return done.returncode == 0, said[-1] if said else f"exit status {done.returncode}"


def _number(listed: tuple[str, str, str]) -> int:
    return int(listed[1])


def _games(file: Path, start: int) -> dict[str, int]:
    """The games that are named in a file from a byte on, each with its highest version there."""
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as bytes_:
        games = {one[1].decode("utf-8", "replace"): 0 for one in _NAMED.finditer(bytes_, start)}
        for one in _VERSION.finditer(bytes_, start):
            id_ = one[1].decode("utf-8", "replace")
            games[id_] = max(games[id_], int(one[2]))
    return games
