"""The fixes of the rules of Brew Crafters (rules.md, "Versions of the rules"), and the upgrades of its stored games."""

from __future__ import annotations

from typing import Any

from taphouse.engine.brew_crafters.state import AS_PRINTED
from taphouse.engine.upgrades import Fix, Upgrade

TRADES_WAIT = Fix(
    2,
    "trades-wait-for-the-next-decision",
    ("BC-16",),
    "A player whose decision has one move besides trades is asked only if a trade could change what comes of it.",
)
PASSIVE_SEATS_TAKE_MONEY = Fix(
    2,
    "passive-seats-take-money",
    ("BC-10",),
    "The market action of a seat that has resigned takes what the others want least: money first, people last.",
)

FIXES = (TRADES_WAIT, PASSIVE_SEATS_TAKE_MONEY)

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
