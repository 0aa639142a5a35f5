"""Fresh environments, in which what is installed runs away from the sources."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
PINNED = re.findall(r"^[\w.-]+==[^\s;]+", (ROOT / "requirements" / "test.txt").read_text(), re.MULTILINE)


class Environment:
    """A virtual environment, and a folder beside it in which its programs run."""

    def __init__(self, home: Path) -> None:
        self.programs = home / "bin"
        self.folder = home / "elsewhere"

    @classmethod
    def create(cls, home: Path, *packages: str) -> Environment:
        """A new environment with some packages, of the pinned versions."""
        venv.create(home, with_pip=True)
        made = cls(home)
        made.folder.mkdir()
        (home / "pinned").write_text("\n".join(PINNED))
        made.pip("install", "--no-compile", "--constraint", str(home / "pinned"), *packages)
        return made

    def on_top(self, home: Path) -> Environment:
        """A new environment that has all that this one has."""
        venv.create(home)
        made = Environment(home)
        made.folder.mkdir()
        (here,) = home.glob("lib/*/site-packages")
        (there,) = self.programs.parent.glob("lib/*/site-packages")
        (here / "below.pth").write_text(str(there))
        return made

    @property
    def variables(self) -> dict[str, str]:
        """Those of the caller, without settings and paths to sources."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TAPHOUSE_", "PYTHON"))}
        return kept | {"PATH": f"{self.programs}{os.pathsep}{kept['PATH']}"}

    def run(self, program: str, *arguments: str, folder: str = ".") -> str:
        """Run a program to a good end. Returns what it prints."""
        done = subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.folder / folder,
            env=self.variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def pip(self, *arguments: str) -> None:
        """Run pip."""
        self.run("python", "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *arguments)

    @contextmanager
    def started(self, *command: str, **variables: object) -> Iterator[subprocess.Popen[bytes]]:
        """A program that runs meanwhile. Its output is in the file `log` of the folder."""
        given = {name: str(value) for name, value in variables.items()}
        with (self.folder / "log").open("ab") as log:
            program = subprocess.Popen(
                [self.programs / command[0], *command[1:]],
                cwd=self.folder,
                env=self.variables | given,
                stdout=log,
                stderr=log,
            )
        try:
            yield program
        finally:
            program.terminate()
            program.wait()


def once(folder: Path, make: Callable[[Path], object]) -> Path:
    """A folder that one of the test processes makes, and all use."""
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            try:
                make(folder)
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)
                raise
    return folder
