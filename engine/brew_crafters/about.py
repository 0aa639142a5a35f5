"""The description of Brew Crafters: its types, and the way in which it ends."""

from __future__ import annotations

from taphouse.engine.brew_crafters.edition import BrewCraftersEdition
from taphouse.engine.brew_crafters.evaluate import candidates, evaluate, gifts
from taphouse.engine.brew_crafters.events import EVENTS
from taphouse.engine.brew_crafters.fixes import FIXES, UPGRADES
from taphouse.engine.brew_crafters.merits import MERITS, merits
from taphouse.engine.brew_crafters.moves import LABELS, MOVES, BrewCraftersOptions
from taphouse.engine.brew_crafters.reasons import REASONS
from taphouse.engine.brew_crafters.rules import LAST_WINTER, PROMPTS, RULE_OF_END, BrewCraftersRules
from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.brew_crafters.view.tables import BrewCraftersTable
from taphouse.engine.contract import Reason
from taphouse.engine.game import About, Game

ABOUT = About(
    kind="brew-crafters",
    title="Brew Crafters",
    designer="Ben Rosset",
    publisher="Dice Hate Me Games, 2013",
    text=(
        "Craft brewers send their people to the market and into the brewery, season by season. "
        "The player with the best brewery after three years of brewing, research and building wins."
    ),
    seats=range(2, 6),
    minutes=90,  # an estimate: our sources give no time
    options=BrewCraftersOptions,
    moves=MOVES,
    labels=LABELS,
    events=EVENTS,
    prompts=PROMPTS,
    refusals=REASONS,
    merits=MERITS,
    view=BrewCraftersTable,
    state=BrewCraftersState,
    reasons=(Reason(LAST_WINTER, RULE_OF_END[LAST_WINTER], "The operating costs of the third year are paid."),),
    package="taphouse.engine.brew_crafters",
)

GAME = Game(
    ABOUT,
    BrewCraftersEdition,
    BrewCraftersRules,
    evaluate=evaluate,
    candidates=candidates,
    merits=merits,
    gifts=gifts,
    fixes=FIXES,
    upgrades=UPGRADES,
)
