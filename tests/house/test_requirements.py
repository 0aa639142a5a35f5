"""The pins have hashes, are complete, and can be installed on every Python and machine that the project promises."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distributions, requires
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "requirements").glob("*.txt"))
ENTRY = re.compile(r"^([\w.-]+)==([^\s;]+)( ; [^\\\n]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE)
MARKERS = {"python_version": "3.11", "sys_platform": "linux"}


def pins(name: str) -> dict[str, str]:
    """The pinned versions of a file by package."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return {canonicalize_name(found[1]): found[2] for found in ENTRY.finditer(text)}


def needed(name: str, extras: set[str], so_far: dict[str, set[str]]) -> dict[str, set[str]]:
    """The packages that an installed package needs, with theirs, each with its extras."""
    for line in requires(name) or ():
        one = Requirement(line)
        if any(one.marker is None or one.marker.evaluate(MARKERS | {"extra": extra}) for extra in ({""} | extras)):
            known = so_far.get(canonicalize_name(one.name))
            if known is None or not one.extras <= known:
                so_far[canonicalize_name(one.name)] = (known or set()) | one.extras
                needed(one.name, one.extras, so_far)
    return so_far


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_file_that_may_be_installed_has_a_hash(file: Path) -> None:
    assert ENTRY.sub("", file.read_text(encoding="utf-8")).strip() == ""


@pytest.mark.parametrize(("name", "extras"), [("service", {"service", "traces", "mail"}), ("test", {"test"})])
def test_what_is_pinned_is_all_that_is_needed(name: str, extras: set[str]) -> None:
    assert set(needed("taphouse", extras, {})) - {"taphouse"} <= pins(name).keys()


def test_the_files_agree() -> None:
    test = pins("test")
    assert {name: version for name, version in pins("service").items() if test[name] != version} == {}


def test_every_pinned_version_supports_the_oldest_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=") + ".0"
    found = {canonicalize_name(one.name): one for one in distributions()}
    installed = pins("test").keys() & found.keys()
    assert len(installed) > 50
    newer = {
        f"{name} {found[name].version}": python
        for name in installed
        if not SpecifierSet(python := found[name].metadata.get("Requires-Python") or "").contains(oldest)
    }
    assert newer == {}


BOUNDED = {"graphql-core", "msgspec", "redis", "starlette", "strawberry-graphql", "uvicorn", "websockets"}


def test_libraries_whose_internals_are_used_are_bounded_to_a_release() -> None:
    found = {
        one.name: str(one.specifier) for line in requires("taphouse") or () if (one := Requirement(line)).specifier
    }
    assert {name for name in BOUNDED if not found[name].startswith("~=")} == set()


def test_the_newest_releases_are_of_all_dependencies_and_without_bounds() -> None:
    listed = subprocess.run([sys.executable, ROOT / "deploy" / "newest.py"], capture_output=True, text=True, check=True)
    found = [Requirement(line) for line in listed.stdout.splitlines()]
    assert [str(one) for one in found if one.specifier] == []
    needed = {Requirement(line).name for line in requires("taphouse") or ()}
    assert {one.name for one in found} == needed - {"taphouse"}


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / "deploy" / "audit.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_an_audit_without_data_says_so_and_does_not_pass(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    skipped = {"dependencies": [{"name": "a", "skip_reason": "Dependency not found"}, {"name": "b", "vulns": []}]}
    flaw = {"id": "CVE-1", "fix_versions": ["2"]}
    bad = {"dependencies": [{"name": "a", "version": "1", "vulns": [flaw]}]}
    good = {"dependencies": [{"name": "a", "version": "1", "vulns": []}]}
    refused = {"message": "405 Method Not Allowed"}
    clean, worse = {"vulnerabilities": {}}, {"vulnerabilities": {"x": {"severity": "high"}}}
    for said, js, status, told in (
        (good, clean, 0, "nothing is known against 1 packages"),
        (None, clean, 2, "PyPI does not answer"),
        (skipped, clean, 2, "1 packages were not checked: the data cannot be reached (Dependency not found)"),
        (bad, clean, 1, "a 1: CVE-1, corrected in 2"),
        (good, refused, 2, "9 packages were not checked: the data cannot be reached (405 Method Not Allowed)"),
        (good, None, 2, "npm does not answer"),
        (good, worse, 1, "x: high"),
    ):
        monkeypatch.setattr(audit, "python", lambda said=said: [("python", audit.of_python(said, 9))])
        monkeypatch.setattr(audit, "javascript", lambda js=js: [("npm", audit.of_npm(js, 9))])
        assert audit.main() == status
        assert told in capsys.readouterr().out
