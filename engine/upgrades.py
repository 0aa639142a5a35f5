"""Upgrades of stored games, from one format of a game's own types to the next. See docs/design.md, section 4."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


def _same(value: Any) -> Any:
    return value


class Upgrade(Struct, frozen=True):
    """How what a game stored in one format reads in the next. Once released, an upgrade never changes.

    All functions take and return builtin types, as msgspec converts them.
    """

    options: Callable[[Any], Any] = _same
    state: Callable[[Any], Any] = _same
    tagged: Callable[[Any], Any] = _same
    """Of a move or an event: its fields by name, and its tag as `verb` or `event`."""
