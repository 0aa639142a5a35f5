"""The changes to a game from release to release: fixes of its rules, and stored formats. See docs/design.md, section 4."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Fix(Struct, frozen=True, eq=False):
    """A fix of a game's rules. The version that brings it and all later ones have it; a fix never changes once it is released.

    The rules ask for it where it matters, `if LAST_CARD_IS_KEPT in self.fixes`, with the old reading in the other branch.
    """

    version: int
    """The version of the rules that brings it, from 2 on."""
    name: str
    """Its name in kebab case, such as `last-card-is-kept`."""
    rules: tuple[str, ...]
    """The ids of the rules that it changes."""
    text: str
    """The change, in one sentence."""


Fixes = frozenset[Fix]
"""The fixes that a version of the rules has."""


def _same(value: Any) -> Any:
    return value


class Upgrade(Struct, frozen=True):
    """An upgrade of stored games from one format to the next. Once released, an upgrade never changes.

    All functions take and return builtin types, as msgspec converts them.
    """

    options: Callable[[Any], Any] = _same
    state: Callable[[Any], Any] = _same
    tagged: Callable[[Any], Any] = _same
    """Of a move or an event: its fields by name, and its tag as `verb` or `event`."""
