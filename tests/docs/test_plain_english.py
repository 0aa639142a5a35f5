"""Players are "they" or "you", in everything that anybody reads: documents, the contract, rules, messages and docstrings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GENDERED = re.compile(r"\b(?:he|his|him|himself|whoever)\b", re.IGNORECASE)
PATTERNS = ("*.md", "docs/**/*.md", "schema/*.graphql", "schema/openapi.json", "engine/**/*.md", "engine/**/*.toml")
BENCHES = ("bench/*.py", "bench/*/*.py", "bench/peers/*.mjs")
SOURCES = ("engine/**/*.py", "schema/**/*.py", "service/**/*.py", "service/**/*.lua", "taphouse/*.py", *BENCHES)
TEXTS = sorted({file for pattern in (*PATTERNS, *SOURCES) for file in ROOT.glob(pattern)})


def gendered(text: str) -> list[str]:
    """The lines with a gendered word."""
    return [line.strip() for line in text.splitlines() if GENDERED.search(line)]


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_nobody_is_he(file: Path) -> None:
    assert gendered(file.read_text()) == []


def test_a_gendered_word_is_found() -> None:
    assert gendered("A player ends his turn.\nTheir hand is hidden. There, the rest.") == ["A player ends his turn."]
