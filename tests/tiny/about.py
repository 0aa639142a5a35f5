"""The description of Cask Race: its types, and the ways in which it ends."""

from __future__ import annotations

from taphouse.engine.contract import Reason
from taphouse.engine.game import About, Game
from tests.tiny.cards import CaskRaceEdition
from tests.tiny.fixes import FIXES
from tests.tiny.moves import EVENTS, MOVES, CaskRaceOptions
from tests.tiny.reasons import REASONS
from tests.tiny.rules import CLOSING_TIME, DRY, PROMPTS, RACE, RULE_OF_END, CaskRaceRules
from tests.tiny.state import CaskRaceState
from tests.tiny.view import CaskRaceTable
from tests.tiny.worlds import other_world

ABOUT = About(
    kind="cask-race",
    title="Cask Race",
    designer="Taphouse's tests",
    publisher="nobody",
    text="Brewers collect grain and race to fill casks. A player short of a grain asks a neighbour, who chooses what to give.",
    seats=range(2, 4),
    minutes=5,
    options=CaskRaceOptions,
    moves=MOVES,
    events=EVENTS,
    prompts=PROMPTS,
    refusals=REASONS,
    view=CaskRaceTable,
    state=CaskRaceState,
    reasons=(
        Reason(RACE, RULE_OF_END[RACE], "A player has brewed the last cask that the race needs."),
        Reason(DRY, RULE_OF_END[DRY], "The draw pile is empty at the end of a turn."),
        Reason(CLOSING_TIME, RULE_OF_END[CLOSING_TIME], "The last turn that the options allow is over."),
    ),
    package="tests.tiny",
)

GAME = Game(ABOUT, CaskRaceEdition, CaskRaceRules, other_world=other_world, fixes=FIXES)
FIRST = Game(ABOUT, CaskRaceEdition, CaskRaceRules, other_world=other_world)
"""The game as a release before its first fix had it."""
