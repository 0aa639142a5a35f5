"""The dependencies in pyproject.toml without their versions, for `make newest`: pip then installs the newest releases."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+(\[[\w,-]+\])?)[^;]*(?P<marker>;.*)?")


def unbounded() -> Iterator[str]:
    """Each dependency with its extras and its marker."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    for group in (project["dependencies"], *project["optional-dependencies"].values()):
        for one in group:
            if not one.startswith("taphouse[") and (found := _REQUIREMENT.fullmatch(one)):
                yield found["name"] + (found["marker"] or "")


if __name__ == "__main__":
    print(*sorted(set(unbounded())), sep="\n")
