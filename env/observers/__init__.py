"""The knowledge of a seat, as numbers: for each kind of game, a row of a fixed size with a documented layout."""

from __future__ import annotations

from collections.abc import Callable

from taphouse.engine.contract import Options, Rules
from taphouse.env.observers.base import Observer
from taphouse.env.observers.brew_crafters import BrewCraftersObserver
from taphouse.env.observers.dank_and_draft import DankAndDraftObserver
from taphouse.env.observers.pint_craft import PintCraftObserver

OBSERVERS: dict[str, Callable[[Rules, Options, int], Observer]] = {
    "dank-and-draft": DankAndDraftObserver,
    "pint-craft": PintCraftObserver,
    "brew-crafters": BrewCraftersObserver,
}
"""By kind, what makes an observer from the rules, the options and the number of seats. Others have the general one."""
