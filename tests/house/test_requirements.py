"""What is pinned can be installed on the oldest Python that the project promises."""

from __future__ import annotations

import tomllib
from importlib.metadata import distributions
from pathlib import Path

from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[2]


def test_every_pinned_version_supports_the_oldest_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=") + ".0"
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {line.partition("==")[0].lower() for line in lines if "==" in line}
    found = {one.name.lower().replace("_", "-"): one for one in distributions()}
    installed = pinned & found.keys()
    assert len(installed) > 50
    newer = {
        f"{name} {found[name].version}": python
        for name in installed
        if not SpecifierSet(python := found[name].metadata.get("Requires-Python") or "").contains(oldest)
    }
    assert newer == {}
