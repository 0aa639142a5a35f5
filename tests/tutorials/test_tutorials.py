"""The tutorials can be followed from top to bottom, and the programs that they explain are those in examples/."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.tutorials.reader import ROOT, TUTORIALS, Reader, blocks, expect

pytestmark = pytest.mark.ecosystem

OTHERS = ("clients/typescript/README.md",)
PAGES = [*sorted(TUTORIALS.glob("*.md")), *(ROOT / page for page in OTHERS)]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def lines(text: str) -> list[str]:
    """Without the empty ones, at which a program is cut into parts."""
    return [line for line in text.splitlines() if line]


@every_page
def test_the_blocks_of_a_page_are_its_programs(page: Path) -> None:
    parts: dict[str, list[str]] = {}
    for block in blocks(page):
        if block.title:
            parts.setdefault(block.title, []).append(block.text)
    for title, found in parts.items():
        whole = (ROOT / title).read_text()
        if title.startswith("examples/"):
            assert lines("".join(found)) == lines(whole), title
        else:
            assert all(part in whole for part in found), title


def test_every_program_is_on_a_page_or_linked_from_one() -> None:
    shown = {block.title for page in PAGES for block in blocks(page)}
    pages = [*PAGES, *(ROOT / "docs").rglob("*.md")]
    linked = {
        (page.parent / target).resolve().relative_to(ROOT).as_posix()
        for page in pages
        for target in re.findall(r"\]\(([\w./-]*\bexamples/[\w./-]+)\)", page.read_text(encoding="utf-8"))
    }
    listed = subprocess.run(["git", "ls-files", "examples"], cwd=ROOT, capture_output=True, text=True, check=True)
    # tests/packages plays the games, and tests/webhooks/test_push_example.py installs the requirements.
    programs = {file for file in listed.stdout.splitlines() if not file.startswith("examples/games/")}
    assert programs - shown - linked == {"examples/push/requirements.txt"}


def test_the_packages_of_examples_are_those_of_the_client() -> None:
    client = json.loads((ROOT / "clients" / "typescript" / "package.json").read_text())
    packed = f"file:../../build/taphouse-client-{client['version']}.tgz"
    examples = [json.loads(file.read_text()) for file in (ROOT / "examples").glob("*/package.json")]
    assert [one["dependencies"] for one in examples] == [{"@taphouse/client": packed}] * 2
    assert all(one["devDependencies"].items() <= client["devDependencies"].items() for one in examples)


def test_the_first_bot_has_ten_lines() -> None:
    code = [line for line in lines((ROOT / "examples" / "play.py").read_text()) if not line.startswith('"""')]
    assert len(code) <= 10


@every_page
def test_a_page_can_be_followed(page: Path, reader: Reader) -> None:
    reader.follow(page)


def test_what_is_not_printed_is_found() -> None:
    expect("one ...\n...\nthree\n", "zero\none 1\ntwo\nthree\n")
    for wrong in ("two\none 1\n", "four\n"):
        with pytest.raises(AssertionError, match="is not printed"):
            expect(wrong, "zero\none 1\ntwo\nthree\n")
