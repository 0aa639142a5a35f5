"""The fixes of the rules of Brew Crafters, by the version that brings them (rules.md, "Versions of the rules")."""

from __future__ import annotations

from taphouse.engine.upgrades import Fix

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
