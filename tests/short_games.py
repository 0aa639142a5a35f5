"""Options with which a game is soon over, as the API has them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

SHORT: dict[str, dict[str, Any]] = defaultdict(
    dict, {"dank-and-draft": {"turnCap": 6}, "pint-craft": {"roundCap": 2}, "cask-race": {"turnCap": 12}}
)
"""By kind of game; none for other games."""
