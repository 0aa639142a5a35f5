"""Docstrings begin with a noun or a verb: they say what a thing is or does, not "What ..." or "Whether ..."."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "env", "bench", "schema", "client", "lab", "service", "tests")
"""The folders in which no docstring begins so. It only grows."""
WORD = r"(What|Whether|How|Why|Who|Whom|Whose|Which|Where|When)\b"
HEADLESS = re.compile(rf"\s*{WORD}")
QUOTED = re.compile(rf"""["'](\s|\\\n)*{WORD}""")
"""A text that begins with such a word. Only files with one are parsed, which takes most of the time."""


def docstrings(source: str) -> Iterator[str]:
    """The docstrings of a module, with those under attributes."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            match statement:
                case ast.Expr(ast.Constant(str(text))):
                    yield text


def headless(source: str) -> list[str]:
    """The first lines of the docstrings that begin with such a word."""
    if not QUOTED.search(source):
        return []
    return [text.strip().partition("\n")[0] for text in docstrings(source) if HEADLESS.match(text)]


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_begin_with_a_noun_or_a_verb(folder: str) -> None:
    files = [*(ROOT / folder).rglob("*.py")]
    assert len(files) > 5
    found = {str(file.relative_to(ROOT)): headless(file.read_text(encoding="utf-8")) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


def test_each_kind_of_docstring_is_found() -> None:
    source = (
        "'''What it is.'''\nclass A:\n    '''How.'''\n    b: int\n    '''Whether so.'''\n    c: int\n    '''A noun.'''"
    )
    assert headless(source) == ["What it is.", "How.", "Whether so."]
