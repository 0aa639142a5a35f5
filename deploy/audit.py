"""`make audit`: looks for known vulnerabilities in the packages that are pinned, in Python and in JavaScript.

The exit status is 1 if one is known, and 2 if some packages could not be checked because the data cannot be reached.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
HOME = ROOT / "build" / "audit"
"""The environment of pip-audit, which needs other packages than the project."""
PINNED = ("service", "test", "node")
LOCKED = ("clients", "tests/clients", "bench/peers", "bench/game_servers")
"""The folders with a lock file of npm."""

Found = tuple[int, list[str], list[str]]
"""The number of packages that were looked at, their known vulnerabilities, and the packages that could not be checked."""


def main() -> int:
    """Look at everything, and say what is known."""
    status = 0
    for name, (count, known, unchecked) in (*python(), *javascript()):
        for one in known:
            print(f"{name}: {one}")
        if unchecked:
            print(f"{name}: {len(unchecked)} packages were not checked: the data cannot be reached ({unchecked[0]}).")
        elif not known:
            print(f"{name}: nothing is known against {count} packages.")
        status = max(status, 1 if known else 0, 2 if unchecked else 0)
    return status


def python() -> Iterator[tuple[str, Found]]:
    """The known vulnerabilities of the packages in requirements/, from PyPI."""
    program = HOME / "bin" / "pip-audit"
    if not program.exists():
        venv.create(HOME, with_pip=True)
        pip = [HOME / "bin" / "python", "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
        subprocess.run([*pip, "--require-hashes", "--no-deps", "-r", ROOT / "requirements" / "audit.txt"], check=True)
    for name in PINNED:
        file = ROOT / "requirements" / f"{name}.txt"
        ran = output(
            [program, "--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json", "-r", file]
        )
        yield str(file.relative_to(ROOT)), of_python(ran, file.read_text().count("=="))


def of_python(said: Any, count: int) -> Found:
    """The findings of pip-audit. It takes a package that its source does not know for one without vulnerabilities."""
    if not isinstance(said, dict) or "dependencies" not in said:
        return count, [], ["PyPI does not answer"] * count
    packages = said["dependencies"]
    known = [
        f"{one['name']} {one['version']}: {flaw['id']}, corrected in {', '.join(flaw['fix_versions']) or 'no version'}"
        for one in packages
        for flaw in one.get("vulns", ())
    ]
    return len(packages), known, [one["skip_reason"] for one in packages if "skip_reason" in one]


def javascript() -> Iterator[tuple[str, Found]]:
    """The vulnerabilities that the registry of npm knows in the packages of lock files."""
    for folder in LOCKED:
        packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
        yield f"{folder}/package-lock.json", of_npm(output(["npm", "audit", "--json"], ROOT / folder), len(packages))


def of_npm(said: Any, count: int) -> Found:
    """The output of `npm audit`."""
    if not isinstance(said, dict) or "vulnerabilities" not in said:
        reason = said.get("message", "npm does not answer") if isinstance(said, dict) else "npm does not answer"
        return count, [], [reason] * count
    return count, [f"{name}: {one['severity']}" for name, one in said["vulnerabilities"].items()], []


def output(command: Iterable[str | Path], folder: Path = ROOT) -> Any:
    """The JSON that a command prints; None if it prints none."""
    try:
        ran = subprocess.run([*command], cwd=folder, capture_output=True, text=True, check=False)
        return json.loads(ran.stdout)
    except (OSError, ValueError):
        return None


if __name__ == "__main__":
    sys.exit(main())
