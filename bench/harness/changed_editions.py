"""Packaged editions with changes, written as TOML again."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any


def toml(value: object) -> str:
    """A value as TOML has it, in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


class Remade:
    """The text of an edition, which is read once.

    Args:
        source: the text.
    """

    def __init__(self, source: str) -> None:
        self.table = tomllib.loads(source)
        self._as_json = json.dumps(self.table)  # decoded in a fraction of the time of a deep copy
        self._unchanged = {json.dumps(value): toml(value) for value in self.table.values()}

    def __call__(self, change: Callable[[dict[str, Any]], object]) -> bytes:
        """The edition with a change to its table."""
        table = json.loads(self._as_json)
        change(table)
        rows = {key: self._unchanged.get(json.dumps(value)) or toml(value) for key, value in table.items()}
        return "\n".join(f"{key} = {row}" for key, row in rows.items()).encode()
