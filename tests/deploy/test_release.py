"""The rehearsal of a release: what it refuses, its notes and sums. `make rehearsal`, which CI runs, does all of it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
RELEASE = SimpleNamespace(**run_path(str(ROOT / "deploy" / "release.py")))
CHANGELOG = "# Changelog\n\n## [0.2.0] - unreleased\n{}\n## [0.1.0] - 2026-01-01\n\n### Added\n\n- Water.\n"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def versions() -> Iterator[tuple[str, str]]:
    """Each place in which the version stands, and what stands there."""
    yield "CHANGELOG.md", re.findall(r"^## \[(.*?)\]", read("CHANGELOG.md"), re.MULTILINE)[0]
    yield "Dockerfile", re.findall(r'image\.version="(.*)"', read("Dockerfile"))[0]
    yield (
        "deploy/kubernetes/taphouse.yaml",
        re.findall(r"image: \S+/taphouse:(\S+)", read("deploy/kubernetes/taphouse.yaml"))[0],
    )
    yield "schema/openapi.json", json.loads(read("schema/openapi.json"))["info"]["version"]
    yield "clients/typescript/package.json", json.loads(read("clients/typescript/package.json"))["version"]
    yield "clients/web/package.json", json.loads(read("clients/web/package.json"))["dependencies"]["@taphouse/client"]
    locked = json.loads(read("clients/package-lock.json"))["packages"]
    yield "clients/package-lock.json: typescript", locked["typescript"]["version"]
    yield "clients/package-lock.json: web", locked["web"]["dependencies"]["@taphouse/client"]
    for file in ("examples/typescript/package.json", "examples/mobile/package.json"):
        for found in re.findall(r"taphouse-client-(.+)\.tgz", read(file)):
            yield file, found


def test_every_version_is_that_of_the_project() -> None:
    """The command, the service, its documents, the Python client and the MCP server read it from the installed package."""
    found = list(versions())
    assert len(found) == 10
    assert {place: version for place, version in found if version != VERSION} == {}


def test_the_notes_are_the_entries_of_the_version() -> None:
    notes = RELEASE.notes_of(CHANGELOG.format("\n### Added\n\n- Beer.\n"), "0.2.0")
    assert notes == "# Taphouse 0.2.0\n\n### Added\n\n- Beer.\n"
    assert "- Water." in RELEASE.notes_of(CHANGELOG.format(""), "0.1.0")
    assert len(RELEASE.notes_of(read("CHANGELOG.md"), VERSION)) > 1000


@pytest.mark.parametrize(("entries", "version"), [("", "0.2.0"), ("\n### Added\n", "0.2.0"), ("\n- Beer.\n", "0.3.0")])
def test_a_changelog_without_entries_is_refused(entries: str, version: str) -> None:
    with pytest.raises(RELEASE.NotReady, match=rf"CHANGELOG\.md has no entries for {version}\."):
        RELEASE.notes_of(CHANGELOG.format(entries), version)


def test_a_release_promises_to_keep_what_it_stores() -> None:
    today = '[today]\n"service format 7" = "a"\n"export format 3" = "b"\n[released]\n'
    RELEASE.refuse_unkept(CHANGELOG, "0.2.0", today)
    with pytest.raises(RELEASE.NotReady, match='copy the row of "export format 3" from'):
        RELEASE.refuse_unkept(CHANGELOG, "0.1.0", today)
    with pytest.raises(RELEASE.NotReady, match='copy the row of "service format 7" from'):
        RELEASE.refuse_unkept(CHANGELOG, "0.1.0", today + '"export format 3" = "b"\n"service format 7" = "old"\n')
    RELEASE.refuse_unkept(CHANGELOG, "0.1.0", today + '"export format 3" = "b"\n"service format 7" = "a"\n')
    RELEASE.refuse_unkept(read("CHANGELOG.md"), VERSION, read("tests/stores/types.toml"))


def test_what_is_not_committed_is_refused(tmp_path: Path) -> None:
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "--quiet"], ["commit", "--quiet", "--allow-empty", "--message", "Begin"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    RELEASE.refuse_changes(tmp_path)
    (tmp_path / "new.py").touch()
    with pytest.raises(RELEASE.NotReady, match=r"and new\.py is not committed\."):
        RELEASE.refuse_changes(tmp_path)
    for command in (["add", "new.py"], ["commit", "--quiet", "--message", "Add"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    (tmp_path / "new.py").write_text("pass\n")
    (tmp_path / "other.py").touch()
    with pytest.raises(RELEASE.NotReady, match=r"and new\.py is not committed, and 1 more\."):
        RELEASE.refuse_changes(tmp_path)


def test_a_refusal_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy" / "release.py").write_text(read("deploy/release.py"))
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.3.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG.format(""))
    command = [sys.executable, "deploy/release.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "This cannot be released: CHANGELOG.md has no entries for 0.3.0.\n"


def test_the_sums_are_checked_by_sha256sum(tmp_path: Path) -> None:
    for name in ("a.whl", "b.tgz"):
        (tmp_path / name).write_text(name)
    RELEASE.write_sums(tmp_path)
    check = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
    assert subprocess.run(check, cwd=tmp_path, check=False).returncode == 0
    assert (tmp_path / "SHA256SUMS").read_text().count("\n") == 2
    (tmp_path / "a.whl").write_text("other")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 1
