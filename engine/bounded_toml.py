"""Reads TOML files, with bounds on their size and structure.

The parser of the standard library takes time and memory out of proportion to the length of some texts, and raises errors other
than its own for others. So a scan in linear time refuses what no file of a game needs before the parser sees it.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_BYTES = 100_000
MOST_WORD = 1_000
"""The most characters of a number, or of a key without quotes. So no number has more digits than Python writes."""
MOST_PARTS = 8
"""The most parts of a dotted key, such as `figures.hand_limit.value`."""
MOST_NESTED = 8
"""The most arrays and tables in braces, each within the other."""
MOST_VALUES = 10_000
"""The most keys and their parts, tables and values of arrays, together."""

_PART = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)'''
    r"""|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"""
    r"""|"(?:[^"\\\n]|\\.)*+"?"""
    r"""|'[^'\n]*+'?"""
    r"""|\#[^\n]*+"""
    r"""|[^]\["'\#{}=,.\n]++"""
    r"""|[]\[{}=,.\n]""",
    re.DOTALL,
)
"""A string, a comment, what is between marks, or a mark. A string without an end goes on to where the parser gives up."""
_MARKS = frozenset("[]{}=,\n")
_COUNTED = frozenset("[{=,.")


class NotToml(ValueError):
    """The bytes are not TOML, or above a bound. The message is the reason, without a full stop."""


def read_toml(source: bytes) -> dict[str, Any]:
    """The values of a TOML file.

    Raises:
        NotToml: the bytes are not TOML, or above a bound.
    """
    if len(source) > MOST_BYTES:
        raise NotToml(f"it has more than {MOST_BYTES} bytes")
    try:
        text = source.decode()
    except UnicodeDecodeError as error:
        raise NotToml(f"not TOML: {error}") from None
    _check(text)
    try:
        return tomllib.loads(text)
    except Exception as error:
        raise NotToml(f"not TOML: {error}") from None


def _check(text: str) -> None:
    """Check the structure of a text.

    Raises:
        NotToml: it is above a bound.
    """
    line, parts, nested, values = 1, 1, 0, 0
    for found in _PART.finditer(text):
        part = found[0]
        if part in _COUNTED:
            values += 1
        if part == ".":
            parts += 1
        elif part in _MARKS:
            parts = 1
            nested += (part in "[{") - (part in "]}")
        elif len(part) > MOST_WORD and part[0] not in "\"'#":
            raise NotToml(f"line {line} has a number or a word of more than {MOST_WORD} characters")
        line += part.count("\n")
        if parts > MOST_PARTS:
            raise NotToml(f"line {line} has a key of more than {MOST_PARTS} parts")
        if nested > MOST_NESTED:
            raise NotToml(f"line {line} has more than {MOST_NESTED} arrays and tables within each other")
        if values > MOST_VALUES:
            raise NotToml(f"it has more than {MOST_VALUES} keys, parts of keys, tables and values in arrays")
