"""The fixes of the rules of Cask Race, by the version that brings them (rules.md, "Versions of the rules")."""

from __future__ import annotations

from taphouse.engine.upgrades import Fix

LAST_CARD_IS_KEPT = Fix(
    2, "last-card-is-kept", ("TF-06",), "A player with a single card in hand is not asked for a gift."
)
FAVOUR_FOR_EVERY_GIFT = Fix(
    2, "favour-for-every-gift", ("TF-07",), "The giver is owed a favour for a gift that is let go, too."
)

FIXES = (LAST_CARD_IS_KEPT, FAVOUR_FOR_EVERY_GIFT)
