"""The names of players and breweries, which others see."""

from __future__ import annotations

import unicodedata

from taphouse.engine.messages import Why
from taphouse.schema.inputs import MOST_NAME
from taphouse.schema.problems.reasons import NameHasWrongLength, NameIsInvisible

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are invisible."""


def why_no_name(name: str | None) -> Why | None:
    """The reason why a player or a brewery cannot have this name. None if they can."""
    if name is None:
        return None
    if not 1 <= len(name) <= MOST_NAME or name != name.strip():
        return NameHasWrongLength(MOST_NAME)
    if any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or c in _BLANK for c in name):
        return NameIsInvisible()
    return None
