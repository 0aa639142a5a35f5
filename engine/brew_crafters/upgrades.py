"""The upgrades of stored games of Brew Crafters, from format 1 on."""

from __future__ import annotations

from typing import Any

from taphouse.engine.brew_crafters.state import AS_PRINTED
from taphouse.engine.upgrades import Upgrade

_BREWERS = 12
_BREWED, _SOLD = 7, 8


def _with_shipping(state: list[Any]) -> list[Any]:
    """Format 1 counted the sold batches of each recipe, without their points."""
    brewers = [
        [
            *brewer[:_BREWED],
            [[recipe, AS_PRINTED] for recipe, count in enumerate(brewer[_SOLD]) for _ in range(count)],
            *brewer[_BREWED:_SOLD],
            *brewer[_SOLD + 1 :],
        ]
        for brewer in state[_BREWERS]
    ]
    return [*state[:_BREWERS], brewers, *state[_BREWERS + 1 :]]


UPGRADES = (Upgrade(state=_with_shipping),)
