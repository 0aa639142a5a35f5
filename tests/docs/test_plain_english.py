"""Players are "they" or "you", in everything that anybody reads: documents, the contract, rules, messages, code and its tests."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
GENDERED = re.compile(r"(?<![a-z])(?:he|his|him|himself|whoever)(?![a-z])", re.IGNORECASE)
"""Also in names, such as `test_he_plays`."""
EXEMPT = {
    "tests/docs/test_plain_english.py": "it names the words",
    "tests/clients/package-lock.json": "it names packages of others",
    "bench/game_servers/package-lock.json": "it names packages of others",
    "clients/package-lock.json": "it names packages of others",
}


def tracked() -> dict[str, str]:
    """The texts under version control, by file. Stores hold random bytes."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [name for name in listed.split("\0") if (ROOT / name).is_file() and not name.startswith("tests/stores/")]
    found = {name: (ROOT / name).read_bytes() for name in files}
    return {name: content.decode() for name, content in found.items() if b"\0" not in content}


def gendered(text: str) -> list[str]:
    """The lines with a gendered word."""
    return [line.strip() for line in text.splitlines() if GENDERED.search(line)]


def test_nobody_is_he() -> None:
    found = {file: gendered(text) for file, text in tracked().items() if file not in EXEMPT}
    assert len(found) > 1000
    assert {file: lines for file, lines in found.items() if lines} == {}


def test_what_is_exempt_needs_it() -> None:
    assert all(gendered((ROOT / file).read_text()) for file in EXEMPT)


def test_a_gendered_word_is_found() -> None:
    text = "A player ends his turn.\nTheir hand is hidden. There, the rest.\ndef test_he_plays():"
    assert gendered(text) == ["A player ends his turn.", "def test_he_plays():"]
